-- The ended statements (ended_statements) of what a search found, p_found as load_memories returns it, and of the exchanges p.beside
-- that are shown with it; as of p.until, else p.at. p.rests: what of it rests on exchanges that may have said something that ended, as the
-- process knows it: [{id, source}]. What the process did not find itself is added. Null if nothing has ended.
CREATE OR REPLACE FUNCTION salience.ended_beside(p_agent text, p_found json, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := coalesce((p->>'until')::timestamptz, (p->>'at')::timestamptz, now());
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF NOT salience.has_ended(p_agent, v_at) THEN RETURN NULL; END IF;
  RETURN salience.ended_statements(p_agent, (
    WITH shown AS MATERIALIZED (
      SELECT x.id, x.kind, x.exchange_id FROM json_to_recordset(p_found->'items') x(id text, kind text, exchange_id text)
      UNION ALL SELECT x.id, x.kind, x.exchange_id FROM json_to_recordset(p_found->'recent') x(id text, kind text, exchange_id text)
    )
    SELECT jsonb_agg(jsonb_build_object('id', i.id, 'kind', 'exchange', 'exchange', i.source)) FROM (
      SELECT r.id, r.source FROM jsonb_to_recordset(p->'rests') r(id text, source text)
      WHERE r.id IN (SELECT s.id FROM shown s) OR p->'beside' ? r.id
      UNION ALL SELECT s.id, s.exchange_id FROM shown s WHERE s.kind IN ('exchange', 'fact')
        AND s.id NOT IN (SELECT f.id FROM jsonb_to_recordset(p->'found') f(id text))
    ) i), v_at);
END $$;
