-- What came in through an inlet that a request names by itself, whether or not a task was made of it: by its id, its source, its time or whom it is from.
CREATE OR REPLACE FUNCTION salience.inbound_to_forget(r salience.forget_requests) RETURNS SETOF text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH called AS MATERIALIZED (SELECT salience.names_to_forget(r) AS names)
  SELECT i.id FROM salience.inbound i CROSS JOIN called c WHERE i.agent_id = r.agent_id AND i.received_at <= r.requested_at AND i.sender <> '[forgotten]'
    AND CASE r.scope
    WHEN 'item' THEN i.id = r.target
    WHEN 'source' THEN i.source = r.target
    WHEN 'period' THEN i.received_at >= split_part(r.target, '/', 1)::timestamptz AND i.received_at < split_part(r.target, '/', 2)::timestamptz
    WHEN 'person' THEN lower(i.sender) = ANY (c.names) OR lower(i.evidence->>'from') = ANY (c.names) OR lower(i.evidence->>'name') = ANY (c.names)
    ELSE false END
$$;
