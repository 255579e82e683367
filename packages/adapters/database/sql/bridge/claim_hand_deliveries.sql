-- Takes hands that are to be told, for a while, in the order in which they are due; of one hand nothing is told while something older is on its way, or it would come last. One that is too old, a raised one that is
-- down again, and a lowered one that is up again are late, and leave nobody (law 4: raising and lowering are safe to repeat under their key, doing so late is not). p: {now, limit, seconds, lateMs}. Returns {late, deliveries: [{agentId, agent, channel, version, target, key, attempt, createdAt, reason, bid, raisedAt, url, secret,
-- oldSecret}]}; url and secret are those of the Bridge, or of the webhook, and null where there is none any more.
CREATE OR REPLACE FUNCTION salience.claim_hand_deliveries(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_before timestamptz := v_now - (p->>'lateMs')::integer * interval '1 millisecond';
  v_late integer;
  v_taken jsonb;
BEGIN
  WITH old AS MATERIALIZED (
    SELECT d.agent_id, d.channel, d.version, d.target FROM salience.hand_deliveries d
    WHERE d.state IN ('pending', 'unknown') AND d.next_at <= v_now AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
      AND salience.late_hand(d, v_before)
    ORDER BY d.next_at LIMIT (p->>'limit')::integer FOR UPDATE OF d SKIP LOCKED
  ) UPDATE salience.hand_deliveries d SET state = CASE d.state WHEN 'unknown' THEN 'unknown' ELSE 'late' END, settled_at = v_now, claimed_until = NULL, next_at = 'infinity'
    FROM old WHERE (d.agent_id, d.channel, d.version, d.target) = (old.agent_id, old.channel, old.version, old.target);
  GET DIAGNOSTICS v_late = ROW_COUNT;
  WITH mine AS MATERIALIZED (
    SELECT d.agent_id, d.channel, d.version, d.target FROM salience.hand_deliveries d
    WHERE d.state IN ('pending', 'unknown') AND d.next_at <= v_now AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
      AND NOT EXISTS (SELECT FROM salience.hand_deliveries o WHERE o.agent_id = d.agent_id AND o.channel = d.channel AND o.version < d.version
        AND starts_with(o.target, 'bridge') AND starts_with(d.target, 'bridge') AND o.claimed_until >= clock_timestamp())
      -- More may be late than one look takes.
      AND NOT salience.late_hand(d, v_before)
    ORDER BY d.next_at, d.agent_id, d.channel LIMIT (p->>'limit')::integer FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE salience.hand_deliveries d SET attempts = d.attempts + 1, claimed_until = clock_timestamp() + (p->>'seconds')::integer * interval '1 second'
    FROM mine WHERE (d.agent_id, d.channel, d.version, d.target) = (mine.agent_id, mine.channel, mine.version, mine.target) RETURNING d.*
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', d.agent_id, 'agent', a.name, 'channel', d.channel, 'version', d.version, 'target', d.target, 'key', d.key,
    'attempt', d.attempts, 'createdAt', d.created_at, 'reason', h.reason, 'bid', h.bid, 'raisedAt', h.raised_at,
    'url', CASE WHEN starts_with(d.target, 'bridge') THEN b.url ELSE c.target END, 'secret', CASE WHEN starts_with(d.target, 'bridge') THEN b.key ELSE c.secret END,
    'oldSecret', CASE WHEN c.old_secret_until > v_now THEN c.old_secret END) ORDER BY d.next_at), '[]')
  INTO v_taken FROM taken d JOIN salience.agents a ON a.id = d.agent_id
  LEFT JOIN salience.pfc_hands h ON h.agent_id = d.agent_id AND h.channel = d.channel
  LEFT JOIN salience.bridges b ON starts_with(d.target, 'bridge') AND b.agent_id = d.agent_id
  LEFT JOIN salience.channels c ON d.target = 'webhook:' || c.id AND c.agent_id = d.agent_id AND c.kind = 'webhook' AND c.state = 'confirmed';
  RETURN jsonb_build_object('late', v_late, 'deliveries', v_taken);
END $$;
