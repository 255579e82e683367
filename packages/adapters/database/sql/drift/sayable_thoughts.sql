-- What decides whether a thought of an agent is worth saying. p: {agentId, now, freshMs, dayMs, recent}. Returns {settings, told (thoughts said
-- in the last dayMs), candidates: [live thoughts of the last freshMs that were not said, each with the speaker whom its episode is of, the lowest
-- trust of what that person said in it (null: several persons), what was judged of it, and that person's latest thread, zone and quiet hours],
-- recent: the latest texts said in the agent's threads}.
CREATE OR REPLACE FUNCTION salience.sayable_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN (WITH fresh AS MATERIALIZED (
    SELECT t.* FROM salience.thoughts t WHERE t.agent_id = v_agent AND t.expires_at > v_now
      AND t.created_at > v_now - (p->>'freshMs')::bigint * interval '1 millisecond'
      AND NOT EXISTS (SELECT 1 FROM salience.turns x WHERE x.agent_id = v_agent AND x.idempotency_key = ' thought:' || t.id)
    ORDER BY t.created_at DESC LIMIT 40
  ), said AS (
    SELECT f.id, count(DISTINCT coalesce(e.speaker, '')) AS speakers, min(e.speaker) AS speaker,
      salience.lowest_trust(VARIADIC array_agg(e.trust)) AS trust
    FROM fresh f JOIN salience.episodes x ON x.id = f.grounding_episode_id
    JOIN salience.exchanges e ON e.thread_id = x.thread_id AND e.seq BETWEEN x.first_seq AND x.last_seq GROUP BY f.id
  ), latest AS (
    SELECT h.id, h.last_activity_at FROM salience.threads h WHERE h.agent_id = v_agent ORDER BY h.active_hour DESC, h.last_activity_at DESC LIMIT 20
  )
  SELECT jsonb_build_object(
    'settings', (SELECT a.settings FROM salience.agents a WHERE a.id = v_agent),
    'told', (SELECT count(*) FROM salience.notices n WHERE n.agent_id = v_agent AND n.source = 'thought'
      AND n.created_at > v_now - (p->>'dayMs')::bigint * interval '1 millisecond'),
    'recent', coalesce((SELECT jsonb_agg(r.text) FROM latest l CROSS JOIN LATERAL (
      SELECT concat_ws(' ', e.message, e.reply) AS text FROM salience.exchanges e WHERE e.thread_id = l.id ORDER BY e.seq DESC
        LIMIT (p->>'recent')::integer) r), '[]'),
    'candidates', coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'type', f.type, 'content', f.content, 'energy', f.energy,
        'trust', f.trust, 'createdAt', f.created_at,
        'traceparent', (SELECT x.traceparent FROM salience.episodes x WHERE x.id = f.grounding_episode_id), 'judged', (SELECT avg(b.value) FROM salience.feedback b WHERE b.agent_id = v_agent
          AND b.target = f.id),
        'speaker', s.speaker, 'saidTrust', CASE WHEN s.speakers = 1 THEN s.trust END,
        'person', (SELECT jsonb_build_object('zone', q.zone, 'from', q.quiet_from, 'until', q.quiet_until) FROM salience.people q
          WHERE q.id = salience.person_of(v_agent, s.speaker)),
        'threadId', (SELECT l.id FROM latest l CROSS JOIN LATERAL (SELECT 1 FROM salience.turns t WHERE t.thread_id = l.id
            AND t.speaker IS NOT DISTINCT FROM s.speaker AND t.source NOT IN ('reminder', 'schedule', 'approval', 'thought', 'pulse', 'task', 'triage', 'review', 'report', 'floor') LIMIT 1) mine
          ORDER BY l.last_activity_at DESC LIMIT 1)) ORDER BY f.id)
      FROM fresh f JOIN said s ON s.id = f.id), '[]')));
END $$;
