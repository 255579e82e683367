-- The latest p_limit items of each audited kind with the exchanges they rest on. Returns {total: {kind: n}, items: [{kind, text, of,
-- seenAt, strength, explicit, superseded, sources: [exchange ids]}], exchanges: {id: {said, speaker, replied, cites}}, failed: {kind: n},
-- repeats: {kind: n}, untold: the number of exchanges in which code found nothing to keep}. A repetition is no item of its own: it is
-- counted in `repeats`, and its time counts for `seenAt` of the item that it repeats.
CREATE OR REPLACE FUNCTION salience.audit_sample(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_items jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') INTO v_items FROM (
    (SELECT 'gist' AS kind, g.content AS text, coalesce((SELECT e.speaker FROM salience.exchanges e WHERE e.id = g.exchange_id), '') AS of,
      greatest(g.created_at, (SELECT max(x.created_at) FROM salience.gists x WHERE x.repeats_of = g.id)) AS "seenAt", g.confidence AS strength, false AS explicit, false AS superseded,
      jsonb_build_array(g.exchange_id) AS sources FROM salience.gists g WHERE g.agent_id = p_agent AND g.repeats_of IS NULL ORDER BY g.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'fact', min(f.value), min(f.subject) || ' ' || f.key, max(f.said_at), max(f.confidence), bool_or(f.explicit), bool_and(f.valid_to IS NOT NULL),
      coalesce(jsonb_agg(f.exchange_id) FILTER (WHERE f.exchange_id IS NOT NULL), '[]')
    FROM salience.facts f WHERE f.agent_id = p_agent GROUP BY lower(f.subject), f.key, lower(f.value) ORDER BY max(f.id) DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'trait', t.value, t.person || ' ' || t.key, t.last_seen_at, t.confidence, t.origin = 'explicit', t.valid_to IS NOT NULL,
      (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id), '[]') FROM salience.trait_sources s WHERE s.trait_id = t.id)
    FROM salience.traits t WHERE t.agent_id = p_agent ORDER BY t.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'episode', p.gist, p.outcome, greatest(p.ended_at, (SELECT max(x.ended_at) FROM salience.episodes x WHERE x.repeats_of = p.id)),
      p.salience, false, false,
      (SELECT coalesce(jsonb_agg(x.exchange_id), '[]') FROM salience.episode_exchanges x WHERE x.episode_id = p.id)
    FROM salience.episodes p WHERE p.agent_id = p_agent AND p.repeats_of IS NULL ORDER BY p.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'concept', c.name, c.kind, c.last_seen_at, c.strength, false, false,
      (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id) FILTER (WHERE s.exchange_id IS NOT NULL), '[]') FROM salience.concept_sources s WHERE s.concept_id = c.id)
    FROM salience.concepts c WHERE c.agent_id = p_agent ORDER BY c.id DESC LIMIT p_limit)
  ) i;
  RETURN jsonb_build_object('items', v_items,
    'exchanges', (SELECT coalesce(jsonb_object_agg(e.id, jsonb_build_object('said', e.message, 'speaker', e.speaker, 'replied', e.reply,
        'cites', coalesce(r.citations <> '[]', false))), '{}')
      FROM salience.exchanges e LEFT JOIN salience.replies r ON r.turn_id = e.turn_id
      WHERE e.id IN (SELECT DISTINCT s #>> '{}' FROM jsonb_array_elements(v_items) i, jsonb_array_elements(i->'sources') s)),
    'total', jsonb_build_object(
      'gist', (SELECT count(*) FROM salience.gists WHERE agent_id = p_agent AND repeats_of IS NULL), 'fact', (SELECT count(DISTINCT (lower(subject), key, lower(value))) FROM salience.facts WHERE agent_id = p_agent),
      'trait', (SELECT count(*) FROM salience.traits WHERE agent_id = p_agent), 'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND repeats_of IS NULL),
      'concept', (SELECT count(*) FROM salience.concepts WHERE agent_id = p_agent)),
    'repeats', jsonb_build_object(
      'gist', (SELECT count(*) FROM salience.gists WHERE agent_id = p_agent AND repeats_of IS NOT NULL),
      'fact', (SELECT count(*) - count(DISTINCT (lower(subject), key, lower(value))) FROM salience.facts WHERE agent_id = p_agent),
      'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND repeats_of IS NOT NULL)),
    'untold', (SELECT count(*) FROM salience.chunks WHERE agent_id = p_agent AND model = 'nothing-to-keep'),
    'failed', jsonb_build_object(
      'exchange', (SELECT count(*) FROM salience.memory_retries WHERE agent_id = p_agent AND kind = 'chunk' AND due_at IS NULL),
      'stretch', (SELECT count(*) FROM salience.memory_retries WHERE agent_id = p_agent AND kind = 'tell' AND due_at IS NULL),
      'episode', (SELECT count(*) FROM salience.memory_retries WHERE agent_id = p_agent AND kind = 'concepts' AND due_at IS NULL),
      'experience', (SELECT count(*) FROM salience.experiences WHERE agent_id = p_agent AND state = 'failed')));
END $$;
