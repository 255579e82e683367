-- What is stored of the persons and keys, and of the subjects and keys, that statements speak of. p = {agentId, traits: [{person, key,
-- from, exchangeId}], facts: [{subject, keys}]}. A trait comes with all that was said of it; where everything that is new was said after
-- that (from: the first of it; null where something was taken away), with its end alone. A fact comes with all of its key and with
-- what may deny it. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.load_statements(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
BEGIN
  RETURN jsonb_build_object(
    'traits', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('person', k.person, 'key', k.key, 'whole', w.whole,
        'traits', (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM salience.traits t
          WHERE t.agent_id = v_agent AND t.person = k.person AND t.key = k.key AND (w.whole OR t.valid_to IS NULL)),
        'statements', (SELECT coalesce(jsonb_agg(s.said), '[]') FROM (
          SELECT to_jsonb(a) AS said FROM salience.trait_sources a
          WHERE w.whole AND a.agent_id = v_agent AND a.person = k.person AND a.key = k.key
          UNION ALL
          SELECT to_jsonb(a) FROM salience.traits t JOIN salience.trait_sources a ON a.id = t.id
          WHERE NOT w.whole AND t.agent_id = v_agent AND t.person = k.person AND t.key = k.key AND t.valid_to IS NULL) s))), '[]')
      FROM jsonb_to_recordset(p->'traits') AS k(person text, key text, "from" timestamptz, "exchangeId" text)
      CROSS JOIN LATERAL (
        SELECT k."from" IS NULL OR coalesce((
          SELECT (l.said_at, l.exchange_id) >= (k."from", k."exchangeId") FROM salience.trait_sources l
          WHERE l.agent_id = v_agent AND l.person = k.person AND l.key = k.key ORDER BY l.said_at DESC, l.exchange_id DESC LIMIT 1), false) AS whole) w),
    'facts', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'subject', f.subject, 'key', f.key, 'value', f.value, 'trust', f.trust,
        'said_at', f.said_at, 'single_valued', f.single_valued, 'valid_from', f.valid_from, 'valid_to', f.valid_to,
        'superseded_by', f.superseded_by)), '[]')
      FROM jsonb_to_recordset(p->'facts') AS k(subject text, keys text[])
      JOIN salience.facts f ON f.agent_id = v_agent AND lower(f.subject) = k.subject AND f.key = ANY (k.keys)),
    'denials', (
      SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]')
      FROM jsonb_to_recordset(p->'facts') AS k(subject text, keys text[])
      JOIN salience.trait_sources s ON s.agent_id = v_agent AND lower(s.person) = k.subject AND (s.ends OR left(s.key, 6) = 'taste:')
      WHERE split_part(s.key, ':', 1) = ANY (k.keys) OR (left(s.key, 6) = 'taste:' AND k.keys && '{likes,dislikes}'::text[])));
END $$;
