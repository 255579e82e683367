-- Turns as the API and streams read them, with their reply and approvals. The confidence is that of the decision, exactly, as the
-- worker that ended the turn tells it. A forgotten turn has the time of forgetting and no reply. A
-- function, like every read of the hot path: a plain query might evaluate row-level security before app.agent is set.
CREATE OR REPLACE FUNCTION salience.load_turns(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT
  jsonb_build_object('id', t.id, 'threadId', t.thread_id, 'seq', t.seq, 'state', t.state, 'text', coalesce(t.own_text, t.text),
    'speaker', t.speaker, 'source', t.source, 'trust', t.trust, 'attempts', t.attempts, 'fence', t.fence,
    'acceptedAt', t.accepted_at, 'endedAt', t.ended_at, 'traceparent', t.traceparent, 'error', t.error,
    'timings', t.timings, 'parentTurnId', t.parent_turn_id, 'interruptedBy', t.interrupted_by, 'mergedInto', t.merged_into,
    'merged', CASE WHEN t.own_text IS NULL AND t.steered_text IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(m.id ORDER BY m.seq), '[]') FROM salience.turns m WHERE m.merged_into = t.id) END,
    'settledAs', t.settled_as,
    'childTurnIds', CASE WHEN t.settled_as IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(c.id ORDER BY c.seq), '[]') FROM salience.turns c WHERE c.parent_turn_id = t.id) END,
    'approvals', (SELECT coalesce(jsonb_agg(salience.approval_view(q) ORDER BY q.n), '[]') FROM salience.approvals q WHERE q.turn_id = t.id),
    'forgottenAt', t.forgotten_at,
    'reply', CASE WHEN e.reply IS NOT NULL AND e.exchange_id IS NOT NULL THEN jsonb_build_object('text', e.reply, 'citations', e.citations,
      'model', e.model, 'usage', e.usage, 'mode', e.mode, 'exchangeId', e.exchange_id, 'topic', coalesce(p.name, 'general'),
      'confidence', coalesce(e.confidence, 0), 'replyConfidence', e.reply_confidence, 'trust', e.reply_trust) END)
  FROM salience.turns t
  LEFT JOIN salience.turn_ends e ON e.turn_id = t.id
  LEFT JOIN salience.topics p ON p.id = e.topic_id
  WHERE t.agent_id = p_agent AND t.id = ANY (p_ids);
END $$;
