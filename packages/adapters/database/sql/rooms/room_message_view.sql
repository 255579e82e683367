-- A message as its room shows it.
CREATE OR REPLACE FUNCTION salience.room_message_view(m salience.room_messages) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('seq', m.seq, 'id', m.id, 'authorKind', m.author_kind, 'author', m.author, 'display', m.display, 'content', m.content, 'at', m.at, 'turnId', m.turn_id)
$$;
