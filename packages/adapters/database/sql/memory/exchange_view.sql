-- An exchange as jsonb for chunker and episodic.
CREATE OR REPLACE FUNCTION salience.exchange_view(e salience.exchanges) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'seq', e.seq, 'topicId', e.topic_id,
    'topic', (SELECT name FROM salience.topics WHERE id = e.topic_id), 'speaker', e.speaker, 'message', e.message,
    'reply', e.reply, 'mode', e.mode, 'trust', e.trust, 'replyTrust', e.reply_trust, 'replyConfidence', e.reply_confidence,
      'source', e.source, 'saidAt', e.said_at,
    'traceparent', e.traceparent, 'zone', (SELECT t.zone FROM salience.turns t WHERE t.id = e.turn_id))
$$;
