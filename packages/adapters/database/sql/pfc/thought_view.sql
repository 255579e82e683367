-- A thought with its words: its own, or those of the turn that heard the message (p_words). A message of a Bridge is told by the id that the Bridge gave it, without its place.
CREATE OR REPLACE FUNCTION salience.thought_view(m salience.pfc_monologue, p_words text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', m.id, 'channel', m.channel, 'thoughtType', m.thought_type, 'content', coalesce(m.content, p_words, ''),
    'triggerMessageId', regexp_replace(m.trigger_message_id, '@bridge:[0-9a-f]{16}$', ''), 'triggerAuthor', m.trigger_author,
    'triggerContent', coalesce(m.trigger_content, CASE WHEN m.turn_id IS NOT NULL THEN p_words END), 'rule', m.rule, 'turnId', m.turn_id,
    'trust', m.trust, 'createdAt', m.created_at)
$$;
