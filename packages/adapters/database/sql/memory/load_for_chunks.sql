-- Exchanges to be chunked, each with up to two before it, the state of the world when it was said, and what is known of its speaker: the
-- name and the keys of current traits, core ones first. External text contributes neither (law 10).
CREATE OR REPLACE FUNCTION salience.load_for_chunks(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT CASE WHEN e.id IS NOT NULL THEN jsonb_build_object(
    'exchange', salience.exchange_view(e),
    'before', coalesce((SELECT jsonb_agg(salience.exchange_view(b) ORDER BY b.seq) FROM (
      SELECT * FROM salience.exchanges x WHERE x.thread_id = e.thread_id AND x.seq < e.seq ORDER BY x.seq DESC LIMIT 2) b), '[]'),
    'world', salience.world_of(p_agent, e.thread_id, e.said_at),
    'known', (SELECT jsonb_build_object('name', (array_agg(k.value) FILTER (WHERE k.key = 'name'))[1],
        'keys', coalesce(jsonb_agg(k.key ORDER BY k.place) FILTER (WHERE k.first), '[]'))
      FROM (
        SELECT split_part(t.key, ':', 1) AS key, t.value, row_number() OVER told AS place,
          row_number() OVER (PARTITION BY split_part(t.key, ':', 1) ORDER BY (t.category = 'core') DESC, t.confidence DESC, t.id) = 1 AS first
        FROM salience.traits t
        WHERE t.agent_id = p_agent AND t.person = coalesce(nullif(btrim(e.speaker), ''), 'user') AND t.valid_to IS NULL AND t.literal
          AND t.trust <> 'external'
        WINDOW told AS (ORDER BY (t.category = 'core') DESC, (t.origin = 'explicit') DESC, t.confidence DESC, t.id)
        ORDER BY (t.category = 'core') DESC, (t.origin = 'explicit') DESC, t.confidence DESC, t.id LIMIT 60) k)) END
  FROM unnest(p_ids) WITH ORDINALITY i(id, place) LEFT JOIN salience.exchanges e ON e.id = i.id ORDER BY i.place;
END $$;
