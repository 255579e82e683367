-- What processes hold of an agent's memory to search it, of each kind the p_limit rows written first from (p_from, p_after) on: a kind that
-- brings p_limit rows has more. `kind` is one of p_kinds, or `horizon`: its xid is where the next look begins. What was seen may come
-- again; what was committed is never missed, in whatever order transactions end. A tombstone names an item that was forgotten. A code is of
-- p_model. `at` and `until` are milliseconds; `sample` is the beginning and the end of the text; `words` is its tsvector. A concept has its
-- names in `others`, an episode the one that it repeats (null for none). A fact has in `refs` the exchange that told it, an episode
-- those that it tells, a concept the episode that defined it and
-- a thought the one that it is about (null for none); `since` is when an episode began or a concept was defined. A statement that ended has in
-- `refs` the exchanges that said or ended it, or is a schedule that the turn `turn_id` made. A mention has in `refs` its concept,
-- episode and exchange (null for none). A relation has in `refs` its two concepts and
-- every relation that there is from the one to the other, in `others` the exchanges that stated it last, the latest first. Runs as the recall
-- role and filters by agent itself, because row-level security keeps the planner from the index.
CREATE OR REPLACE FUNCTION salience.load_index(p_agent text, p_model text, p_kinds text[], p_from xid8, p_after text, p_limit integer)
RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision,
  turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[],
  since double precision) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_kinds text[];
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  kind := 'horizon';
  id := '';
  xid := pg_snapshot_xmin(pg_current_snapshot());
  RETURN NEXT;
  -- Exchanges and codes are written with every turn. Of all else most often nothing was written since the last question: one look at the
  -- indexes instead of a query each.
  SELECT array_agg(k) INTO v_kinds FROM unnest(p_kinds) k WHERE CASE k
    WHEN 'exchange' THEN true
    WHEN 'fact' THEN EXISTS (SELECT FROM salience.facts f WHERE f.agent_id = p_agent AND f.written_xid >= p_from)
    WHEN 'episode' THEN EXISTS (SELECT FROM salience.episodes e WHERE e.agent_id = p_agent AND e.written_xid >= p_from)
    WHEN 'concept' THEN EXISTS (SELECT FROM salience.concepts c WHERE c.agent_id = p_agent AND c.written_xid >= p_from)
    WHEN 'mention' THEN EXISTS (SELECT FROM salience.concept_sources s WHERE s.agent_id = p_agent AND s.written_xid >= p_from)
    WHEN 'relation' THEN EXISTS (SELECT FROM salience.relations r WHERE r.agent_id = p_agent AND r.written_xid >= p_from)
    WHEN 'thought' THEN EXISTS (SELECT FROM salience.thoughts t WHERE t.agent_id = p_agent AND t.written_xid >= p_from)
    WHEN 'ended' THEN EXISTS (SELECT FROM salience.facts f WHERE f.agent_id = p_agent AND f.ended_xid >= p_from)
      OR EXISTS (SELECT FROM salience.traits t WHERE t.agent_id = p_agent AND t.ended_xid >= p_from)
      OR EXISTS (SELECT FROM salience.schedules r WHERE r.agent_id = p_agent AND r.ended_xid >= p_from)
    WHEN 'code' THEN true
    WHEN 'tombstone' THEN EXISTS (SELECT FROM salience.tombstones t WHERE t.agent_id = p_agent AND t.written_xid >= p_from)
    END;
  IF 'exchange' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'exchange', e.exchange_id, e.written_xid, e.thread_id, e.seq, 1000 * extract(epoch FROM e.said_at)::double precision,
      NULL::double precision, e.turn_id, lower(e.speaker), salience.text_sample(e.message), e.search::text,
      CASE WHEN e.code_model_id = p_model THEN e.code END, NULL::double precision, NULL::text[], NULL::text[], NULL::double precision
    FROM salience.turn_ends e WHERE e.agent_id = p_agent AND (e.written_xid, e.exchange_id) > (p_from, p_after)
      AND e.exchange_id IS NOT NULL
    ORDER BY e.written_xid, e.exchange_id LIMIT p_limit;
  END IF;
  IF 'fact' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'fact', f.id, f.written_xid, f.thread_id, NULL::bigint, 1000 * extract(epoch FROM f.said_at)::double precision,
      NULL::double precision, NULL::text, NULL::text, salience.text_sample(f.subject || ' ' || f.value), f.search::text, NULL::bytea,
      NULL::double precision, ARRAY[f.exchange_id], NULL::text[], NULL::double precision
    FROM salience.facts f WHERE f.agent_id = p_agent AND (f.written_xid, f.id) > (p_from, p_after)
    ORDER BY f.written_xid, f.id LIMIT p_limit;
  END IF;
  IF 'episode' = ANY (v_kinds) THEN
    -- One that repeats another is not searched: it comes as if it were forgotten.
    RETURN QUERY SELECT CASE WHEN e.repeats_of IS NULL THEN 'episode' ELSE 'repeated' END, e.id, e.written_xid, e.thread_id, NULL::bigint,
      1000 * extract(epoch FROM e.ended_at)::double precision, NULL::double precision, NULL::text, NULL::text,
      salience.text_sample(e.gist), e.search::text, NULL::bytea, NULL::double precision,
      ARRAY(SELECT x.exchange_id FROM salience.episode_exchanges x WHERE x.episode_id = e.id AND x.agent_id = p_agent), ARRAY[e.repeats_of],
      (1000 * extract(epoch FROM e.started_at))::double precision
    FROM salience.episodes e WHERE e.agent_id = p_agent AND (e.written_xid, e.id) > (p_from, p_after)
    ORDER BY e.written_xid, e.id LIMIT p_limit;
  END IF;
  IF 'concept' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'concept', c.id, c.written_xid, NULL::text, NULL::bigint,
      1000 * extract(epoch FROM c.first_seen_at)::double precision, NULL::double precision, NULL::text, NULL::text,
      salience.text_sample(c.name || ' ' || c.definition), c.search::text, NULL::bytea,
      NULL::double precision, ARRAY[c.defined_by], ARRAY(SELECT n.key FROM salience.concept_names n WHERE n.concept_id = c.id
        AND n.agent_id = p_agent),
      (1000 * extract(epoch FROM c.defined_at))::double precision
    FROM salience.concepts c WHERE c.agent_id = p_agent AND (c.written_xid, c.id) > (p_from, p_after)
    ORDER BY c.written_xid, c.id LIMIT p_limit;
  END IF;
  IF 'mention' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'mention', p.place, s.written_xid, NULL::text, NULL::bigint, 1000 * extract(epoch FROM s.seen_at)::double precision,
      NULL::double precision, NULL::text, NULL::text, NULL::text, NULL::text, NULL::bytea,
      NULL::double precision, ARRAY[s.concept_id, s.episode_id, s.exchange_id], NULL::text[], NULL::double precision
    FROM salience.concept_sources s
    CROSS JOIN LATERAL (SELECT concat_ws(' ', s.concept_id, s.episode_id, s.exchange_id) COLLATE "C" AS place) p
    WHERE s.agent_id = p_agent AND s.written_xid >= p_from AND (s.written_xid, p.place) > (p_from, p_after)
    ORDER BY s.written_xid, p.place LIMIT p_limit;
  END IF;
  IF 'relation' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'relation', r.id, r.written_xid, NULL::text, NULL::bigint,
      1000 * extract(epoch FROM r.valid_from)::double precision, 1000 * extract(epoch FROM r.valid_to)::double precision,
      NULL::text, NULL::text, NULL::text, NULL::text, NULL::bytea, r.strength::double precision,
      -- Asked in two steps: one index has the relations that hold, another those that are over.
      ARRAY[r.from_id, r.to_id] || ARRAY(
        SELECT x.id FROM salience.relations x WHERE x.agent_id = p_agent AND x.from_id = r.from_id AND x.to_id = r.to_id AND x.valid_to IS NULL
        UNION ALL
        SELECT x.id FROM salience.relations x WHERE x.agent_id = p_agent AND x.from_id = r.from_id AND x.to_id = r.to_id
          AND x.valid_to IS NOT NULL),
      ARRAY(SELECT s.exchange_id FROM salience.relation_sources s WHERE s.relation_id = r.id AND s.agent_id = p_agent AND s.exchange_id IS NOT NULL
        ORDER BY s.said_at DESC, s.exchange_id DESC LIMIT 10), NULL::double precision
    FROM salience.relations r WHERE r.agent_id = p_agent AND (r.written_xid, r.id) > (p_from, p_after)
    ORDER BY r.written_xid, r.id LIMIT p_limit;
  END IF;
  IF 'thought' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'thought', t.id, t.written_xid, t.thread_id, NULL::bigint,
      1000 * extract(epoch FROM t.created_at)::double precision, 1000 * extract(epoch FROM t.expires_at)::double precision,
      NULL::text, NULL::text, salience.text_sample(t.content), t.search::text, NULL::bytea,
      NULL::double precision, ARRAY[t.grounding_episode_id], NULL::text[], NULL::double precision
    FROM salience.thoughts t WHERE t.agent_id = p_agent AND (t.written_xid, t.id) > (p_from, p_after)
    ORDER BY t.written_xid, t.id LIMIT p_limit;
  END IF;
  IF 'ended' = ANY (v_kinds) THEN
    -- Asked in three steps: each of them reads an index that holds only what has ended.
    RETURN QUERY SELECT 'ended', o.id, o.ended_xid, NULL::text, NULL::bigint, NULL::double precision, NULL::double precision,
      o.turn_id, NULL::text, NULL::text, NULL::text, NULL::bytea, NULL::double precision, o.exchanges, NULL::text[], NULL::double precision
    FROM (
      (SELECT f.id, f.ended_xid, NULL::text AS turn_id, ARRAY[f.exchange_id] AS exchanges FROM salience.facts f
        WHERE f.agent_id = p_agent AND f.ended_xid IS NOT NULL AND (f.ended_xid, f.id) > (p_from, p_after)
        ORDER BY f.ended_xid, f.id LIMIT p_limit)
      UNION ALL (SELECT t.id, t.ended_xid, NULL,
          ARRAY(SELECT x.exchange_id FROM salience.trait_sources x WHERE x.trait_id = t.id AND x.agent_id = p_agent)
        FROM salience.traits t WHERE t.agent_id = p_agent AND t.ended_xid IS NOT NULL AND (t.ended_xid, t.id) > (p_from, p_after)
        ORDER BY t.ended_xid, t.id LIMIT p_limit)
      UNION ALL (SELECT r.id, r.ended_xid, r.made_turn_id, NULL FROM salience.schedules r
        WHERE r.agent_id = p_agent AND r.ended_xid IS NOT NULL AND (r.ended_xid, r.id) > (p_from, p_after)
        ORDER BY r.ended_xid, r.id LIMIT p_limit)
    ) o ORDER BY o.ended_xid, o.id LIMIT p_limit;
  END IF;
  IF 'code' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'code', m.item_id, m.written_xid, NULL::text, NULL::bigint, NULL::double precision, NULL::double precision,
      NULL::text, NULL::text, m.kind, NULL::text, m.code, NULL::double precision, NULL::text[], NULL::text[], NULL::double precision
    FROM salience.memory_codes m WHERE m.agent_id = p_agent AND m.model_id = p_model AND (m.written_xid, m.item_id) > (p_from, p_after)
    ORDER BY m.written_xid, m.item_id LIMIT p_limit;
  END IF;
  IF 'tombstone' = ANY (v_kinds) THEN
    RETURN QUERY SELECT 'tombstone', t.item_id, t.written_xid, NULL::text, NULL::bigint, NULL::double precision, NULL::double precision,
      NULL::text, NULL::text, t.kind, NULL::text, NULL::bytea,
      NULL::double precision, NULL::text[], NULL::text[], NULL::double precision
    FROM salience.tombstones t WHERE t.agent_id = p_agent AND (t.written_xid, t.item_id) > (p_from, p_after)
    ORDER BY t.written_xid, t.item_id LIMIT p_limit;
  END IF;
END $$;

ALTER FUNCTION salience.load_index OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.load_index FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.load_index TO salience_app;
