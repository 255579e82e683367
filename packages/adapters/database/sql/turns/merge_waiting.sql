-- Merges the messages that wait directly behind the given one into the last of them: the earlier ones end merged, the last holds all
-- texts, separated by line breaks. Only messages with the same speaker, source, trust, context and right to approve, so that no speaker is
-- credited with another's words; at most 20 messages and 16,000 characters, the rest waits for the next call. Runs under the lane's lock. Returns the
-- merged turns in order, or null if there is nothing to merge.
CREATE OR REPLACE FUNCTION salience.merge_waiting(p_first salience.turns, p_fence bigint, p_now timestamptz)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_member salience.turns;
  v_members salience.turns[] := ARRAY[p_first];
  v_text text := p_first.text;
  v_last salience.turns := p_first;
BEGIN
  FOR v_turn IN
    SELECT * FROM salience.turns WHERE thread_id = p_first.thread_id AND seq > p_first.seq ORDER BY seq FOR UPDATE
  LOOP
    CONTINUE WHEN v_turn.state NOT IN ('pending', 'running'); -- was cancelled while it waited
    EXIT WHEN NOT v_turn.mergeable OR v_turn.started_at IS NOT NULL OR v_turn.state <> 'pending'
      OR v_turn.speaker IS DISTINCT FROM p_first.speaker OR v_turn.source <> p_first.source
      OR v_turn.trust <> p_first.trust OR v_turn.may_approve <> p_first.may_approve OR v_turn.context IS DISTINCT FROM p_first.context
      OR cardinality(v_members) = 20 OR length(v_text) + 1 + length(v_turn.text) > 16000;
    v_text := v_text || E'\n' || v_turn.text;
    v_members := v_members || v_turn;
    v_last := v_turn;
  END LOOP;
  IF v_last.id = p_first.id THEN RETURN NULL; END IF;
  v_members := trim_array(v_members, 1);
  UPDATE salience.turns SET own_text = text, text = v_text WHERE id = v_last.id;
  FOREACH v_member IN ARRAY v_members LOOP
    UPDATE salience.turns SET merged_into = v_last.id WHERE id = v_member.id;
    PERFORM salience.end_turn(v_member, 'merged', p_fence, p_now, NULL);
  END LOOP;
  RETURN (SELECT array_agg(m.id ORDER BY m.seq) FROM unnest(v_members) m);
END $$;
