-- Feedback on turns that a person said, from where reading stands, over all agents: given or changed since. Read as load_follow_ups reads. p: {own, limit}. Returns
-- {from, upto, judged}. Regulator.
CREATE OR REPLACE FUNCTION salience.load_judged_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_own text[] := ARRAY(SELECT jsonb_array_elements_text(p->'own'));
  v_from text := (SELECT m.read_to FROM salience.learning_marks m WHERE m.job = 'feedback');
  v_xid xid8 := coalesce(split_part(v_from, ':', 1), '0')::xid8;
  v_after text := coalesce(split_part(v_from, ':', 2), '');
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
BEGIN
  RETURN (
    WITH page AS MATERIALIZED (
      SELECT f.* FROM salience.feedback f WHERE (f.written_xid, f.id) > (v_xid, v_after) AND f.written_xid < v_horizon
      ORDER BY f.written_xid, f.id LIMIT (p->>'limit')::integer
    )
    SELECT jsonb_build_object('from', v_from,
      'upto', coalesce((SELECT f.written_xid || ':' || f.id FROM page f ORDER BY f.written_xid DESC, f.id DESC LIMIT 1), v_from),
      'judged', coalesce((
        SELECT jsonb_agg(jsonb_build_object('agentId', b.agent_id, 'threadId', b.thread_id, 'turnId', b.turn_id, 'mode', b.mode,
            'decision', encode(b.decision, 'base64'), 'value', f.value, 'note', f.note, 'wanted', f.wanted,
            'givenBy', f.given_by, 'at', f.created_at) ORDER BY f.written_xid, f.id)
        FROM page f JOIN salience.turn_ends b ON b.turn_id = f.target AND b.agent_id = f.agent_id
        WHERE salience.is_said(b, v_own) AND b.decision IS NOT NULL AND b.mode IS NOT NULL), '[]')));
END $$;
