-- Takes in one message that an inlet brings: the row that tells it from every other, its task, and where a person is to look at it first the request,
-- in one commit (law 2). Whoever brings it again finds the row. What was judged is what the caller found out about its sender; nothing of it is the sender's
-- to say. p: {agentId, now, inbound: {id, source, externalId, replayKey, sentKey, contentHash, sender, subject, evidence, authority, actionClass,
-- authorisation, reason, messageId}, task: {id, source, title, text, fromName, trust, grant, plan, zone, traceparent}, review: {turnId, newThreadId, approvalId, text,
-- tool, arguments, argumentsHash, tier, reason, expiresAt} of one that is to be reviewed, rate: {max, seconds, refuse (a sender who can be told to
-- come again)}, openMax, mailbox: {name, fence, uidValidity, uid} of a mail}. Returns {status: taken | duplicate | limited | full | lost,
-- inboundId, taskId, authorisation, reason, turn: {threadId, turnId, fence, heldBy} | null}. Of limited, full and lost nothing is written.
CREATE OR REPLACE FUNCTION salience.take_in(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  i jsonb := p->'inbound';
  k jsonb := p->'task';
  v_source text := p->'inbound'->>'source';
  v_says text := p->'inbound'->>'authorisation';
  v_reason text := p->'inbound'->>'reason';
  v_replay text := p->'inbound'->>'replayKey';
  v_sent_key text := p->'inbound'->>'sentKey';
  v_max integer := (p->>'openMax')::integer;
  v_proven boolean := p->'inbound'->>'authority' NOT IN ('unknown', 'owner_claimed');
  v_trusted boolean := p->'inbound'->>'authority' IN ('owner_verified', 'approved_session', 'system');
  v_open integer;
  v_known salience.inbound;
  v_turn jsonb;
  v_thread text;
  v_sent bigint;
  v_shares record;
BEGIN
  IF p ? 'mailbox' THEN
    PERFORM 1 FROM salience.mailboxes WHERE agent_id = v_agent AND name = p->'mailbox'->>'name' AND fence = (p->'mailbox'->>'fence')::bigint FOR UPDATE;
    IF NOT FOUND THEN RETURN jsonb_build_object('status', 'lost'); END IF;
  ELSE
    -- Two deliveries of one message at once: the second finds the first.
    PERFORM pg_advisory_xact_lock(hashtextextended(v_agent || ' ' || v_source || ' ' || (i->>'externalId'), 1));
  END IF;
  SELECT * INTO v_known FROM salience.inbound WHERE agent_id = v_agent AND source = v_source
    AND external_id IN (i->>'externalId', salience.hashed_key(i->>'externalId'));
  IF NOT FOUND AND p ? 'mailbox' THEN
    -- A mailbox that was numbered anew brings the same bytes under other numbers. Under the same numbering they are a replay.
    SELECT * INTO v_known FROM salience.inbound WHERE agent_id = v_agent AND source = v_source AND content_hash = i->>'contentHash'
      AND split_part(external_id, ':', 1) <> p->'mailbox'->>'uidValidity' LIMIT 1;
  END IF;
  IF FOUND THEN
    IF p ? 'mailbox' THEN
      UPDATE salience.mailboxes SET uid_validity = (p->'mailbox'->>'uidValidity')::bigint, last_uid = (p->'mailbox'->>'uid')::bigint
      WHERE agent_id = v_agent AND name = p->'mailbox'->>'name';
    END IF;
    RETURN jsonb_build_object('status', 'duplicate', 'inboundId', v_known.id, 'taskId', v_known.task_id, 'authorisation', v_known.authorisation,
      'reason', v_known.reason, 'turn', NULL);
  END IF;
  -- Whoever borrows an address uses up nothing of what its owner may send.
  SELECT coalesce(sum(count), 0) INTO v_sent FROM salience.inbound WHERE agent_id = v_agent AND source = v_source AND sender = i->>'sender'
    AND (authority NOT IN ('unknown', 'owner_claimed')) = v_proven
    AND received_at > v_now - (p->'rate'->>'seconds')::integer * interval '1 second';
  IF v_sent >= (p->'rate'->>'max')::bigint THEN
    IF (p->'rate'->>'refuse')::boolean THEN RETURN jsonb_build_object('status', 'limited'); END IF;
    v_says := 'reject';
    v_reason := 'rate-limited';
  END IF;
  IF (v_replay IS NOT NULL AND EXISTS (SELECT 1 FROM salience.inbound WHERE agent_id = v_agent AND source = v_source
      AND replay_key IN (v_replay, salience.hashed_key(v_replay))))
    OR (v_sent_key IS NOT NULL AND EXISTS (SELECT 1 FROM salience.inbound WHERE agent_id = v_agent AND source = v_source AND sent_key = v_sent_key))
    OR (p ? 'mailbox' AND EXISTS (SELECT 1 FROM salience.inbound WHERE agent_id = v_agent AND source = v_source AND content_hash = i->>'contentHash'))
  THEN
    v_says := 'reject';
    v_reason := 'replayed';
    v_replay := NULL;
    v_sent_key := NULL;
  END IF;
  IF v_says <> 'reject' THEN
    SELECT open INTO v_open FROM salience.agendas WHERE agent_id = v_agent;
    -- Nobody fills the agenda alone: a sender has a tenth of it, an inlet half, and the last tenth is for the owner.
    IF v_open >= greatest(10, v_max / 10) THEN
      SELECT count(*) FILTER (WHERE n.source = v_source AND n.sender = i->>'sender') AS of_sender, count(*) FILTER (WHERE n.source = v_source) AS of_source
      INTO v_shares FROM salience.tasks t JOIN salience.inbound n ON n.id = t.inbound_id WHERE t.agent_id = v_agent AND t.ended_at IS NULL;
      IF v_shares.of_sender >= greatest(10, v_max / 10) AND NOT (p->'rate'->>'refuse')::boolean THEN
        v_says := 'reject';
        v_reason := 'rate-limited';
      ELSIF v_open >= v_max OR v_shares.of_sender >= greatest(10, v_max / 10) OR v_shares.of_source >= greatest(10, v_max / 2) OR (NOT v_trusted AND v_open >= v_max - v_max / 10) THEN
        RETURN jsonb_build_object('status', 'full');
      END IF;
    ELSIF v_open >= v_max THEN
      RETURN jsonb_build_object('status', 'full');
    END IF;
  END IF;
  IF v_reason IN ('rate-limited', 'replayed') AND v_sent >= 2 * (p->'rate'->>'max')::bigint THEN
    -- A flood: what comes beyond is counted, not kept.
    UPDATE salience.inbound SET count = count + 1 WHERE id = (SELECT id FROM salience.inbound WHERE agent_id = v_agent AND source = v_source
      AND sender = i->>'sender' AND reason = v_reason AND (authority NOT IN ('unknown', 'owner_claimed')) = v_proven ORDER BY received_at DESC, id DESC LIMIT 1) RETURNING * INTO v_known;
    IF FOUND THEN
      UPDATE salience.mailboxes SET uid_validity = (p->'mailbox'->>'uidValidity')::bigint, last_uid = (p->'mailbox'->>'uid')::bigint
      WHERE agent_id = v_agent AND name = p->'mailbox'->>'name';
      RETURN jsonb_build_object('status', 'taken', 'inboundId', v_known.id, 'taskId', v_known.task_id, 'authorisation', v_says, 'reason', v_reason, 'turn', NULL);
    END IF;
  END IF;

  v_thread := salience.latest_thread(v_agent, NULL);
  IF v_says = 'review' THEN
    v_turn := salience.request_review((p->'review') || jsonb_build_object('agentId', v_agent, 'taskId', k->>'id', 'threadId', v_thread, 'kind', 'message',
      'trust', k->>'trust', 'now', p->>'now', 'zone', k->>'zone', 'traceparent', k->>'traceparent'));
  END IF;
  INSERT INTO salience.tasks (id, agent_id, source, inbound_id, title, text, from_name, trust, authority, action_class, granted, plan, state, reason,
    run_at, approval_id, report_thread_id, zone, traceparent, created_at, ended_at)
  VALUES (k->>'id', v_agent, k->>'source', i->>'id', k->>'title',
    -- Of what is turned away enough is kept to see what it was.
    CASE v_says WHEN 'reject' THEN left(k->>'text', 2000) ELSE k->>'text' END, k->>'fromName', k->>'trust', i->>'authority', i->>'actionClass', k->'grant',
    k->'plan', CASE v_says WHEN 'allow' THEN 'scheduled' WHEN 'review' THEN 'awaiting_review' ELSE 'rejected' END, v_reason, v_now,
    CASE v_says WHEN 'review' THEN p->'review'->>'approvalId' END, v_thread, coalesce(k->>'zone', 'UTC'), k->>'traceparent', v_now,
    CASE WHEN v_says NOT IN ('allow', 'review') THEN v_now END);
  INSERT INTO salience.inbound (id, agent_id, source, external_id, replay_key, sent_key, content_hash, sender, subject, evidence, authority, action_class, authorisation,
    reason, task_id, message_id, received_at)
  VALUES (i->>'id', v_agent, v_source, i->>'externalId', v_replay, v_sent_key, i->>'contentHash', i->>'sender', coalesce(i->>'subject', ''), i->'evidence', i->>'authority',
    i->>'actionClass', v_says, v_reason, k->>'id', i->>'messageId', v_now);
  IF p ? 'mailbox' THEN
    UPDATE salience.mailboxes SET uid_validity = (p->'mailbox'->>'uidValidity')::bigint, last_uid = (p->'mailbox'->>'uid')::bigint
    WHERE agent_id = v_agent AND name = p->'mailbox'->>'name';
  END IF;
  RETURN jsonb_build_object('status', 'taken', 'inboundId', i->>'id', 'taskId', k->>'id', 'authorisation', v_says, 'reason', v_reason,
    'turn', CASE WHEN v_turn IS NULL THEN NULL ELSE jsonb_build_object('threadId', v_turn->>'threadId', 'turnId', v_turn->>'turnId', 'fence', v_turn->'fence',
      'heldBy', v_turn->'heldBy') END);
END $$;
