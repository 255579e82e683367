-- Writes several thoughts of one agent in one transaction, each as write_thought does, and answers in the order asked. Channels are taken in their order, so that two batches
-- seldom deadlock. A batch does not wait for a lock: then it fails, and its thoughts come alone.
CREATE OR REPLACE FUNCTION salience.write_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  PERFORM set_config('app.agent', p->0->>'agentId', true);
  IF jsonb_array_length(p) = 1 THEN RETURN jsonb_build_array(salience.write_thought(p->0)); END IF;
  PERFORM set_config('lock_timeout', '50ms', true);
  FOR v_item IN SELECT value AS thought, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'channel', ordinality LOOP
    v_results[v_item.place] := salience.write_thought(v_item.thought);
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
