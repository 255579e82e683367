-- The error of a turn that a later message interrupted, or null; the same whether the interrupted worker or the next one ends the turn.
CREATE OR REPLACE FUNCTION salience.interrupted_error(p_state text, p_by text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_state = 'cancelled' AND p_by IS NOT NULL THEN jsonb_build_object('code', 'turn.interrupted',
    'message', 'A later message of this conversation took its place before it was answered.', 'recoverable', false) END
$$;
