-- Ranges for their episodes with their exchanges and what is known of each (gists, facts, how its words felt, 0 to 1), or null, in the
-- order asked.
CREATE OR REPLACE FUNCTION salience.load_ranges(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'threadId', r.thread_id,
    'firstSeq', r.first_seq, 'lastSeq', r.last_seq, 'reason', r.reason, 'state', r.state, 'createdAt', r.created_at,
    'traceparent', r.traceparent,
    'exchanges', coalesce((SELECT jsonb_agg(salience.exchange_view(e) || jsonb_build_object(
      'sentiment', (SELECT round(k.sentiment::numeric, 3) FROM salience.chunks k WHERE k.exchange_id = e.id),
      'gists', (SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'content', content, 'confidence', confidence)), '[]')
        FROM salience.gists WHERE exchange_id = e.id),
      'facts', (SELECT coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value, 'confidence', confidence)), '[]')
        FROM salience.facts WHERE exchange_id = e.id)) ORDER BY e.seq)
      FROM salience.exchanges e WHERE e.thread_id = r.thread_id AND e.seq BETWEEN r.first_seq AND r.last_seq), '[]')) END
  FROM unnest(p_ids) WITH ORDINALITY i(id, place) LEFT JOIN salience.ranges r ON r.id = i.id ORDER BY i.place;
END $$;
