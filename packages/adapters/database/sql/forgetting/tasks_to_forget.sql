-- The tasks that a request names by themselves, whether or not a turn has worked on them: by id, thread, source, time, whom they are from or for, or what
-- they were made of. p_about: as turns_to_forget takes it; tasks are read like turns.
CREATE OR REPLACE FUNCTION salience.tasks_to_forget(r salience.forget_requests, p_about text[]) RETURNS SETOF text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH called AS MATERIALIZED (SELECT salience.names_to_forget(r) AS names, ARRAY(SELECT salience.inbound_to_forget(r)) AS inbound)
  SELECT t.id FROM salience.tasks t CROSS JOIN called c WHERE t.agent_id = r.agent_id AND t.created_at <= r.requested_at AND t.title <> '[forgotten]'
    AND (t.inbound_id = ANY (c.inbound) OR CASE r.scope
      WHEN 'item' THEN t.id = r.target
      WHEN 'thread' THEN t.thread_id = r.target
      WHEN 'source' THEN t.source = r.target
      WHEN 'period' THEN t.created_at >= split_part(r.target, '/', 1)::timestamptz AND t.created_at < split_part(r.target, '/', 2)::timestamptz
      WHEN 'statement' THEN t.id = ANY (p_about)
      WHEN 'person' THEN t.id = ANY (p_about) OR lower(t.speaker) = ANY (c.names)
        -- A name alone, an address alone, or both, one of them in brackets.
        OR regexp_split_to_array(lower(btrim(t.from_name, ' <>()"')), '\s*[<>()"]+\s*') && c.names
        OR (lower(r.target) = 'user' AND t.speaker IS NULL AND t.inbound_id IS NULL)
      ELSE false END)
$$;
