-- Commits several turns of one agent, each as commit_turn does under its own fence; answers in the order asked. An error undoes all
-- of them, and the caller commits them one by one.
CREATE OR REPLACE FUNCTION salience.commit_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  FOR v_item IN SELECT value AS c, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'threadId' LOOP
    v_results[v_item.place] := salience.commit_turn(v_item.c);
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
