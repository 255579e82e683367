-- Empties the buffer of a channel, or of all: the words go, and the messages stay known, so that one that comes again is no new thought. Where there were any, the hand rests. p: {agentId, channel,
-- now, trust}. Returns how many.
CREATE OR REPLACE FUNCTION salience.clear_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_channels text[] := salience.channels_of(v_agent, p->>'channel');
  v_rooms text[] := salience.enter_rooms(v_agent, v_channels);
  v_gone integer;
BEGIN
  WITH gone AS (
    UPDATE salience.pfc_monologue SET consumed_at = v_now, content = CASE WHEN turn_id IS NULL THEN '' END, trigger_author = NULL, trigger_content = NULL
    WHERE agent_id = v_agent AND consumed_at IS NULL AND (p->>'channel' IS NULL OR channel = p->>'channel') AND (p->>'trust' IS NULL OR trust = p->>'trust') RETURNING channel
  ) SELECT count(*), ARRAY(SELECT c FROM unnest(v_channels) c WHERE c IN (SELECT g.channel FROM gone g)) INTO v_gone, v_channels FROM gone;
  PERFORM salience.rest_hands(v_agent, v_channels, v_rooms, p->>'trust', v_now);
  RETURN to_jsonb(v_gone);
END $$;
