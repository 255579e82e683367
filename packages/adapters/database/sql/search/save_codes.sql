-- Stores sign codes in the transaction that stores the items; repeating it changes nothing. p_codes: [{id, kind, modelId, code
-- (base64)}].
CREATE OR REPLACE FUNCTION salience.save_codes(p_agent text, p_codes jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
  SELECT p_agent, c->>'id', c->>'kind', c->>'modelId', decode(c->>'code', 'base64') FROM jsonb_array_elements(p_codes) c
  ON CONFLICT (agent_id, item_id) DO UPDATE SET model_id = excluded.model_id, code = excluded.code, written_xid = excluded.written_xid
  WHERE salience.memory_codes.code <> excluded.code OR salience.memory_codes.model_id <> excluded.model_id;
END $$;
