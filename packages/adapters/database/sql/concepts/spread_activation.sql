-- Which concepts become active with p_seeds ([{id, energy}], 0..1), as things stood at p_at: energy goes along relations in both
-- directions, and from a seed to what was mentioned together with it, at most p_depth steps, each time multiplied by the connection's
-- strength and by p_decay; what falls below p_cut goes no further. A concept has what its strongest way from a seed brings, and of
-- several seeds the sum, at most 1. A seed gets nothing from itself. `via` are the ids of relations, or of a connection as in
-- mentioned_together, of the strongest way, beginning at its seed. For drift and skills; search does the same in the process
-- (packages/domain/memory, graph-edges.ts), a test compares the two.
CREATE OR REPLACE FUNCTION salience.spread_activation(p_agent text, p_seeds jsonb, p_depth integer,
  p_decay double precision, p_cut double precision, p_at timestamptz)
RETURNS TABLE(concept_id text, energy double precision, via text[]) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_nestloop = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_seeds text[];
  v_nodes text[];
  v_energies double precision[];
  v_ways text[];
  v_all_seeds text[] := '{}';
  v_all_nodes text[] := '{}';
  v_all_energies double precision[] := '{}';
  v_all_ways text[] := '{}';
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT array_agg(s.id), array_agg(s.energy), array_agg(''::text) INTO v_nodes, v_energies, v_ways
  FROM (SELECT x->>'id' AS id, max((x->>'energy')::double precision) AS energy FROM jsonb_array_elements(p_seeds) x GROUP BY 1) s
  WHERE s.energy > 0;
  v_seeds := v_nodes;
  FOR v_level IN 1 .. p_depth LOOP
    SELECT array_agg(n.seed), array_agg(n.node), array_agg(n.energy), array_agg(n.way)
    INTO v_seeds, v_nodes, v_energies, v_ways
    FROM (
      WITH front AS MATERIALIZED (
        SELECT * FROM unnest(v_seeds, v_nodes, v_energies, v_ways) AS f(seed, node, energy, way)
      ), edges AS MATERIALIZED (
        -- Each concept's relations are read once, however many ways lead to it. Of a concept that has to do with everything the
        -- strongest relations carry, in either direction. The index leaves out what is too weak; the exact comparison is below.
        SELECT d.node AS near, e.id, e.node, e.strength
        FROM (SELECT f.node, max(f.energy) AS energy FROM front f GROUP BY f.node) d
        CROSS JOIN LATERAL (
          (SELECT r.id, r.to_id AS node, r.strength::double precision AS strength FROM salience.relations r
          WHERE r.from_id = d.node AND r.strength >= (p_cut / (p_decay * d.energy) - 0.0001)::real AND r.agent_id = p_agent
            AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
          ORDER BY r.strength DESC LIMIT 64)
          UNION ALL
          (SELECT r.id, r.from_id, r.strength FROM salience.relations r
          WHERE r.to_id = d.node AND r.strength >= (p_cut / (p_decay * d.energy) - 0.0001)::real AND r.agent_id = p_agent
            AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
          ORDER BY r.strength DESC LIMIT 64)
        ) e
        UNION ALL
        SELECT t.near, t.id, t.node, t.strength FROM salience.mentioned_together(p_agent, CASE v_level WHEN 1 THEN v_nodes END,
          p_cut / p_decay - 0.0001, p_at) t
      ), reached AS MATERIALIZED (
        SELECT f.seed, e.node, f.energy * e.strength * p_decay AS energy, f.way, e.id
        FROM front f JOIN edges e ON e.near = f.node
        WHERE e.node <> f.seed AND f.energy * e.strength * p_decay >= p_cut
      )
      -- Of all ways of one length from a seed to a concept the strongest is enough: what follows only multiplies.
      SELECT r.seed, r.node, r.energy, min(r.way || ' ' || r.id) AS way
      FROM reached r JOIN (SELECT x.seed, x.node, max(x.energy) AS energy FROM reached x GROUP BY x.seed, x.node) b
        ON b.seed = r.seed AND b.node = r.node AND b.energy = r.energy
      GROUP BY r.seed, r.node, r.energy
    ) n;
    EXIT WHEN v_nodes IS NULL;
    v_all_seeds := v_all_seeds || v_seeds;
    v_all_nodes := v_all_nodes || v_nodes;
    v_all_energies := v_all_energies || v_energies;
    v_all_ways := v_all_ways || v_ways;
  END LOOP;
  RETURN QUERY
  SELECT b.node, least(1, sum(b.energy ORDER BY b.energy, b.seed)),
    string_to_array(ltrim((array_agg(b.way ORDER BY b.energy DESC, b.seed))[1]), ' ')
  FROM (
    SELECT DISTINCT ON (a.seed, a.node) a.seed, a.node, a.energy, a.way
    FROM unnest(v_all_seeds, v_all_nodes, v_all_energies, v_all_ways) AS a(seed, node, energy, way)
    ORDER BY a.seed, a.node, a.energy DESC, length(a.way), a.way
  ) b
  GROUP BY b.node ORDER BY 2 DESC, 1;
END $$;
