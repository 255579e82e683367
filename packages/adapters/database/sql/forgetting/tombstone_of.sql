-- The tombstone of a forgotten item; no row if the item was not forgotten.
CREATE OR REPLACE FUNCTION salience.tombstone_of(p_agent text, p_id text) RETURNS SETOF salience.tombstones LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT * FROM salience.tombstones WHERE agent_id = p_agent AND item_id = p_id;
END $$;
