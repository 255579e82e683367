-- What happened lately with these agents, and in rooms and policies: ids, states and times, never words. p: {agents, now, windowMs, limit}. Of each agent and kind at
-- most `limit`, the latest. `key` is unique and stable, so a reader with overlapping windows can drop duplicates. It runs with its caller's rights, one agent after
-- the other, so row-level security holds. What is asked for each second is planned anew: a plan that was made for any window would read an agent's whole past.
CREATE OR REPLACE FUNCTION salience.console_events(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_from timestamptz := (p->>'now')::timestamptz - (p->>'windowMs')::bigint * interval '1 millisecond';
  v_limit integer := (p->>'limit')::integer;
  -- Ids begin with their milliseconds, so primary keys find the latest rows without another index.
  v_hex text := lpad(to_hex(greatest(0, floor(extract(epoch FROM v_from) * 1000))::bigint), 12, '0');
  v_agent text;
BEGIN
  FOR v_agent IN SELECT jsonb_array_elements_text(p->'agents') LOOP
    PERFORM set_config('app.agent', v_agent, true);
    RETURN QUERY SELECT v FROM salience.console_turns(v_agent, v_from, v_hex, v_limit) v;
    RETURN QUERY SELECT jsonb_build_object('type', x.type, 'key', x.key, 'agentId', v_agent, 'id', x.id, 'at', x.at) || x.more FROM (
      (SELECT 'signal' AS type, 'signal.' || s.id AS key, s.id, s.taken_at AS at, '{}'::jsonb AS more
        FROM salience.signals s WHERE s.agent_id = v_agent AND s.taken_at >= v_from ORDER BY s.taken_at DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'activation', 'activation.' || a.id || '.' || a.state || coalesce('.' || extract(epoch FROM a.labelled_at), ''), a.id,
          greatest(a.opened_at, a.asked_at, a.labelled_at), jsonb_build_object('state', a.state)
        FROM (SELECT * FROM salience.activations WHERE activations.agent_id = v_agent ORDER BY activations.opened_at DESC LIMIT v_limit) a
        WHERE greatest(a.opened_at, a.asked_at, a.labelled_at) >= v_from)
      UNION ALL
      (SELECT 'thought', 'thought.' || t.id, t.id, t.created_at, '{}'
        FROM salience.thoughts t WHERE t.agent_id = v_agent AND t.created_at >= v_from ORDER BY t.created_at DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'schedule', 'schedule.' || s.id, s.id, s.created_at, jsonb_build_object('state', s.state)
        FROM salience.schedules s WHERE s.agent_id = v_agent AND s.id >= 'sch_' || v_hex ORDER BY s.id DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'schedule', 'schedule.' || s.id || '.' || s.state, s.id, s.cancelled_at, jsonb_build_object('state', s.state)
        FROM salience.schedules s WHERE s.agent_id = v_agent AND s.cancelled_at >= v_from ORDER BY s.cancelled_at DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'memory', 'memory.' || g.id, g.id, g.created_at, '{"kind": "gist"}'
        FROM salience.gists g WHERE g.agent_id = v_agent AND g.created_at >= v_from ORDER BY g.created_at DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'memory', 'memory.' || f.id, f.id, salience.instant_of_id(f.id), '{"kind": "fact"}'
        FROM salience.facts f WHERE f.agent_id = v_agent AND f.id >= 'fact_' || v_hex ORDER BY f.id DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'memory', 'memory.' || e.id, e.id, e.created_at, '{"kind": "episode"}'
        FROM salience.episodes e WHERE e.agent_id = v_agent AND e.id >= 'ep_' || v_hex ORDER BY e.id DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'memory', 'memory.' || c.id, c.id, salience.instant_of_id(c.id), '{"kind": "concept"}'
        FROM salience.concepts c WHERE c.agent_id = v_agent AND c.id >= 'con_' || v_hex ORDER BY c.id DESC LIMIT v_limit)
      UNION ALL
      -- So that no page keeps words that were forgotten elsewhere: when it was asked for, and when all of it was gone.
      (SELECT 'memory', 'memory.' || f.id || CASE WHEN f.gone_at IS NULL THEN '.asked' ELSE '.gone' END, f.id, greatest(f.requested_at, f.gone_at),
          jsonb_build_object('kind', 'forgotten', 'state', CASE WHEN f.gone_at IS NULL THEN 'asked' ELSE 'gone' END)
        FROM (SELECT * FROM salience.forget_requests WHERE forget_requests.agent_id = v_agent ORDER BY forget_requests.requested_at DESC LIMIT v_limit) f
        WHERE greatest(f.requested_at, f.gone_at) >= v_from)
    ) x;
  END LOOP;
  RETURN QUERY SELECT jsonb_build_object('type', 'policy', 'key', 'policy.' || c.id, 'agentId', NULL, 'id', c.id, 'at', c.at, 'policy', c.policy)
    FROM salience.policy_heads h CROSS JOIN LATERAL (SELECT * FROM salience.policy_changes x WHERE x.policy = h.name AND x.at >= v_from
      ORDER BY x.at DESC LIMIT v_limit) c;
  RETURN QUERY SELECT r || jsonb_build_object('type', 'room', 'key', 'room.' || (r->>'room') || '.' || (r->>'seq'), 'agentId', NULL, 'id', r->>'room')
    FROM salience.rooms_since(jsonb_build_object('from', v_from, 'agents', p->'agents', 'limit', v_limit)) r;
END $$;
