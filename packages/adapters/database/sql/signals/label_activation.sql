-- Labels an activation with what somebody thinks of it: the same row of feedback that every judgement is, and the label that training reads. The latest one counts; a person's is never replaced by
-- one that was read from a reply. p: {agentId, id, feedbackId, value (-1 to 1), note, givenBy, read: it was read from a reply, choice: the module that was meant, of one that asked about several, now}.
-- Returns the row of feedback; null where the agent has no such activation, or a person's word stands.
CREATE OR REPLACE FUNCTION salience.label_activation(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_cluster text;
  v_row jsonb;
BEGIN
  UPDATE salience.activations SET label = ((p->>'value')::double precision + 1) / 2, choice = p->>'choice', labelled_by = p->>'givenBy', labelled_at = v_now
  WHERE id = p->>'id' AND agent_id = v_agent AND state <> 'open' AND NOT ((p->>'read')::boolean AND label IS NOT NULL)
  RETURNING cluster INTO v_cluster;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO salience.feedback (id, agent_id, target, value, note, given_by, created_at)
  VALUES (p->>'feedbackId', v_agent, p->>'id', (p->>'value')::real, p->>'note', p->>'givenBy', v_now)
  ON CONFLICT (agent_id, target, given_by) DO UPDATE SET value = excluded.value, note = excluded.note, created_at = excluded.created_at
  RETURNING jsonb_build_object('id', id, 'target', target, 'value', value, 'note', note, 'givenBy', given_by, 'createdAt', created_at, 'cluster', v_cluster) INTO v_row;
  PERFORM salience.note_feedback(v_agent, p->>'id', (p->>'value')::real, p->>'givenBy', v_now);
  UPDATE salience.clusters SET labels = labels + 1 WHERE agent_id = v_agent AND cluster = v_cluster;
  RETURN v_row;
END $$;
