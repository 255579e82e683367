-- A fact as one line of search results.
CREATE OR REPLACE FUNCTION salience.fact_text(f salience.facts) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', '')
$$;
