-- Makes the next block of what processes need not hold of an agent's memory: the oldest items in the order of writing that are in no block
-- yet, at most p_limit of each kind, without the newest p.keep[kind]. p: {keep: {exchange, fact, episode, concept}}. Returns {block: the
-- last one, 0 for none; places: of each kind the last one that need not be held; more: whether some of these are in no block yet}. A block
-- changes only by forgetting: a process that knows it counts by it, whatever blocks follow.
CREATE OR REPLACE FUNCTION salience.overflow_memory(p_agent text, p jsonb, p_limit integer) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_block integer;
  v_places jsonb;
  v_targets jsonb;
  v_exchanges bigint := 0;
  v_words bigint := 0;
  v_moves boolean := false;
  v_more boolean := false;
  v_kind record;
  v_moved record;
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  -- One block of an agent at a time; whoever waited sees the one before.
  PERFORM pg_advisory_xact_lock(hashtextextended('overflow ' || p_agent, 0));
  SELECT b.block, b.places INTO v_block, v_places FROM salience.overflow_blocks b WHERE b.agent_id = p_agent ORDER BY b.block DESC LIMIT 1;
  v_block := coalesce(v_block, 0);
  v_places := coalesce(v_places, '{}');
  v_targets := v_places;
  FOR v_kind IN SELECT * FROM (VALUES ('exchange', 'turn_ends', 'exchange_id', 'NULL', 'lower(x.speaker)'), ('fact', 'facts', 'id', 'confidence', 'NULL'),
    ('episode', 'episodes', 'id', 'salience', 'NULL'), ('concept', 'concepts', 'id', 'strength', 'NULL')) k(kind, source, id, weight, speaker)
  LOOP
    EXECUTE format($move$
      WITH target AS MATERIALIZED (
        SELECT x.written_xid AS xid, x.%2$I AS id FROM salience.%1$I x
        WHERE x.agent_id = $1 AND x.%2$I IS NOT NULL AND x.written_xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY x.written_xid DESC, x.%2$I DESC OFFSET $2 LIMIT 1
      ), next AS MATERIALIZED (
        SELECT x.written_xid AS xid, x.%2$I AS id, x.search, %4$s AS speaker, (%3$s)::real AS weight FROM salience.%1$I x, target t
        WHERE x.agent_id = $1 AND x.%2$I IS NOT NULL AND (x.written_xid, x.%2$I) > ($3, $4) AND (x.written_xid, x.%2$I) <= (t.xid, t.id)
        ORDER BY x.written_xid, x.%2$I LIMIT $5
      ), moved AS (
        INSERT INTO salience.overflow_items AS o (agent_id, id, kind, block, words, speaker, weight)
        SELECT $1, n.id, $6, $7, n.search, n.speaker, n.weight FROM next n
        ON CONFLICT (agent_id, id) DO UPDATE SET block = excluded.block, words = excluded.words, weight = excluded.weight
        -- An exchange is said once, and counted once.
        WHERE o.kind <> 'exchange' RETURNING o.kind, o.words, o.speaker
      ), counted AS (
        INSERT INTO salience.overflow_words (agent_id, stem, block, exchanges)
        SELECT $1, w.stem, $7, count(*) FROM moved m CROSS JOIN LATERAL (
          SELECT lexeme AS stem FROM unnest(m.words) UNION ALL SELECT ' ' || m.speaker WHERE m.speaker IS NOT NULL) w
        WHERE m.kind = 'exchange' GROUP BY w.stem
      )
      SELECT (SELECT jsonb_build_object('from', n.xid::text, 'after', n.id) FROM next n ORDER BY n.xid DESC, n.id DESC LIMIT 1) AS last,
        (SELECT jsonb_build_object('from', t.xid::text, 'after', t.id) FROM target t WHERE (t.xid, t.id) > ($3, $4)) AS target,
        count(*) AS exchanges, coalesce(sum(length(m.words)), 0) AS words FROM moved m WHERE m.kind = 'exchange'
    $move$, v_kind.source, v_kind.id, v_kind.weight, v_kind.speaker) INTO v_moved
    USING p_agent, (p->'keep'->>v_kind.kind)::integer, coalesce(v_places->v_kind.kind->>'from', '0')::xid8,
      coalesce(v_places->v_kind.kind->>'after', ''), p_limit, v_kind.kind, v_block + 1;
    CONTINUE WHEN v_moved.last IS NULL;
    v_moves := true;
    v_more := v_more OR v_moved.last <> v_moved.target;
    v_targets := v_targets || jsonb_build_object(v_kind.kind, v_moved.target);
    v_places := v_places || jsonb_build_object(v_kind.kind, v_moved.last);
    v_exchanges := v_exchanges + v_moved.exchanges;
    v_words := v_words + v_moved.words;
  END LOOP;
  IF v_moves THEN
    v_block := v_block + 1;
    INSERT INTO salience.overflow_blocks (agent_id, block, places, exchanges, words) VALUES (p_agent, v_block, v_places, v_exchanges, v_words);
  END IF;
  RETURN jsonb_build_object('block', v_block, 'places', v_targets, 'more', v_more);
END $$;

ALTER FUNCTION salience.overflow_memory OWNER TO salience_fn_overflow;
REVOKE ALL ON FUNCTION salience.overflow_memory FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.overflow_memory TO salience_app;
