-- What a request names of the monologue, the actions and the goals beside turns, as names of rows (`pfc_monologue:12`): what came of a person's words, what is of a period, or one
-- of them. p_names: the person's, in lower case.
CREATE OR REPLACE FUNCTION salience.pfc_to_forget(r salience.forget_requests, p_names text[]) RETURNS SETOF text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH item AS (
    SELECT 'pfc_monologue:' || m.id AS name, m.created_at AS at, lower(btrim(m.trigger_author)) AS author FROM salience.pfc_monologue m WHERE m.agent_id = r.agent_id
    UNION ALL SELECT 'pfc_action_log:' || a.id, a.created_at, NULL FROM salience.pfc_action_log a WHERE a.agent_id = r.agent_id
    UNION ALL SELECT 'pfc_goals:' || g.id, g.created_at, NULL FROM salience.pfc_goals g WHERE g.agent_id = r.agent_id
  ) SELECT i.name FROM item i WHERE CASE r.scope
    WHEN 'person' THEN i.author = ANY (p_names)
    WHEN 'period' THEN salience.within_target(r, i.at)
    WHEN 'item' THEN i.name = r.target
    ELSE false END
$$;
