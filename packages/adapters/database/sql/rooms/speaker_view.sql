-- Who has the floor of a room; null: nobody.
CREATE OR REPLACE FUNCTION salience.speaker_view(r salience.rooms) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.speaker IS NOT NULL THEN jsonb_build_object('kind', r.speaker_kind, 'member', r.speaker, 'since', r.speaking_since) END
$$;
