-- Takes letters that are due for a while, in the order in which they are. A draft whose writer died is given again, since it is looked for before it is
-- written; one that leaves is not, once it began (expire_letters). p: {kind, agentId and mailbox (of drafts), now, limit, seconds}. Returns [{id, agentId,
-- attempt, kind, mailbox, recipient, subject, body, inReplyTo, createdAt, traceparent (of the turn that wrote it)}].
CREATE OR REPLACE FUNCTION salience.claim_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_taken jsonb;
BEGIN
  IF p->>'agentId' IS NOT NULL THEN PERFORM set_config('app.agent', p->>'agentId', true); END IF;
  WITH mine AS MATERIALIZED (
    SELECT l.id FROM salience.letters l WHERE l.kind = p->>'kind' AND l.state IN ('pending', 'sending') AND l.next_at <= (p->>'now')::timestamptz
      AND (l.claimed_until IS NULL OR l.claimed_until < clock_timestamp()) AND (l.kind = 'draft' OR l.state = 'pending')
      AND (p->>'agentId' IS NULL OR l.agent_id = p->>'agentId') AND (p->>'mailbox' IS NULL OR l.mailbox = p->>'mailbox')
    ORDER BY l.next_at, l.id LIMIT (p->>'limit')::integer FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE salience.letters l SET attempts = l.attempts + 1, claimed_until = clock_timestamp() + (p->>'seconds')::integer * interval '1 second'
    FROM mine WHERE l.id = mine.id RETURNING l.*
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agentId', l.agent_id, 'attempt', l.attempts, 'kind', l.kind, 'mailbox', l.mailbox,
    'recipient', l.recipient, 'subject', l.subject, 'body', l.body, 'inReplyTo', l.in_reply_to, 'createdAt', l.created_at,
    'traceparent', (SELECT t.traceparent FROM salience.turns t WHERE t.id = l.turn_id)) ORDER BY l.next_at, l.id), '[]')
  INTO v_taken FROM taken l;
  RETURN v_taken;
END $$;
