-- Carries out what was decided about notices that due_notices locked in this transaction. p: {now, decisions: [{turnId, agentId} and
-- {lookAt}, {settledAs, reason} or {deliveries: [{id, channelId}]}]}.
CREATE OR REPLACE FUNCTION salience.decide_notices(p jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  INSERT INTO salience.deliveries (id, agent_id, channel_id, kind, turn_id, next_at, created_at)
  SELECT e->>'id', d->>'agentId', e->>'channelId', 'notice', d->>'turnId', v_now, v_now
  FROM jsonb_array_elements(p->'decisions') d, jsonb_array_elements(d->'deliveries') e
  -- A channel that was removed meanwhile gets nothing more.
  JOIN salience.channels c ON c.id = e->>'channelId' AND c.state = 'confirmed'
  ON CONFLICT (turn_id, channel_id) WHERE turn_id IS NOT NULL DO NOTHING;
  UPDATE salience.notices n SET look_at = (d->>'lookAt')::timestamptz, settled_as = d->>'settledAs', reason = d->>'reason',
    settled_at = CASE WHEN d->>'settledAs' IS NOT NULL THEN v_now END
  FROM jsonb_array_elements(p->'decisions') d WHERE n.turn_id = d->>'turnId' AND n.settled_at IS NULL;
  PERFORM salience.settle_notice(d->>'turnId', v_now) FROM jsonb_array_elements(p->'decisions') d WHERE d ? 'deliveries';
END $$;
