-- An episode for its concepts with the exchanges that it tells; the zone of its turn where it tells none; and the concepts that its words name
-- already. Null when it is gone.
CREATE OR REPLACE FUNCTION salience.load_for_concepts(p_agent text, p_episode text) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_episode salience.episodes;
  v_exchanges jsonb;
  v_text text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_episode FROM salience.episodes WHERE id = p_episode;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT coalesce(jsonb_agg(salience.exchange_view(e) || jsonb_build_object(
      'entities', coalesce((SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id), '[]')) ORDER BY e.seq), '[]'),
    string_agg(concat_ws(' ', e.speaker, e.message), E'\n' ORDER BY e.seq)
  INTO v_exchanges, v_text FROM salience.exchanges e
  WHERE e.thread_id = v_episode.thread_id AND e.seq BETWEEN v_episode.first_seq AND v_episode.last_seq;
  RETURN jsonb_build_object('id', v_episode.id, 'threadId', v_episode.thread_id, 'traceparent', v_episode.traceparent,
    'gist', v_episode.gist, 'intent', v_episode.intent, 'outcome', v_episode.outcome, 'trust', v_episode.trust, 'source', v_episode.source,
    'endedAt', v_episode.ended_at, 'exchanges', v_exchanges,
    'zone', (SELECT t.zone FROM salience.experiences x JOIN salience.turns t ON t.id = x.turn_id WHERE x.episode_id = v_episode.id LIMIT 1),
    'known', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind) ORDER BY n.name, n.kind), '[]')
      FROM salience.named_concepts(p_agent, coalesce(v_text, v_episode.gist)) n));
END $$;
