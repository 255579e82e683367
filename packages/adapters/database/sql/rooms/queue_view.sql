-- The queue of a room, the next one first.
CREATE OR REPLACE FUNCTION salience.queue_view(p_room text) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('member', q.member, 'display', coalesce(m.display, q.member), 'tier', q.tier, 'interrupted', q.interrupted, 'raisedAt', q.raised_at)
    ORDER BY q.tier, q.place), '[]')
  FROM salience.room_queue q LEFT JOIN salience.room_members m ON m.room = q.room AND m.kind = 'human' AND m.member = q.member WHERE q.room = p_room
$$;
