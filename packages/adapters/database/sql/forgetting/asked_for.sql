-- What the steps of a plan say, of a task that a person or the agent itself asked for. Of one that came in its inlet says it, and this is null.
CREATE OR REPLACE FUNCTION salience.asked_for(t salience.tasks) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN t.inbound_id IS NULL THEN (SELECT string_agg(s #>> '{}', E'\n') FROM jsonb_path_query(t.plan, '$.steps[*].text') s) END
$$;
