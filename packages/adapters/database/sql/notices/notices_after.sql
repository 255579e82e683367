-- Notices of an agent whose turns ended after a position, with something to tell: {upto, items: [{xid, turn, notice}]}, at most p_limit. A
-- position is a transaction and a turn of it; without one it is where things stand now, and nothing is told. Only what was written by
-- transactions older than every running one is told, so the order never changes under a reader; `upto` is the first transaction that may
-- still bring something.
CREATE OR REPLACE FUNCTION salience.notices_after(p_agent text, p_xid text, p_turn text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_upto xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_from xid8 := p_xid::xid8;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF v_from IS NULL THEN v_from := v_upto; END IF;
  RETURN (WITH told AS (
      SELECT e.written_xid, n AS notice FROM salience.turn_ends e JOIN salience.notices n ON n.turn_id = e.turn_id AND n.agent_id = e.agent_id
      WHERE e.agent_id = p_agent AND e.written_xid >= v_from AND e.written_xid < v_upto AND (e.written_xid, e.turn_id) > (v_from, p_turn)
        AND e.kind IN ('answered', 'failed', 'quarantined')
      ORDER BY e.written_xid, e.turn_id LIMIT p_limit
    ) SELECT jsonb_build_object('upto', v_upto::text, 'items', coalesce(jsonb_agg(jsonb_build_object('xid', told.written_xid::text,
      'turn', v.turn, 'notice', salience.notice_view(told.notice)) ORDER BY told.written_xid, (told.notice).turn_id), '[]'))
    FROM told JOIN salience.load_turns(p_agent, ARRAY(SELECT (x.notice).turn_id FROM told x)) v(turn) ON v.turn->>'id' = (told.notice).turn_id);
END $$;
