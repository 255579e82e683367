-- Whether an instant is in the period that a request names, and not after it was made; of another request none is.
CREATE OR REPLACE FUNCTION salience.within_target(r salience.forget_requests, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT CASE WHEN r.scope = 'period' THEN p_at >= split_part(r.target, '/', 1)::timestamptz AND p_at < split_part(r.target, '/', 2)::timestamptz AND p_at <= r.requested_at ELSE false END
$$;
