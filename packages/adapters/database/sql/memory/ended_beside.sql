-- The ended statements (ended_said) of what a search found, p_found as load_memories returns it, and of the exchanges p.beside
-- that are shown with it; as of p.until, else p.at. p.rests: what of p.found and p.beside rests on exchanges that may have said something
-- that ended, as the process knows it: [{id, source}]. Null if nothing has ended. The texts of what was found are not looked at: reading them
-- took longer than everything else.
CREATE OR REPLACE FUNCTION salience.ended_beside(p_agent text, p_found json, p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
DECLARE
  v_at timestamptz := coalesce((p->>'until')::timestamptz, (p->>'at')::timestamptz, now());
  -- Another time leaves out some of what was found.
  v_kept jsonb := CASE WHEN p ? 'held' THEN coalesce((SELECT jsonb_object_agg(i->>'id', true) FROM json_array_elements(p_found->'items') i), '{}') END;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF NOT salience.has_ended(p_agent, v_at) THEN RETURN NULL; END IF;
  RETURN (SELECT salience.ended_said(p_agent, array_agg(r.id), array_agg(r.source), v_at)
    FROM jsonb_to_recordset((p->'rests') || (p_found->'more')::jsonb) r(id text, source text)
    WHERE r.source IS NOT NULL
      AND (v_kept IS NULL OR v_kept ? r.id OR p->'known'->'ids' ? r.id OR p->'beside' ? r.id OR (p_found->'more')::jsonb @> jsonb_build_array(jsonb_build_object('id', r.id))));
END $$;
