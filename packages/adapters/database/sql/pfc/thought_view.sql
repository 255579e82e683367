-- A thought with its words: its own, or those of the turn that heard the message (p_words).
CREATE OR REPLACE FUNCTION salience.thought_view(m salience.pfc_monologue, p_words text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', m.id, 'channel', m.channel, 'thoughtType', m.thought_type, 'content', coalesce(m.content, p_words, ''),
    'triggerMessageId', m.trigger_message_id, 'triggerAuthor', m.trigger_author,
    'triggerContent', coalesce(m.trigger_content, CASE WHEN m.turn_id IS NOT NULL THEN p_words END), 'rule', m.rule, 'turnId', m.turn_id,
    'trust', m.trust, 'createdAt', m.created_at)
$$;
