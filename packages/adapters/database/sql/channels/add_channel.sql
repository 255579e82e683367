-- Adds a channel of a person, unconfirmed, and the delivery that takes a code to it. p: {id, agentId, kind, target, secret, now, deliveryId,
-- ownerId} and, unless the owner is meant, {person}. Returns {status: added | exists | full | no_person}.
CREATE OR REPLACE FUNCTION salience.add_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_person text;
BEGIN
  -- A statement of its own: what reads people sees those that were there before its statement.
  IF p->>'person' IS NULL THEN PERFORM salience.ensure_owner(v_agent, p->>'ownerId', v_now); END IF;
  v_person := salience.person_of(v_agent, p->>'person');
  IF v_person IS NULL THEN RETURN '{"status": "no_person"}'; END IF;
  -- Each is called for every notice.
  IF (SELECT count(*) >= 50 FROM salience.channels WHERE agent_id = v_agent AND state <> 'removed') THEN RETURN '{"status": "full"}'; END IF;
  INSERT INTO salience.channels (id, agent_id, person_id, kind, target, secret, created_at)
  VALUES (p->>'id', v_agent, v_person, p->>'kind', p->>'target', p->>'secret', v_now)
  ON CONFLICT (agent_id, kind, target) WHERE state <> 'removed' DO NOTHING;
  IF NOT FOUND THEN RETURN '{"status": "exists"}'; END IF;
  INSERT INTO salience.deliveries (id, agent_id, channel_id, kind, next_at, created_at)
  VALUES (p->>'deliveryId', v_agent, p->>'id', 'code', v_now, v_now);
  RETURN '{"status": "added"}';
END $$;
