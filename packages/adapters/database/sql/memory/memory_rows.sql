-- An agent's items of one kind with the ids they rest on and everything else that is stored of them (kept_details), in the order of
-- ids: those after p_after, or the one p_id. Kinds: exchange, gist, fact, trait, episode, concept, relation, thought, autobiography,
-- schedule, listItem.
CREATE OR REPLACE FUNCTION salience.memory_rows(p_agent text, p_kind text, p_after text, p_limit integer, p_id text)
RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF p_kind = 'exchange' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'exchange', 'id', e.id, 'at', e.said_at, 'text', e.message, 'trust', e.trust,
      'reply_trust', e.reply_trust, 'source', e.source,
      'sources', jsonb_build_array(e.turn_id), 'thread_id', e.thread_id, 'speaker', e.speaker, 'reply', e.reply, 'mode', e.mode,
      'topic', (SELECT t.name FROM salience.topics t WHERE t.id = e.topic_id),
        'entities', coalesce((SELECT c.entities FROM salience.chunks c WHERE c.exchange_id = e.id),
        '[]')) || salience.kept_details(p_agent, p_kind, e.id)
    FROM salience.exchanges e WHERE e.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN e.id > p_after ELSE e.id = p_id END)
      ORDER BY e.id LIMIT p_limit;
  ELSIF p_kind = 'gist' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'gist', 'id', g.id, 'at', g.created_at, 'text', g.content, 'trust', g.trust, 'source', g.source,
      'sources', jsonb_build_array(g.exchange_id), 'thread_id', g.thread_id, 'type', g.type,
        'confidence', g.confidence) || salience.kept_details(p_agent, p_kind, g.id)
    FROM salience.gists g WHERE g.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN g.id > p_after ELSE g.id = p_id END) ORDER BY g.id
      LIMIT p_limit;
  ELSIF p_kind = 'fact' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'fact', 'id', f.id, 'at', f.said_at, 'text', f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value,
      'trust', f.trust, 'source', f.source, 'sources', jsonb_build_array(coalesce(f.exchange_id, f.turn_id)), 'thread_id', f.thread_id,
      'subject', f.subject, 'key', f.key, 'value', f.value, 'confidence', f.confidence, 'explicit', f.explicit,
      'valid_from', f.valid_from, 'valid_to', f.valid_to, 'superseded_by', f.superseded_by) || salience.kept_details(p_agent, p_kind, f.id)
    FROM salience.facts f WHERE f.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN f.id > p_after ELSE f.id = p_id END) ORDER BY f.id
      LIMIT p_limit;
  ELSIF p_kind = 'trait' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'trait', 'id', t.id, 'at', t.last_seen_at,
      'text', t.person || ' ' || replace(t.key, '_', ' ') || ' ' || t.value,
      'trust', t.trust, 'source', t.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id), '[]')
        FROM salience.trait_sources s WHERE s.trait_id = t.id),
      'person', t.person, 'key', t.key, 'value', t.value, 'category', t.category, 'origin', t.origin, 'confidence', t.confidence,
      'mentions', t.mentions, 'valid_from', t.valid_from, 'valid_to', t.valid_to,
        'superseded_by', t.superseded_by) || salience.kept_details(p_agent, p_kind, t.id)
    FROM salience.traits t WHERE t.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN t.id > p_after ELSE t.id = p_id END)
      ORDER BY t.id LIMIT p_limit;
  ELSIF p_kind = 'episode' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'episode', 'id', p.id, 'at', p.ended_at, 'text', p.gist, 'trust', p.trust, 'source', p.source,
      'sources', (SELECT coalesce(jsonb_agg(x.exchange_id ORDER BY x.exchange_id), '[]') FROM salience.episode_exchanges x WHERE x.episode_id = p.id)
        || CASE WHEN p.experience_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(p.experience_id) END,
      'thread_id', p.thread_id, 'started_at', p.started_at, 'intent', p.intent, 'outcome', p.outcome, 'open_loops', p.open_loops,
        'salience', p.salience) || salience.kept_details(p_agent, p_kind, p.id)
    FROM salience.episodes p WHERE p.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN p.id > p_after ELSE p.id = p_id END)
      ORDER BY p.id LIMIT p_limit;
  ELSIF p_kind = 'concept' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'concept', 'id', c.id, 'at', c.last_seen_at, 'text', c.name || CASE WHEN c.definition = '' THEN ''
      ELSE ': ' || c.definition END,
      'trust', c.trust, 'source', c.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]')
        FROM salience.concept_sources s WHERE s.concept_id = c.id),
      'name', c.name, 'type', c.kind, 'definition', c.definition, 'strength', c.strength, 'confidence', c.confidence, 'mentions', c.mentions,
      'names', (SELECT coalesce(jsonb_agg(DISTINCT n.name), '[]') FROM salience.concept_names n WHERE n.concept_id = c.id),
        'first_seen_at', c.first_seen_at) || salience.kept_details(p_agent, p_kind, c.id)
    FROM salience.concepts c WHERE c.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN c.id > p_after ELSE c.id = p_id END)
      ORDER BY c.id LIMIT p_limit;
  ELSIF p_kind = 'relation' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'relation', 'id', l.id, 'at', l.last_seen_at, 'text', a.name || ' ' || l.type || ' ' || b.name,
      'trust', salience.lowest_trust(l.trust, salience.name_trust_of(a), salience.name_trust_of(b)), 'source', l.source,
        'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]') FROM salience.relation_sources s WHERE s.relation_id = l.id),
      'from_id', l.from_id, 'to_id', l.to_id, 'type', l.type, 'strength', l.strength, 'mentions', l.mentions, 'valid_from', l.valid_from,
      'valid_to', l.valid_to, 'superseded_by', l.closed_by) || salience.kept_details(p_agent, p_kind, l.id)
    FROM salience.relations l JOIN salience.concepts a ON a.id = l.from_id JOIN salience.concepts b ON b.id = l.to_id
    WHERE l.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN l.id > p_after ELSE l.id = p_id END) ORDER BY l.id LIMIT p_limit;
  ELSIF p_kind = 'thought' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'thought', 'id', t.id, 'at', t.created_at, 'text', t.content, 'trust', t.trust, 'source', t.source,
      'sources', (SELECT jsonb_build_array(t.grounding_episode_id) || coalesce(jsonb_agg(x.concept_id ORDER BY x.energy DESC), '[]')
        FROM salience.thought_concepts x WHERE x.thought_id = t.id), 'type', t.type,
          'expires_at', t.expires_at) || salience.kept_details(p_agent, p_kind, t.id)
    FROM salience.thoughts t WHERE t.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN t.id > p_after ELSE t.id = p_id END)
      ORDER BY t.id LIMIT p_limit;
  ELSIF p_kind = 'autobiography' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'autobiography', 'id', b.id, 'at', b.created_at, 'text', 'version ' || b.version,
      'trust', 'agent', 'source', 'drift',
      'sources', (SELECT coalesce(jsonb_agg(DISTINCT o.item_id), '[]') FROM salience.autobiography_sources o WHERE o.autobiography_id = b.id),
      'version', b.version, 'sections', b.sections) || salience.kept_details(p_agent, p_kind, b.id)
    FROM salience.autobiographies b WHERE b.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN b.id > p_after ELSE b.id = p_id END)
      ORDER BY b.id LIMIT p_limit;
  ELSIF p_kind = 'schedule' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'schedule', 'id', m.id, 'at', m.created_at, 'text', m.text, 'trust', m.trust, 'source', m.source,
      'sources', '[]'::jsonb, 'thread_id', m.thread_id, 'does', m.kind, 'due_at', m.due_at, 'state', m.state, 'speaker', m.speaker, 'zone', m.zone,
      'starts_at', m.first_wall, 'rule', m.rule) || salience.kept_details(p_agent, p_kind, m.id)
    FROM salience.schedules m WHERE m.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN m.id > p_after ELSE m.id = p_id END)
      ORDER BY m.id LIMIT p_limit;
  ELSIF p_kind = 'listItem' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'listItem', 'id', i.id, 'at', i.created_at, 'text', i.item, 'trust', i.trust, 'source', i.source,
      'sources', '[]'::jsonb, 'list', i.list, 'checked_at', i.checked_at, 'removed_at', i.removed_at) || salience.kept_details(p_agent, p_kind, i.id)
    FROM salience.list_items i WHERE i.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN i.id > p_after ELSE i.id = p_id END)
      ORDER BY i.id LIMIT p_limit;
  END IF;
END $$;
