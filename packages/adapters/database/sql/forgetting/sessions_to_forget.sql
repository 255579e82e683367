-- The sessions of senders that a request names: by id, or of the person whom it names, whom these messages are from.
CREATE OR REPLACE FUNCTION salience.sessions_to_forget(r salience.forget_requests, p_inbound text[]) RETURNS SETOF text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH called AS MATERIALIZED (SELECT salience.names_to_forget(r) AS names)
  SELECT s.id FROM salience.sender_sessions s CROSS JOIN called c WHERE s.agent_id = r.agent_id AND s.sender <> '[forgotten]' AND CASE r.scope
    WHEN 'item' THEN s.id = r.target
    WHEN 'person' THEN lower(s.sender) = ANY (c.names) OR EXISTS (SELECT 1 FROM salience.inbound i
      WHERE i.agent_id = r.agent_id AND i.id = ANY (p_inbound) AND i.source = s.source AND i.sender = s.sender)
    ELSE false END
$$;
