-- Stores a model's proposals for whole stretches until their episodes are made, and counts the calls spent on overheard messages. p:
-- {agentId, day, listened, proposals: [{threadId, firstSeq, lastSeq, model, body}]}. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.save_proposals(p jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO salience.memory_proposals (thread_id, first_seq, last_seq, agent_id, model, body)
  SELECT x->>'threadId', (x->>'firstSeq')::bigint, (x->>'lastSeq')::bigint, p->>'agentId', x->>'model', x->'body'
  FROM jsonb_array_elements(p->'proposals') x
  ON CONFLICT (thread_id, first_seq) DO UPDATE SET last_seq = excluded.last_seq, model = excluded.model, body = excluded.body;
  IF (p->>'listened')::integer > 0 THEN
    UPDATE salience.memory_leases SET listened_on = (p->>'day')::date,
      listened = CASE WHEN listened_on = (p->>'day')::date THEN listened ELSE 0 END + (p->>'listened')::integer
    WHERE agent_id = p->>'agentId' AND kind = 'chunk';
  END IF;
END $$;
