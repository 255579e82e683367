-- Inserts a tombstone for each item, deletes its sign code, accesses and words, and counts it in the request.
CREATE OR REPLACE FUNCTION salience.leave_tombstones(r salience.forget_requests, p_kind text, p_ids text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  DELETE FROM salience.memory_codes WHERE agent_id = r.agent_id AND item_id = ANY (p_ids);
  DELETE FROM salience.memory_accesses WHERE agent_id = r.agent_id AND item_id = ANY (p_ids);
  PERFORM salience.forget_overflow(r.agent_id, p_ids);
  INSERT INTO salience.tombstones (agent_id, item_id, kind, reason, request_id, forgotten_at, forgotten_by)
  SELECT r.agent_id, i, p_kind, r.reason, r.id, p_now, r.requested_by FROM unnest(p_ids) i ON CONFLICT DO NOTHING;
  UPDATE salience.forget_requests SET counts = counts || jsonb_build_object(p_kind,
    coalesce((counts->>p_kind)::integer, 0) + cardinality(p_ids)) WHERE id = r.id AND cardinality(p_ids) > 0;
END $$;
