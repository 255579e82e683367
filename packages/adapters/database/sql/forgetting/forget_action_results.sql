-- Deletes what the actions of these turns created: schedules, list items, focuses and scenarios of tools. p_keys: the idempotency keys
-- of the actions.
CREATE OR REPLACE FUNCTION salience.forget_action_results(r salience.forget_requests, p_turns text[], p_keys text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ids text[];
BEGIN
  v_ids := ARRAY(SELECT id FROM salience.schedules WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.leave_tombstones(r, 'schedule', v_ids, p_now);
  DELETE FROM salience.schedules WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.list_items WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.leave_tombstones(r, 'listItem', v_ids, p_now);
  DELETE FROM salience.list_items WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.focuses WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.leave_tombstones(r, 'focus', v_ids, p_now);
  DELETE FROM salience.focuses WHERE id = ANY (v_ids);
  DELETE FROM salience.tool_scenarios WHERE agent_id = r.agent_id AND run_id = ANY (p_turns);
END $$;
