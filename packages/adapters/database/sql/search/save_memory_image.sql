-- Replaces an agent's image, whatever model the old one is of. p_since: the oldest transaction that any of it was read from; p_from: the one
-- from which a reader of it goes on. Returns false, and changes nothing, if anything was forgotten since, or another one reaches further.
-- Forgetting holds the same lock, so none is under way. Called in the transaction that has read what is in it: if the server fails in
-- between, and with it rows that were seen but not yet durable, this transaction fails too.
CREATE OR REPLACE FUNCTION salience.save_memory_image(p_agent text, p_model text, p_since xid8, p_from xid8, p_parts bytea[])
RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.lock_memory(p_agent);
  IF EXISTS (SELECT 1 FROM salience.forget_requests r WHERE r.agent_id = p_agent AND r.stepped_xid >= p_since) THEN RETURN false; END IF;
  IF EXISTS (SELECT 1 FROM salience.memory_images i WHERE i.agent_id = p_agent AND i.model_id = p_model AND i.from_xid > p_from
    AND i.written_xid::xid = i.xmin) THEN RETURN false; END IF;
  DELETE FROM salience.memory_images WHERE agent_id = p_agent;
  INSERT INTO salience.memory_images (agent_id, model_id, part, from_xid, bytes)
  SELECT p_agent, p_model, n, p_from, part FROM unnest(p_parts) WITH ORDINALITY AS x(part, n);
  RETURN true;
END $$;
