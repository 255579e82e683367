-- Whether a socket of somebody is open in a room: one whose replica has renewed it within 30 s.
CREATE OR REPLACE FUNCTION salience.is_present(p_room text, p_kind text, p_member text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT EXISTS (SELECT 1 FROM salience.room_presence p WHERE p.room = p_room AND p.kind = p_kind AND p.member = p_member
    AND p.seen_at > clock_timestamp() - interval '30 seconds')
$$;
