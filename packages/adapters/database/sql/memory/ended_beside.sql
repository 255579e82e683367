-- The ended statements (ended_statements) of what a search found, p_found as load_memories returns it, and of the exchanges p.beside
-- that are shown with it; as of p.until, else p.at. Null if nothing has ended, as for most agents; that costs three index look-ups.
CREATE OR REPLACE FUNCTION salience.ended_beside(p_agent text, p_found json, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := coalesce((p->>'until')::timestamptz, (p->>'at')::timestamptz, now());
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF NOT salience.has_ended(p_agent, v_at) THEN RETURN NULL; END IF;
  RETURN salience.ended_statements(p_agent, (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'exchange', i.exchange)) FROM (
    SELECT x.id, x.kind, x.exchange_id AS exchange FROM json_to_recordset(p_found->'items') x(id text, kind text, exchange_id text)
    UNION ALL SELECT x.id, x.kind, x.exchange_id FROM json_to_recordset(p_found->'recent') x(id text, kind text, exchange_id text)
    UNION ALL SELECT x, 'exchange', x FROM jsonb_array_elements_text(coalesce(p->'beside', '[]')) x) i), v_at);
END $$;
