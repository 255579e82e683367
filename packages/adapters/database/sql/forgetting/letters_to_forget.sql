-- The letters that a request names by themselves: by id, by whom they are for, or as answers to what came in and is forgotten. Those that its turns wrote go
-- with the turns.
CREATE OR REPLACE FUNCTION salience.letters_to_forget(r salience.forget_requests, p_inbound text[]) RETURNS SETOF text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH called AS MATERIALIZED (SELECT salience.names_to_forget(r) AS names)
  SELECT l.id FROM salience.letters l CROSS JOIN called c WHERE l.agent_id = r.agent_id AND l.recipient <> '[forgotten]'
    AND (l.inbound_id = ANY (p_inbound) OR lower(l.recipient) = ANY (c.names) OR (r.scope = 'item' AND l.id = r.target))
$$;
