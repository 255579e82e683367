-- The last event of each of these rooms. p: {rooms}.
CREATE OR REPLACE FUNCTION salience.room_seqs(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('room', r.id, 'seq', r.seq) ORDER BY r.id), '[]') FROM salience.rooms r
  WHERE r.id IN (SELECT jsonb_array_elements_text(p->'rooms'))
$$;

ALTER FUNCTION salience.room_seqs OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_seqs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_seqs TO salience_consumer;
