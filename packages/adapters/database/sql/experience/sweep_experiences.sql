-- Due experiences whose turn has ended, each at most every five seconds. One that is still pending after seven days becomes `skipped`,
-- with the error experience.too-old. p_now is business time. Returns {due: [{agentId, experienceId}], expired}.
CREATE OR REPLACE FUNCTION salience.sweep_experiences(p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_due jsonb;
  v_expired integer;
BEGIN
  WITH old AS (
    SELECT id FROM salience.experiences WHERE state = 'pending' AND due_at <= p_now AND created_at < p_now - interval '7 days'
    LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), skipped AS (
    UPDATE salience.experiences x SET state = 'skipped', error = 'experience.too-old', settled_at = p_now FROM old WHERE x.id = old.id RETURNING 1
  ) SELECT count(*) INTO v_expired FROM skipped;
  WITH due AS (
    SELECT x.id FROM salience.experiences x WHERE x.state = 'pending' AND x.due_at <= p_now
      AND (x.swept_at IS NULL OR x.swept_at < clock_timestamp() - interval '5 seconds')
      AND NOT EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = x.turn_id AND t.state IN ('pending', 'running'))
    ORDER BY x.due_at LIMIT p_limit FOR UPDATE OF x SKIP LOCKED
  ), touched AS (
    UPDATE salience.experiences x SET swept_at = clock_timestamp() FROM due WHERE x.id = due.id RETURNING x.id, x.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'experienceId', id)), '[]') INTO v_due FROM touched;
  RETURN jsonb_build_object('due', v_due, 'expired', v_expired);
END $$;
