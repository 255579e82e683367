-- The newest buffered thoughts of a channel, or of all, the oldest first. With `clear` exactly these leave the buffer, and where there were any the hand rests; of two at once the second gets none.
-- With ids only these count. p: {agentId, channel, max, clear, ids, now, synthesisId, trust}. Returns {thoughts, totalBuffered, synthesisId}.
CREATE OR REPLACE FUNCTION salience.take_synthesis(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_channel text := p->>'channel';
  v_trust text := p->>'trust';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_clear boolean := (p->>'clear')::boolean;
  v_channels text[];
  v_rooms text[];
  v_only integer[] := CASE WHEN p ? 'ids' THEN ARRAY(SELECT jsonb_array_elements_text(p->'ids')::integer) END;
  v_ids integer[];
  v_total integer;
BEGIN
  IF v_clear THEN
    v_channels := salience.channels_of(v_agent, v_channel);
    v_rooms := salience.enter_rooms(v_agent, v_channels);
    v_clear := pg_try_advisory_xact_lock(hashtextextended('synthesis ' || v_agent || ' ' || coalesce(v_channel, ''), 0));
    IF NOT v_clear THEN RETURN '{"thoughts": [], "totalBuffered": 0, "synthesisId": null}'; END IF;
  END IF;
  SELECT count(*) INTO v_total FROM salience.pfc_monologue m WHERE m.agent_id = v_agent AND m.consumed_at IS NULL
    AND (v_channel IS NULL OR m.channel = v_channel) AND (v_trust IS NULL OR m.trust = v_trust);
  IF v_clear THEN
    WITH taken AS (
      SELECT m.id FROM salience.pfc_monologue m WHERE m.agent_id = v_agent AND m.consumed_at IS NULL AND (v_channel IS NULL OR m.channel = v_channel)
        AND (v_trust IS NULL OR m.trust = v_trust) AND (v_only IS NULL OR m.id = ANY (v_only)) ORDER BY m.created_at DESC, m.id DESC LIMIT (p->>'max')::integer FOR UPDATE
    ), cleared AS (
      UPDATE salience.pfc_monologue m SET synthesis_id = p->>'synthesisId', consumed_at = v_now FROM taken WHERE m.id = taken.id RETURNING m.id
    ) SELECT coalesce(array_agg(id), '{}') INTO v_ids FROM cleared;
    v_channels := ARRAY(SELECT c FROM unnest(v_channels) c WHERE c IN (SELECT m.channel FROM salience.pfc_monologue m WHERE m.id = ANY (v_ids)));
    PERFORM salience.rest_hands(v_agent, v_channels, v_rooms, v_trust, v_now);
  ELSE
    v_ids := ARRAY(SELECT m.id FROM salience.pfc_monologue m WHERE m.agent_id = v_agent AND m.consumed_at IS NULL AND (v_channel IS NULL OR m.channel = v_channel)
      AND (v_trust IS NULL OR m.trust = v_trust) AND (v_only IS NULL OR m.id = ANY (v_only)) ORDER BY m.created_at DESC, m.id DESC LIMIT (p->>'max')::integer);
  END IF;
  RETURN jsonb_build_object('totalBuffered', greatest(v_total, cardinality(v_ids)), 'synthesisId', CASE WHEN v_clear AND v_ids <> '{}' THEN p->>'synthesisId' END,
    'thoughts', (SELECT coalesce(jsonb_agg(salience.thought_view(m, coalesce(t.own_text, t.text)) ORDER BY m.created_at, m.id), '[]')
      FROM salience.pfc_monologue m LEFT JOIN salience.turns t ON t.id = m.turn_id WHERE m.id = ANY (v_ids)));
END $$;
