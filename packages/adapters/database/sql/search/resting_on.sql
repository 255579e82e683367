-- The exchanges p_sources, and the items that rest on one of them: p_ids and p_on are pairs of an item and what it rests on.
CREATE OR REPLACE FUNCTION salience.resting_on(p_sources text[], p_ids text[], p_on text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT to_jsonb(ARRAY(SELECT x FROM unnest(p_sources) x WHERE x IS NOT NULL
    UNION SELECT r.id FROM unnest(p_ids, p_on) r(id, source) WHERE r.source = ANY (p_sources)))
$$;
