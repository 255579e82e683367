-- Takes away what the actions of these turns made: reminders, list items, a focus, scenarios of tools.
CREATE OR REPLACE FUNCTION salience.forget_made(r salience.forget_requests, p_turns text[], p_keys text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ids text[];
BEGIN
  v_ids := ARRAY(SELECT id FROM salience.reminders WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.bury(r, 'reminder', v_ids, p_now);
  DELETE FROM salience.reminders WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.list_items WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.bury(r, 'listItem', v_ids, p_now);
  DELETE FROM salience.list_items WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.focuses WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.bury(r, 'focus', v_ids, p_now);
  DELETE FROM salience.focuses WHERE id = ANY (v_ids);
  DELETE FROM salience.tool_scenarios WHERE agent_id = r.agent_id AND run_id = ANY (p_turns);
END $$;
