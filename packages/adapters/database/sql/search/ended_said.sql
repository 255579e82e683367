-- The statements of an agent that had ended by p_at: the latest, and those that exchanges said, however old; of each kind the 12 that
-- ended last. p_ids and p_sources: what rests on which exchange, in pairs; null for nothing. Returns [{kind, subject, key, value, now (what
-- holds instead, null for nothing), at, by (the exchange that ended it), trust (of the word that ended it), saidTrust, nowTrust,
-- rests: [ids of the exchanges that said it, and of items that rest on those]}]. A kind of which nothing has ended costs one look-up, and
-- what is said is looked up one by one (OFFSET 0): a plan that was made while tables were small read all of an agent's. Runs as the recall role
-- and filters by agent itself: behind the tables' policies no index over lower() can be used, which cost 20 ms.
CREATE OR REPLACE FUNCTION salience.ended_said(p_agent text, p_ids text[], p_sources text[], p_at timestamptz)
RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  v_facts jsonb := '[]';
  v_traits jsonb := '[]';
  v_reminders jsonb := '[]';
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  IF EXISTS (SELECT FROM salience.facts f WHERE f.agent_id = p_agent AND f.valid_to <= p_at) THEN
    WITH fact_values AS MATERIALIZED (
      SELECT o.subject, o.key, o.value FROM (
        (SELECT lower(l.subject) AS subject, l.key, lower(l.value) AS value, l.valid_to FROM salience.facts l
          WHERE l.agent_id = p_agent AND l.valid_to <= p_at ORDER BY l.valid_to DESC LIMIT 6)
        UNION ALL SELECT lower(x.subject), x.key, lower(x.value), x.valid_to FROM (SELECT DISTINCT u FROM unnest(p_sources) u) r
          CROSS JOIN LATERAL (SELECT * FROM salience.facts y WHERE y.exchange_id = r.u OFFSET 0) x
          WHERE x.agent_id = p_agent AND x.valid_to <= p_at
      ) o GROUP BY 1, 2, 3 ORDER BY max(o.valid_to) DESC LIMIT 12
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'fact', 'subject', last.subject, 'key', v.key, 'value', last.value, 'now', n.value,
      'at', last.valid_to, 'by', e.exchange_id, 'trust', coalesce(e.trust, last.trust), 'saidTrust', last.trust,
      'nowTrust', coalesce(n.trust, e.trust, last.trust), 'rests', coalesce(array_remove(s.sources, NULL), '{}'))), '[]')
    INTO v_facts
    FROM fact_values v
    CROSS JOIN LATERAL (SELECT array_agg(f.exchange_id) AS sources, bool_or(f.valid_to IS NULL OR f.valid_to > p_at) AS holds,
        (array_agg(f.id ORDER BY f.valid_to DESC, f.id DESC) FILTER (WHERE f.valid_to <= p_at))[1] AS last_id
      FROM salience.facts f WHERE f.agent_id = p_agent AND lower(f.subject) = v.subject AND f.key = v.key AND lower(f.value) = v.value
        AND f.said_at <= p_at) s
    JOIN salience.facts last ON last.id = s.last_id
    LEFT JOIN salience.facts e ON e.id = last.superseded_by
    LEFT JOIN LATERAL (SELECT f.value, f.trust FROM salience.facts f
      WHERE f.agent_id = p_agent AND lower(f.subject) = v.subject AND f.key = v.key AND coalesce(f.valid_from, f.said_at) <= p_at
        AND f.valid_to IS NULL AND (f.single_valued OR f.said_at = last.valid_to)
      ORDER BY f.said_at DESC, f.id DESC LIMIT 1) n ON true
    WHERE NOT s.holds;
  END IF;

  IF EXISTS (SELECT FROM salience.traits t WHERE t.agent_id = p_agent AND t.valid_to <= p_at) THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'trait', 'subject', t.person, 'key', t.key, 'value', t.value, 'now', n.value,
      'at', t.valid_to, 'by', e.exchange_id, 'trust', coalesce(e.trust, t.trust), 'saidTrust', t.trust,
      'nowTrust', coalesce(n.trust, e.trust, t.trust), 'rests', coalesce(array_remove(s.sources, NULL), '{}'))), '[]')
    INTO v_traits
    FROM (
      SELECT i.id FROM (
        (SELECT l.id, l.valid_to FROM salience.traits l WHERE l.agent_id = p_agent AND l.valid_to <= p_at ORDER BY l.valid_to DESC LIMIT 6)
        UNION SELECT y.id, y.valid_to FROM (SELECT DISTINCT u FROM unnest(p_sources) u) r
          CROSS JOIN LATERAL (SELECT * FROM salience.trait_sources z WHERE z.exchange_id = r.u OFFSET 0) x
          JOIN salience.traits y ON y.id = x.trait_id WHERE x.agent_id = p_agent AND y.valid_to <= p_at
      ) i ORDER BY i.valid_to DESC LIMIT 12
    ) o JOIN salience.traits t ON t.id = o.id AND t.literal
    CROSS JOIN LATERAL (SELECT array_agg(x.exchange_id) AS sources FROM salience.trait_sources x WHERE x.trait_id = t.id AND NOT x.ends) s
    LEFT JOIN LATERAL (SELECT x.exchange_id, x.trust FROM salience.trait_sources x
      WHERE x.id = t.superseded_by OR (x.trait_id = t.id AND x.ends) ORDER BY x.said_at DESC LIMIT 1) e ON true
    LEFT JOIN LATERAL (SELECT x.value, x.trust FROM salience.traits x
      WHERE x.agent_id = p_agent AND x.person = t.person AND x.literal AND x.valid_from <= p_at AND (x.valid_to IS NULL OR x.valid_to > p_at)
        -- For a key with many values, the one said when this one ended.
        AND (x.key = t.key OR (strpos(t.key, ':') > 0 AND x.valid_from = t.valid_to AND split_part(x.key, ':', 1) = split_part(t.key, ':', 1)))
      ORDER BY x.key = t.key DESC, x.id DESC LIMIT 1) n ON true;
  END IF;

  IF EXISTS (SELECT FROM salience.schedules r WHERE r.agent_id = p_agent AND r.cancelled_at <= p_at) THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'reminder', 'subject', 'user', 'key', 'reminder', 'value', m.text, 'now', later.due_at::text,
      'at', m.cancelled_at, 'by', e.id, 'trust', coalesce(e.trust, m.trust), 'saidTrust', m.trust, 'nowTrust', m.trust,
      'rests', coalesce(array_remove(s.sources, NULL), '{}'))), '[]')
    INTO v_reminders
    FROM (
      (SELECT l.id FROM salience.schedules l WHERE l.agent_id = p_agent AND l.cancelled_at <= p_at ORDER BY l.cancelled_at DESC LIMIT 12)
      UNION SELECT x.id FROM (SELECT DISTINCT u FROM unnest(p_sources) u) r
        CROSS JOIN LATERAL (SELECT * FROM salience.exchanges y WHERE y.id = r.u OFFSET 0) q
        CROSS JOIN LATERAL (SELECT * FROM salience.schedules y WHERE y.made_turn_id = q.turn_id OFFSET 0) x
        WHERE q.agent_id = p_agent AND x.agent_id = p_agent
    ) o JOIN salience.schedules m ON m.id = o.id AND m.cancelled_at <= p_at
    CROSS JOIN LATERAL (SELECT array_agg(q.id) AS sources FROM salience.exchanges q WHERE q.turn_id = m.made_turn_id) s
    LEFT JOIN salience.exchanges e ON e.turn_id = m.cancelled_turn_id
    LEFT JOIN LATERAL (SELECT x.due_at FROM salience.schedules x WHERE x.made_turn_id = m.cancelled_turn_id ORDER BY x.due_at LIMIT 1) later ON true;
  END IF;

  -- Beside the exchanges that said it, what rests on these.
  RETURN (SELECT coalesce(jsonb_agg(jsonb_set(e.said, '{rests}', to_jsonb(ARRAY(
      SELECT jsonb_array_elements_text(e.said->'rests')
      UNION SELECT r.id FROM unnest(p_ids, p_sources) r(id, source) WHERE e.said->'rests' ? r.source)))), '[]')
    FROM jsonb_array_elements(v_facts || v_traits || v_reminders) e(said));
END $$;

ALTER FUNCTION salience.ended_said OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.ended_said FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.ended_said TO salience_app;
