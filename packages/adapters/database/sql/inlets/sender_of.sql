-- What is known of a sender before their message is judged: whose address it is, and whether a person opened a session for them. p: {agentId, source,
-- sender, now, people (how many are told of at most)}. Returns {isOwner, isKnown, person, session, sessionUntil, people: [{name, addresses}], settings,
-- zone}.
CREATE OR REPLACE FUNCTION salience.sender_of(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_person salience.people;
BEGIN
  SELECT q.* INTO v_person FROM salience.person_names n JOIN salience.people q ON q.id = salience.person_root(n.person_id)
  WHERE n.agent_id = v_agent AND n.kind = 'mail' AND n.value = lower(btrim(p->>'sender'));
  RETURN jsonb_build_object('isOwner', coalesce(v_person.is_owner, false), 'isKnown', v_person.id IS NOT NULL, 'person', v_person.name,
    'session', EXISTS (SELECT 1 FROM salience.sender_sessions s WHERE s.agent_id = v_agent AND s.source = p->>'source' AND s.sender = p->>'sender'
      AND s.until > (p->>'now')::timestamptz AND s.revoked_at IS NULL),
    'sessionUntil', (SELECT max(s.until) FROM salience.sender_sessions s WHERE s.agent_id = v_agent AND s.source = p->>'source'
      AND s.sender = p->>'sender' AND s.revoked_at IS NULL),
    'people', coalesce((SELECT jsonb_agg(jsonb_build_object('name', x.name, 'addresses', x.addresses)) FROM (
      SELECT q.name, ARRAY(SELECT n.value FROM salience.person_names n WHERE n.agent_id = v_agent AND n.kind = 'mail' AND n.person_id = q.id) AS addresses
      FROM salience.people q WHERE q.agent_id = v_agent AND q.merged_into IS NULL ORDER BY q.created_at LIMIT (p->>'people')::integer) x), '[]'),
    'settings', (SELECT a.settings->'tasks' FROM salience.agents a WHERE a.id = v_agent),
    'zone', coalesce(v_person.zone, (SELECT q.zone FROM salience.people q WHERE q.agent_id = v_agent AND q.is_owner),
      (SELECT a.settings->>'timeZone' FROM salience.agents a WHERE a.id = v_agent)));
END $$;
