-- Adds an event to a room whose row is locked. Returns its seq.
CREATE OR REPLACE FUNCTION salience.note_room_event(p_room text, p_kind text, p_data jsonb, p_now timestamptz) RETURNS bigint LANGUAGE sql
SET search_path = salience, pg_temp
AS $$
  WITH next AS (UPDATE salience.rooms SET seq = seq + 1 WHERE id = p_room RETURNING seq)
  INSERT INTO salience.room_events (room, seq, kind, data, at) SELECT p_room, next.seq, p_kind, p_data, p_now FROM next RETURNING seq
$$;
