-- An episode for its concepts with the exchanges it was made of, each with the trust of its reply and the zone in which it was said, and
-- the concepts that these name already; null when it is gone.
CREATE OR REPLACE FUNCTION salience.load_for_concepts(p_agent text, p_episode text) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_episode salience.episodes;
  v_range salience.ranges;
  v_exchanges jsonb;
  v_text text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_episode FROM salience.episodes WHERE id = p_episode;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_range FROM salience.ranges WHERE id = v_episode.range_id;
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'message', e.message, 'reply', e.reply, 'speaker', e.speaker, 'saidAt', e.said_at,
      'trust', e.trust, 'replyTrust', e.reply_trust, 'source', e.source,
      'zone', (SELECT t.zone FROM salience.turns t WHERE t.id = e.turn_id), 'entities', coalesce((SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id), '[]'))
      ORDER BY e.seq), '[]'),
    string_agg(concat_ws(' ', e.speaker, e.message), E'\n' ORDER BY e.seq)
  INTO v_exchanges, v_text FROM salience.exchanges e
  WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq;
  RETURN jsonb_build_object('id', v_episode.id, 'state', v_episode.concept_state, 'threadId', v_episode.thread_id,
    'traceparent', v_range.traceparent, 'gist', v_episode.gist, 'intent', v_episode.intent, 'outcome', v_episode.outcome,
    'trust', v_episode.trust, 'source', v_episode.source, 'endedAt', v_episode.ended_at, 'exchanges', v_exchanges,
    'known', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind) ORDER BY n.name, n.kind), '[]')
      FROM salience.named_concepts(p_agent, coalesce(v_text, v_episode.gist)) n));
END $$;
