-- Deletes what a request names directly and turns do not cover: one item derived from exchanges that stay, the reminders and focuses of
-- a thread, or what is known of a person by name. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_named(r salience.forget_requests, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_id text := r.target;
  v_ids text[];
  v_unsettled jsonb := '[]';
BEGIN
  IF r.scope = 'person' THEN
    INSERT INTO salience.forget_words (request_id, agent_id, word)
    SELECT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM unnest(to_tsvector('english', v_id)) w
    WHERE lower(v_id) <> 'user' ON CONFLICT DO NOTHING;
    v_unsettled := v_unsettled || salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE agent_id = r.agent_id AND lower(subject) = lower(v_id)), p_now);
    v_unsettled := v_unsettled || salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE agent_id = r.agent_id AND lower(person) = lower(v_id)));
    v_unsettled := v_unsettled || salience.forget_concepts(r, ARRAY(SELECT c.id FROM salience.concepts c WHERE c.agent_id = r.agent_id AND c.kind = 'person'
      AND (lower(c.name) = lower(v_id) OR EXISTS (SELECT 1 FROM salience.concept_names x WHERE x.concept_id = c.id AND lower(x.name) = lower(v_id)))), p_now);
    UPDATE salience.chunks c SET entities = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.entities) e WHERE lower(e->>'name') <> lower(v_id))
    WHERE c.agent_id = r.agent_id AND EXISTS (SELECT 1 FROM jsonb_array_elements(c.entities) e WHERE lower(e->>'name') = lower(v_id));
  ELSIF r.scope = 'thread' THEN
    v_ids := ARRAY(SELECT id FROM salience.reminders WHERE thread_id = v_id AND agent_id = r.agent_id);
    PERFORM salience.leave_tombstones(r, 'reminder', v_ids, p_now);
    DELETE FROM salience.reminders WHERE id = ANY (v_ids);
    v_ids := ARRAY(SELECT id FROM salience.focuses WHERE thread_id = v_id AND agent_id = r.agent_id);
    PERFORM salience.leave_tombstones(r, 'focus', v_ids, p_now);
    DELETE FROM salience.focuses WHERE id = ANY (v_ids);
    -- A key may be a person's name or number. The next use of the key begins a new thread.
    UPDATE salience.threads SET key = id, topic_id = NULL WHERE id = v_id AND agent_id = r.agent_id;
    DELETE FROM salience.current_threads WHERE thread_id = v_id AND agent_id = r.agent_id;
  ELSIF r.scope = 'item' THEN
    v_unsettled := v_unsettled || salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    v_unsettled := v_unsettled || salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE agent_id = r.agent_id AND (trait_id = v_id OR id = v_id)));
    v_unsettled := v_unsettled || salience.forget_episodes(r, ARRAY(SELECT id FROM salience.episodes WHERE id = v_id AND agent_id = r.agent_id), p_now);
    v_unsettled := v_unsettled || salience.forget_concepts(r, ARRAY(SELECT id FROM salience.concepts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    v_unsettled := v_unsettled || salience.forget_relations(r, ARRAY(SELECT id FROM salience.relations WHERE id = v_id AND agent_id = r.agent_id), p_now);
    PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    IF EXISTS (SELECT 1 FROM salience.gists WHERE id = v_id AND agent_id = r.agent_id) THEN PERFORM salience.leave_tombstones(r, 'gist', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.gists WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.list_items WHERE id = v_id AND agent_id = r.agent_id) THEN PERFORM salience.leave_tombstones(r, 'listItem', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.list_items WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.reminders WHERE id = v_id AND agent_id = r.agent_id) THEN PERFORM salience.leave_tombstones(r, 'reminder', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.reminders WHERE id = v_id AND agent_id = r.agent_id;
  END IF;
  RETURN v_unsettled;
END $$;
