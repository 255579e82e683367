-- Removes the sentences that rest on these items from every version of an agent's autobiography, and makes a new version due. For
-- an exchange, everything derived from it counts as an item too; so call this in the transaction that forgets, before it deletes the
-- sources. Returns the number of sentences removed.
CREATE OR REPLACE FUNCTION salience.forget_in_autobiography(p_agent text, p_items text[]) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_gone integer := 0;
  v_row record;
  v_items text[];
BEGIN
  -- The row that save_autobiography locks: a version stored concurrently is visible below, and one still being written from old
  -- material loses its fence.
  INSERT INTO salience.chores AS c (agent_id, task) VALUES (p_agent, 'autobiography')
  ON CONFLICT (agent_id, task) DO UPDATE SET fence = c.fence + 1, owner = NULL, lease_until = NULL;
  v_items := p_items || ARRAY(SELECT episode_id FROM salience.episode_exchanges WHERE agent_id = p_agent AND exchange_id = ANY (p_items));
  v_items := v_items
    || ARRAY(SELECT trait_id FROM salience.trait_sources WHERE agent_id = p_agent AND trait_id IS NOT NULL
      AND (exchange_id = ANY (v_items) OR id = ANY (v_items)))
    || ARRAY(SELECT concept_id FROM salience.concept_sources WHERE agent_id = p_agent
      AND (episode_id = ANY (v_items) OR exchange_id = ANY (v_items)))
    || ARRAY(SELECT relation_id FROM salience.relation_sources WHERE agent_id = p_agent
      AND (episode_id = ANY (v_items) OR exchange_id = ANY (v_items)));
  FOR v_row IN SELECT o.autobiography_id, o.section, array_agg(DISTINCT o.place) AS places FROM salience.autobiography_sources o
    WHERE o.agent_id = p_agent AND o.item_id = ANY (v_items) GROUP BY 1, 2
  LOOP
    UPDATE salience.autobiographies b SET
      sections = jsonb_set(b.sections, ARRAY[v_row.section], s.statements),
      hashes = jsonb_set(b.hashes, ARRAY[v_row.section], to_jsonb(salience.section_hash(s.statements)))
    FROM (SELECT jsonb_agg(CASE WHEN t.place - 1 = ANY (v_row.places) THEN t.value || '{"text": ""}' ELSE t.value END ORDER BY t.place) AS statements
      FROM salience.autobiographies x, jsonb_array_elements(x.sections->v_row.section) WITH ORDINALITY AS t(value, place)
      WHERE x.id = v_row.autobiography_id) s
    WHERE b.id = v_row.autobiography_id;
    DELETE FROM salience.autobiography_sources
    WHERE autobiography_id = v_row.autobiography_id AND section = v_row.section AND place = ANY (v_row.places);
    v_gone := v_gone + cardinality(v_row.places);
  END LOOP;
  IF v_gone > 0 THEN
    UPDATE salience.chores SET rewrite = true, error = NULL WHERE agent_id = p_agent AND task = 'autobiography';
    UPDATE salience.agents SET version = version + 1 WHERE id = p_agent;
  END IF;
  RETURN v_gone;
END $$;
