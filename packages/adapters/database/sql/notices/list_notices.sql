-- Notices of an agent whose turns have ended with something to tell. p: {state: unseen | undelivered | all, limit} and, where asked,
-- {person: only theirs, before: {at, id}: those after this one in the list, oldestFirst, upto: only what older transactions wrote}.
CREATE OR REPLACE FUNCTION salience.list_notices(p_agent text, p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET jit = off
AS $$
DECLARE
  v_sign integer := CASE WHEN (p->>'oldestFirst')::boolean THEN 1 ELSE -1 END;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY WITH found AS MATERIALIZED (
    SELECT n AS notice, v_sign * extract(epoch FROM n.created_at) AS place FROM salience.notices n
    JOIN salience.turn_ends e ON e.turn_id = n.turn_id AND e.kind IN ('answered', 'failed', 'quarantined')
    WHERE n.agent_id = p_agent AND e.written_xid < coalesce((p->>'upto')::xid8, pg_snapshot_xmax(pg_current_snapshot()))
      AND CASE p->>'state' WHEN 'unseen' THEN n.seen_at IS NULL WHEN 'undelivered' THEN n.settled_as = 'undelivered'
        AND n.seen_at IS NULL ELSE true END
      AND (p->>'person' IS NULL OR salience.person_of(p_agent, n.speaker) = p->>'person')
      AND (p->'before' IS NULL OR p->'before' = 'null'::jsonb OR (n.created_at, n.turn_id) < ((p->'before'->>'at')::timestamptz, p->'before'->>'id'))
    ORDER BY 2, n.turn_id COLLATE "C" DESC LIMIT (p->>'limit')::integer
  ) SELECT jsonb_build_object('turn', v.turn, 'notice', salience.notice_view(f.notice))
    FROM found f JOIN salience.load_turns(p_agent, ARRAY(SELECT (x.notice).turn_id FROM found x)) v(turn) ON v.turn->>'id' = (f.notice).turn_id
    ORDER BY f.place, (f.notice).turn_id COLLATE "C" DESC;
END $$;
