-- Statements and when they held: facts, traits, and relations between concepts. p = {agentId, names, at, before, id, limit, subjects}: those of one of these subjects
-- (lower case; left out: of all), that held at `at` (left out: at any time), the latest to begin first, after the place (before, id). Gives {items, subjects}:
-- `subjects` is of whom or what there are statements, the most first, at most so many; null where `subjects` is left out.
CREATE OR REPLACE FUNCTION salience.memory_statements(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_all boolean := NOT p ? 'names';
  v_names text[] := ARRAY(SELECT jsonb_array_elements_text(p->'names'));
  v_at timestamptz := (p->>'at')::timestamptz;
  v_before timestamptz := coalesce(p->>'before', 'infinity')::timestamptz;
  v_items jsonb;
  v_subjects jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'id', l.id, 'subject', l.subject, 'key', l.key, 'value', l.value, 'valid_from', l.since,
      'valid_to', l.until, 'superseded_by', l.superseded_by, 'confidence', l.confidence, 'trust', l.trust, 'thread_id', e.thread_id, 'turn_id', e.turn_id)
    ORDER BY l.since DESC, l.id DESC), '[]') INTO v_items
  FROM (
    SELECT s.* FROM (
      SELECT 'fact' AS kind, f.id, f.subject, f.key, f.value, date_trunc('milliseconds', coalesce(f.valid_from, f.said_at)) AS since, f.valid_to AS until,
        f.superseded_by, f.confidence, f.trust, f.exchange_id
      FROM salience.facts f WHERE f.agent_id = v_agent AND (v_all OR lower(f.subject) = ANY (v_names))
      UNION ALL
      SELECT 'trait', t.id, t.person, t.key, t.value, date_trunc('milliseconds', t.valid_from), t.valid_to, t.superseded_by, t.confidence, t.trust, t.exchange_id
      FROM salience.traits t WHERE t.agent_id = v_agent AND (v_all OR lower(t.person) = ANY (v_names))
      UNION ALL
      SELECT 'relation', r.id, a.name, r.type, b.name, date_trunc('milliseconds', r.valid_from), r.valid_to, r.closed_by, r.confidence,
        salience.lowest_trust(r.trust, salience.name_trust_of(a), salience.name_trust_of(b)),
        (SELECT min(x.exchange_id) FROM salience.relation_sources x WHERE x.relation_id = r.id)
      FROM salience.relations r JOIN salience.concepts a ON a.id = r.from_id JOIN salience.concepts b ON b.id = r.to_id
      WHERE r.agent_id = v_agent AND (v_all OR lower(a.name) = ANY (v_names) OR lower(b.name) = ANY (v_names))
    ) s
    WHERE (s.since, s.id) < (v_before, coalesce(p->>'id', '')) AND (v_at IS NULL OR (s.since <= v_at AND (s.until IS NULL OR s.until > v_at)))
    ORDER BY s.since DESC, s.id DESC LIMIT (p->>'limit')::integer
  ) l LEFT JOIN salience.exchanges e ON e.agent_id = v_agent AND e.id = l.exchange_id;
  IF p ? 'subjects' THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('subject', m.subject, 'statements', m.n, 'ended', m.ended) ORDER BY m.n DESC, m.subject), '[]') INTO v_subjects
    FROM (
      SELECT min(s.subject) AS subject, count(*) AS n, count(s.until) AS ended FROM (
        SELECT f.subject, f.valid_to AS until FROM salience.facts f WHERE f.agent_id = v_agent
        UNION ALL SELECT t.person, t.valid_to FROM salience.traits t WHERE t.agent_id = v_agent
        UNION ALL SELECT c.name, r.valid_to FROM salience.relations r JOIN salience.concepts c ON c.id IN (r.from_id, r.to_id) WHERE r.agent_id = v_agent
      ) s GROUP BY lower(s.subject) ORDER BY n DESC, 1 LIMIT (p->>'subjects')::integer
    ) m;
  END IF;
  RETURN jsonb_build_object('items', v_items, 'subjects', v_subjects);
END $$;
