-- Claims several lanes of one agent, each as claim_lane does, and answers in the order asked. Lanes are locked in the order of their
-- threads, so that two batches cannot deadlock.
CREATE OR REPLACE FUNCTION salience.claim_lanes(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  IF jsonb_array_length(p) = 1 THEN RETURN jsonb_build_array(salience.claim_lane(p->0)); END IF;
  PERFORM set_config('lock_timeout', '50ms', true);
  FOR v_item IN SELECT value AS c, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'threadId' LOOP
    v_results[v_item.place] := salience.claim_lane(v_item.c);
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
