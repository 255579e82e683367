-- Facts that were written since a transaction, for whoever makes signals of them, and where the next look begins. p: {agentId, from (null: only the latter), limit}. Returns {upto, facts:
-- [{id, subject, key, valueLength, source, trust, writtenMs}]}, oldest first; `source` is that of the turn that said it. Runs as the recall role and filters by agent itself, because
-- row-level security keeps the planner from the index. Of a full page `upto` is the transaction of its last fact: what was seen may come again.
CREATE OR REPLACE FUNCTION salience.written_facts(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_upto text := pg_snapshot_xmin(pg_current_snapshot())::text;
  v_facts jsonb := '[]';
  v_last text;
BEGIN
  IF p->>'agentId' IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'facts of agent % were asked for on behalf of another', p->>'agentId';
  END IF;
  IF p->>'from' IS NOT NULL THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'subject', f.subject, 'key', f.key, 'valueLength', length(f.value), 'source', f.source,
        'trust', f.trust, 'writtenMs', extract(epoch FROM f.created_at) * 1000) ORDER BY f.written_xid, f.id), '[]'),
      max(f.written_xid::text) FILTER (WHERE f.n = (p->>'limit')::integer)
    INTO v_facts, v_last
    FROM (SELECT *, row_number() OVER (ORDER BY written_xid, id) AS n FROM salience.facts WHERE agent_id = p->>'agentId'
      AND written_xid >= (p->>'from')::xid8 ORDER BY written_xid, id LIMIT (p->>'limit')::integer) f;
  END IF;
  RETURN jsonb_build_object('upto', coalesce(v_last, v_upto), 'facts', v_facts);
END $$;

ALTER FUNCTION salience.written_facts OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.written_facts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.written_facts TO salience_pulse_sensor;
