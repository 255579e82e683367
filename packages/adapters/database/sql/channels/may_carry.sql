-- True if a channel in this state may carry a delivery of this kind: a code before it is confirmed, everything else after.
CREATE OR REPLACE FUNCTION salience.may_carry(p_channel_state text, p_kind text) RETURNS boolean LANGUAGE sql IMMUTABLE
AS $$
  SELECT p_channel_state = CASE p_kind WHEN 'code' THEN 'unconfirmed' ELSE 'confirmed' END
$$;
