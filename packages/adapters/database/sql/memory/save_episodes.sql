-- Stores several episodes of one agent, each as save_episode does, and settles what repeats what; answers in the order asked.
CREATE OR REPLACE FUNCTION salience.save_episodes(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  FOR v_item IN SELECT value AS e, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'rangeId' LOOP
    v_results[v_item.place] := salience.save_episode(v_item.e);
  END LOOP;
  -- Last of all, as settling asks.
  PERFORM salience.settle_episodes(p->0->>'agentId', ARRAY(SELECT e.said_key FROM jsonb_array_elements(p) i
    JOIN salience.episodes e ON e.id = i->>'id' WHERE e.said_key IS NOT NULL));
  RETURN to_jsonb(v_results);
END $$;
