-- Writes the traits, facts, concepts and relations that were recomputed after forgetting, and leaves tombstones for those that lost
-- their last source. p: {agentId, requestId, now, statements (as in save_statements), graph (as in save_graph), concepts: [ids to
-- delete], names: {lower: names that lose trust, remove: names to delete}}. Only while the request is open, in its step's transaction.
CREATE OR REPLACE FUNCTION salience.forget_settled(p jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  r salience.forget_requests;
  v_traits text[] := ARRAY(SELECT jsonb_array_elements_text(p->'statements'->'traits'->'remove'));
  v_concepts text[] := ARRAY(SELECT jsonb_array_elements_text(p->'concepts'));
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO r FROM salience.forget_requests WHERE id = p->>'requestId' AND agent_id = p->>'agentId' FOR UPDATE;
  IF NOT FOUND OR r.state = 'done' OR p->'statements'->>'agentId' <> r.agent_id OR p->'graph'->>'agentId' <> r.agent_id THEN
    RAISE EXCEPTION 'no request of this agent to forget is under way';
  END IF;
  PERFORM salience.save_statements(p->'statements');
  PERFORM salience.leave_tombstones(r, 'trait', v_traits, v_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, v_traits);
  -- Thoughts and relations first: drop_concepts deletes the rows that lead to them.
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT DISTINCT thought_id FROM salience.thought_concepts
    WHERE agent_id = r.agent_id AND concept_id = ANY (v_concepts)), v_now);
  PERFORM salience.leave_tombstones(r, 'relation', ARRAY(SELECT jsonb_array_elements_text(p->'graph'->'relations'->'remove')
    UNION SELECT id FROM salience.relations WHERE agent_id = r.agent_id AND (from_id = ANY (v_concepts) OR to_id = ANY (v_concepts))), v_now);
  PERFORM salience.leave_tombstones(r, 'concept', v_concepts, v_now);
  PERFORM salience.save_graph(p->'graph');
  PERFORM salience.drop_concepts(r.agent_id, v_concepts);
  UPDATE salience.concept_names n SET trust = x.trust FROM jsonb_to_recordset(p->'names'->'lower') AS x(key text, kind text, trust text)
  WHERE n.agent_id = r.agent_id AND n.key = x.key AND n.kind = x.kind;
  DELETE FROM salience.concept_names n USING jsonb_to_recordset(p->'names'->'remove') AS x(key text, kind text)
  WHERE n.agent_id = r.agent_id AND n.key = x.key AND n.kind = x.kind;
END $$;
ALTER FUNCTION salience.forget_settled OWNER TO salience_fn_forgetting;
REVOKE ALL ON FUNCTION salience.forget_settled FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.forget_settled TO salience_consumer, salience_scheduler;
