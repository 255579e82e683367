-- Deletes at most p_limit occurrences that were decided before p_before. Of each schedule its last p_keep stay; so does every slot that the
-- schedule has not left behind, and every one whose turn goes on or whose notice is not settled. What has a turn is found again by the key
-- of the turn. Each row once across the fleet. Returns their number. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.delete_old_occurrences(p_before timestamptz, p_keep integer, p_limit integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_deleted integer;
BEGIN
  DELETE FROM salience.occurrences WHERE (schedule_id, slot) IN (
    SELECT o.schedule_id, o.slot FROM salience.schedules s
      CROSS JOIN LATERAL (SELECT slot FROM salience.occurrences WHERE schedule_id = s.id ORDER BY slot DESC OFFSET p_keep LIMIT 1) newest
      CROSS JOIN LATERAL (
        SELECT x.schedule_id, x.slot FROM salience.occurrences x
        WHERE x.schedule_id = s.id AND x.slot <= newest.slot AND x.decided_at < p_before
          AND (x.slot < s.due_at OR s.state IN ('ended', 'cancelled'))
          AND NOT EXISTS (SELECT FROM salience.turns t WHERE t.id = x.turn_id AND t.state IN ('pending', 'running'))
          AND NOT EXISTS (SELECT FROM salience.notices n WHERE n.turn_id = x.turn_id AND n.settled_at IS NULL)
        ORDER BY x.slot LIMIT p_limit FOR UPDATE OF x SKIP LOCKED) o
    LIMIT p_limit);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
