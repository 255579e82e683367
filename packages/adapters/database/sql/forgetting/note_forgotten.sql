-- Tells these rooms that something in them was forgotten: whoever shows one reads it anew. Their rows are locked.
CREATE OR REPLACE FUNCTION salience.note_forgotten(p_rooms text[], p_now timestamptz) RETURNS void LANGUAGE sql
SET search_path = salience, pg_temp
AS $$
  SELECT salience.note_room_event(room, 'forgotten', '{}', p_now) FROM (SELECT DISTINCT r AS room FROM unnest(p_rooms) r ORDER BY 1) o
$$;
