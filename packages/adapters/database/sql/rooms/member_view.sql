-- A member as a room shows it.
CREATE OR REPLACE FUNCTION salience.member_view(m salience.room_members) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object('kind', m.kind, 'member', m.member, 'display', m.display, 'present', salience.is_present(m.room, m.kind, m.member), 'joinedAt', m.joined_at)
$$;
