-- Keeps reviews of decisions, each once, and the labels that they give, in one commit. p: {reflections: [{turnId, at, agrees, wanted, confidence, ambiguity, dimensions, model,
-- stratum}], labels: as save_labels}. A decision that was forgotten meanwhile has none. Returns how many reviews were kept. Regulator.
CREATE OR REPLACE FUNCTION salience.save_reflections(p jsonb) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_turns text[];
BEGIN
  WITH kept AS (
    INSERT INTO salience.reflections (turn_id, agent_id, at, agrees, wanted, confidence, ambiguity, dimensions, model, stratum)
    SELECT e.turn_id, e.agent_id, x.at, x.agrees, x.wanted, x.confidence, x.ambiguity, x.dimensions, x.model, x.stratum
    FROM jsonb_to_recordset(p->'reflections') AS x("turnId" text, at timestamptz, agrees boolean, wanted text, confidence real, ambiguity real, dimensions jsonb,
      model text, stratum text)
    JOIN salience.turn_ends e ON e.turn_id = x."turnId" WHERE e.exchange_id IS NOT NULL AND e.decision IS NOT NULL
    ORDER BY e.turn_id ON CONFLICT (turn_id) DO NOTHING RETURNING turn_id
  )
  SELECT coalesce(array_agg(turn_id), '{}') INTO v_turns FROM kept;
  PERFORM salience.save_labels(jsonb_build_object('withdrawn', '[]'::jsonb, 'mark', NULL, 'labels',
    (SELECT coalesce(jsonb_agg(l), '[]') FROM jsonb_array_elements(p->'labels') l WHERE l->>'turnId' = ANY (v_turns))));
  RETURN cardinality(v_turns);
END $$;
