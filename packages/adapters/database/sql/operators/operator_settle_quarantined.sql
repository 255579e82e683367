-- Retries or drops a quarantined turn with its audit row. p: that of settle_quarantined, and {actor, auditId}.
CREATE OR REPLACE FUNCTION salience.operator_settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE v_result jsonb;
BEGIN
  v_result := salience.settle_quarantined(p);
  IF v_result->>'status' = 'settled' THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor',
      'action', 'quarantine.' || (p->>'outcome'), 'target', v_result->>'turnId',
      'details', jsonb_strip_nulls(jsonb_build_object('childTurnId', v_result->'childTurnId'))));
  END IF;
  RETURN v_result;
END $$;

ALTER FUNCTION salience.operator_settle_quarantined OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.operator_settle_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_settle_quarantined TO salience_consumer, salience_operator;
