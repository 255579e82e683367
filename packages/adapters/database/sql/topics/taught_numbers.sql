-- The whole numbers that taughtBytes packed, by component: a step of 2^-14 in the first two bytes, then how many of them, a signed byte
-- each. Planned as part of the query that asks.
CREATE OR REPLACE FUNCTION salience.taught_numbers(p_vector bytea) RETURNS TABLE(i integer, number integer) LANGUAGE sql IMMUTABLE AS $$
  SELECT b - 1, (256 * get_byte(p_vector, 0) + get_byte(p_vector, 1)) * ((get_byte(p_vector, b) # 128) - 128)
  FROM generate_series(2, length(p_vector) - 1) b
$$;
