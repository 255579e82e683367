-- The state of the world beside a thread at p_now: the agent's next schedules, the thread's actions that wait for approval or a retry,
-- the agent's open list items with the trust of the list's name, events announced for the 60 days after p_now and the 7 before it
-- (`asked`: the message also scheduled something), what the agent pursues, events that messages of the last 30 days said are over, the thread's focus, and the zones
-- proposed for people that no answer told them of.
-- Turns and exchanges are looked up one by one (OFFSET 0): a plan that was made while tables were small read all of an agent's at every turn.
CREATE OR REPLACE FUNCTION salience.world_of(p_agent text, p_thread text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN jsonb_build_object(
    'schedules', coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'text', r.text, 'dueAt', r.due_at, 'trust', r.trust)
      ORDER BY r.due_at, r.id) FROM (
      SELECT id, kind, text, due_at, trust FROM salience.schedules WHERE agent_id = p_agent AND state = 'active' ORDER BY due_at LIMIT 5) r), '[]'),
    'actions', coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'tool', a.tool, 'state', a.state, 'text', left(t.text, 300),
      'at', a.at, 'trust', t.trust) ORDER BY a.at, a.id) FROM (
      (SELECT q.id, q.tool, 'asked' AS state, q.expires_at AS at, q.run_id FROM salience.approvals q
        WHERE q.thread_id = p_thread AND q.state = 'pending' ORDER BY q.created_at DESC LIMIT 5)
      UNION ALL
      (SELECT s.run_id || '.' || s.n, s.call->>'tool', 'waiting', s.retry_at, s.run_id FROM salience.act_steps s
        WHERE s.thread_id = p_thread AND s.state = 'waiting' LIMIT 5)
    ) a CROSS JOIN LATERAL (SELECT * FROM salience.turns x WHERE x.id = a.run_id OFFSET 0) t), '[]'),
    'goals', coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'list', g.list, 'text', g.item, 'at', g.created_at, 'trust', g.trust,
      'listTrust', (SELECT l.trust FROM salience.lists l WHERE l.agent_id = p_agent AND l.name = g.list))
      ORDER BY g.created_at DESC, g.id DESC) FROM (
      SELECT id, list, item, created_at, trust FROM salience.list_items
      WHERE agent_id = p_agent AND removed_at IS NULL AND checked_at IS NULL ORDER BY created_at DESC LIMIT 5) g), '[]'),
    -- What the agent pursues, the most important first; what nobody vouches for is no goal of its own.
    'pursued', coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'goal', left(g.goal, 300), 'priority', g.priority)
      ORDER BY g.priority DESC, g.created_at, g.id) FROM (
      SELECT id, goal, priority, created_at FROM salience.pfc_goals
      WHERE agent_id = p_agent AND status = 'active' AND trust = 'owner' AND created_at <= p_now
      ORDER BY priority DESC, created_at, id LIMIT 5) g), '[]'),
    'ahead', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'message', left(e.message, 2000), 'at', u.next_at, 'saidAt', e.said_at,
      'trust', e.trust, 'times', u.times, 'asked', EXISTS (SELECT 1 FROM salience.act_steps s
        WHERE s.run_id = e.turn_id AND s.kind = 'action' AND s.call->>'tool' = 'schedule')) ORDER BY u.next_at, e.id) FROM (
      (SELECT k.exchange_id, k.next_at, k.times FROM salience.chunks k
        WHERE k.agent_id = p_agent AND k.next_at > p_now - interval '1 day' AND k.next_at < p_now + interval '60 days' ORDER BY k.next_at LIMIT 24)
      UNION ALL
      (SELECT k.exchange_id, k.next_at, k.times FROM salience.chunks k
        WHERE k.agent_id = p_agent AND k.next_at > p_now - interval '7 days' AND k.next_at <= p_now - interval '1 day'
        ORDER BY k.next_at DESC LIMIT 8)
    ) u CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = u.exchange_id OFFSET 0) e WHERE e.said_at <= p_now), '[]'),
    'over', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'message', left(e.message, 2000), 'saidAt', e.said_at, 'trust', e.trust,
      'span', o.span) ORDER BY e.said_at, e.id) FROM (
      SELECT k.exchange_id, k.grounds->'over' AS span FROM salience.chunks k WHERE k.agent_id = p_agent AND k.grounds ? 'over'
      ORDER BY k.exchange_id DESC LIMIT 12
    ) o CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = o.exchange_id OFFSET 0) e WHERE e.said_at <= p_now
      AND e.said_at > p_now - interval '30 days'), '[]'),
    'zones', coalesce((SELECT jsonb_agg(jsonb_build_object('personId', z.id, 'owner', z.is_owner, 'place', z.proposed_place,
      'zone', z.proposed_zone, 'exchangeId', z.proposed_by,
      'names', ARRAY(SELECT n.value FROM salience.person_names n WHERE n.person_id = z.id AND n.kind = 'name')) ORDER BY z.id) FROM (
      SELECT * FROM salience.people WHERE agent_id = p_agent AND proposed_zone IS NOT NULL AND proposal_told_at IS NULL LIMIT 20) z), '[]'),
    'focus', (SELECT jsonb_build_object('text', f.text, 'setAt', f.set_at, 'trust', f.trust) FROM salience.focuses f
      WHERE f.thread_id = p_thread AND f.cleared_at IS NULL));
END $$;
