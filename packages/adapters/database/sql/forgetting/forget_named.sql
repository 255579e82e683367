-- Deletes what a request names directly and turns do not cover: one item derived from exchanges that stay, the schedules and focuses of
-- a thread, what is known of a person by name, and the tasks, messages and letters of all of these. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_named(r salience.forget_requests, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_id text := r.target;
  v_ids text[];
  v_names text[];
  v_people text[];
  v_unsettled jsonb := '[]';
BEGIN
  PERFORM salience.forget_inlets(r, p_now);
  PERFORM salience.forget_pfc_named(r, salience.names_to_forget(r), p_now);
  IF r.scope = 'person' THEN
    v_names := ARRAY(SELECT lower(n) FROM jsonb_array_elements_text(r.also_named) n);
    INSERT INTO salience.forget_words (request_id, agent_id, word)
    SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM unnest(v_names) n CROSS JOIN LATERAL unnest(to_tsvector('english', n)) w
    WHERE n <> 'user' ON CONFLICT DO NOTHING;
    v_unsettled := v_unsettled || salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE agent_id = r.agent_id
      AND lower(subject) = ANY (v_names)), p_now);
    v_unsettled := v_unsettled || salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE agent_id = r.agent_id
      AND lower(person) = ANY (v_names)));
    v_unsettled := v_unsettled || salience.forget_concepts(r, ARRAY(SELECT c.id FROM salience.concepts c WHERE c.agent_id = r.agent_id
      AND c.kind = 'person'
      AND (lower(c.name) = ANY (v_names) OR EXISTS (SELECT 1 FROM salience.concept_names x WHERE x.concept_id = c.id
        AND lower(x.name) = ANY (v_names)))), p_now);
    v_ids := ARRAY(SELECT id FROM salience.schedules WHERE agent_id = r.agent_id AND lower(speaker) = ANY (v_names));
    PERFORM salience.leave_tombstones(r, 'schedule', v_ids, p_now);
    DELETE FROM salience.schedules WHERE id = ANY (v_ids);
    UPDATE salience.chunks c SET entities = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.entities) e
      WHERE NOT lower(e->>'name') = ANY (v_names))
    WHERE c.agent_id = r.agent_id AND EXISTS (SELECT 1 FROM jsonb_array_elements(c.entities) e WHERE lower(e->>'name') = ANY (v_names));
    -- By the names that the person still has.
    v_names := v_names || lower(btrim(v_id));
    v_people := salience.people_called(r.agent_id, v_names);
    PERFORM salience.forget_channels(r.agent_id, ARRAY(SELECT c.id FROM salience.channels c
      WHERE c.agent_id = r.agent_id AND c.person_id = ANY (v_people)), p_now);
    PERFORM salience.forget_person(r, v_people, v_names, p_now);
  ELSIF r.scope = 'thread' THEN
    v_ids := ARRAY(SELECT id FROM salience.schedules WHERE thread_id = v_id AND agent_id = r.agent_id);
    PERFORM salience.leave_tombstones(r, 'schedule', v_ids, p_now);
    DELETE FROM salience.schedules WHERE id = ANY (v_ids);
    v_ids := ARRAY(SELECT id FROM salience.focuses WHERE thread_id = v_id AND agent_id = r.agent_id);
    PERFORM salience.leave_tombstones(r, 'focus', v_ids, p_now);
    DELETE FROM salience.focuses WHERE id = ANY (v_ids);
    -- A key may be a person's name or number. The next use of the key begins a new thread.
    UPDATE salience.threads SET key = id, topic_id = NULL WHERE id = v_id AND agent_id = r.agent_id;
    DELETE FROM salience.current_threads WHERE thread_id = v_id AND agent_id = r.agent_id;
  ELSIF r.scope = 'item' THEN
    v_unsettled := v_unsettled || salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    v_unsettled := v_unsettled || salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE agent_id = r.agent_id
      AND (trait_id = v_id OR id = v_id)));
    v_unsettled := v_unsettled || salience.forget_episodes(r, ARRAY(SELECT id FROM salience.episodes WHERE id = v_id
      AND agent_id = r.agent_id), p_now);
    v_unsettled := v_unsettled || salience.forget_concepts(r, ARRAY(SELECT id FROM salience.concepts WHERE id = v_id
      AND agent_id = r.agent_id), p_now);
    v_unsettled := v_unsettled || salience.forget_relations(r, ARRAY(SELECT id FROM salience.relations WHERE id = v_id
      AND agent_id = r.agent_id), p_now);
    PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    IF EXISTS (SELECT 1 FROM salience.gists WHERE id = v_id AND agent_id = r.agent_id)
      THEN PERFORM salience.leave_tombstones(r, 'gist', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.gists WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.list_items WHERE id = v_id AND agent_id = r.agent_id)
      THEN PERFORM salience.leave_tombstones(r, 'listItem', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.list_items WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.schedules WHERE id = v_id AND agent_id = r.agent_id)
      THEN PERFORM salience.leave_tombstones(r, 'schedule', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.schedules WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.people WHERE id = v_id AND agent_id = r.agent_id) THEN
      PERFORM salience.forget_channels(r.agent_id, ARRAY(SELECT c.id FROM salience.channels c
        WHERE c.agent_id = r.agent_id AND c.person_id = v_id), p_now);
      PERFORM salience.forget_person(r, ARRAY[v_id], '{}', p_now);
    END IF;
  END IF;
  RETURN v_unsettled;
END $$;
