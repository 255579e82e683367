-- Retries or drops dead letters: one by its id, or many by a filter, oldest first and as many as there are outboxIds. Retried ones
-- enter the outbox; the audit row is written in the same transaction. A letter of no agent cannot be retried. p: {outcome: retried |
-- dropped, id | agentId, queue, code, outboxIds, actor, auditId}. Returns {settled: [ids], unsendable: n, more}.
CREATE OR REPLACE FUNCTION salience.settle_dead_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_retry boolean := p->>'outcome' = 'retried';
  v_limit integer := jsonb_array_length(p->'outboxIds');
  v_row salience.dead_letters;
  v_settled text[] := '{}';
  v_unsendable integer := 0;
  v_more boolean := false;
BEGIN
  FOR v_row IN
    SELECT * FROM salience.dead_letters WHERE state = 'dead'
      AND (p->>'id' IS NULL OR id = p->>'id') AND (p->>'agentId' IS NULL OR agent_id = p->>'agentId')
      AND (p->>'queue' IS NULL OR queue = p->>'queue') AND (p->>'code' IS NULL OR code = p->>'code')
      AND (p->>'id' IS NOT NULL OR NOT v_retry OR agent_id IS NOT NULL)
    ORDER BY created_at, id LIMIT v_limit + 1 FOR UPDATE
  LOOP
    IF v_retry AND v_row.agent_id IS NULL THEN v_unsendable := v_unsendable + 1; CONTINUE; END IF;
    IF cardinality(v_settled) = v_limit THEN v_more := true; EXIT; END IF;
    UPDATE salience.dead_letters SET state = p->>'outcome', settled_at = now() WHERE id = v_row.id;
    v_settled := v_settled || v_row.id;
    IF v_retry THEN
      INSERT INTO salience.outbox (id, agent_id, job, payload)
      VALUES (p->'outboxIds'->>(cardinality(v_settled) - 1), v_row.agent_id, v_row.job, v_row.payload);
    END IF;
  END LOOP;
  IF cardinality(v_settled) > 0 THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor',
      'action', 'dead-letter.' || CASE WHEN v_retry THEN 'retry' ELSE 'drop' END, 'target', p->>'id',
      'details', jsonb_build_object('count', cardinality(v_settled), 'ids', to_jsonb(v_settled))));
  END IF;
  RETURN jsonb_build_object('settled', to_jsonb(v_settled), 'unsendable', v_unsendable, 'more', v_more);
END $$;

ALTER FUNCTION salience.settle_dead_letters OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.settle_dead_letters FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.settle_dead_letters TO salience_consumer, salience_operator;
