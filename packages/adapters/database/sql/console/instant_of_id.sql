-- When an id was made, in business time: its first 48 bits are milliseconds.
CREATE OR REPLACE FUNCTION salience.instant_of_id(p_id text) RETURNS timestamptz LANGUAGE sql IMMUTABLE
AS $$ SELECT to_timestamp(('x' || left(split_part(p_id, '_', 2), 12))::bit(48)::bigint / 1000.0) $$;
