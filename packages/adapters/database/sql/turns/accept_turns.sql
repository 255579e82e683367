-- Accepts several messages of one agent in one transaction, each as accept_turn does, and answers in the order asked: as if they had come
-- one after another. Those of one thread stay in their order; threads are locked in theirs, so that two batches seldom deadlock. A batch
-- does not wait for a lock: then it fails, and its messages come alone.
CREATE OR REPLACE FUNCTION salience.accept_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  IF jsonb_array_length(p) = 1 THEN RETURN jsonb_build_array(salience.accept_turn(p->0)); END IF;
  PERFORM set_config('lock_timeout', '50ms', true);
  FOR v_item IN SELECT value AS c, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY
    ORDER BY coalesce(value->>'threadId', value->>'threadKey', value->>'caller'), ordinality
  LOOP
    v_results[v_item.place] := salience.accept_turn(v_item.c);
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
