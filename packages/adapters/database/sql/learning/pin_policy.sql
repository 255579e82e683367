-- Pins a policy to one of its versions, which decides from now on and is not moved, or takes the pin back (version null), and then the version that was pinned goes on deciding. p: {name, from: {version}, version, by, state,
-- now, change, request}, as note_change reads them. Returns the version that decides; null where there is no such version, another one decides by now, there is no pin to take back, or the request is not open. Regulator.
CREATE OR REPLACE FUNCTION salience.pin_policy(p jsonb) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_name text := p->>'name';
  v_from integer := (p->'from'->>'version')::integer;
  v_pinned integer := (p->>'version')::integer;
  v_now timestamptz := (p->>'now')::timestamptz;
  v_live integer;
BEGIN
  IF NOT salience.request_is_open(p) THEN RETURN NULL; END IF;
  IF v_pinned IS NOT NULL AND NOT EXISTS (SELECT 1 FROM salience.router_policies r WHERE r.name = v_name AND r.version = v_pinned) THEN RETURN NULL; END IF;
  UPDATE salience.policy_heads h SET live_version = coalesce(v_pinned, h.live_version), pinned_version = v_pinned,
    base_name = coalesce(p->'base'->>'name', h.base_name), base_version = coalesce((p->'base'->>'version')::integer, h.base_version), state = p->'state', updated_at = v_now,
    pinned_by = CASE WHEN v_pinned IS NOT NULL THEN p->>'by' END, pinned_at = CASE WHEN v_pinned IS NOT NULL THEN v_now END
  WHERE h.name = v_name AND h.live_version = v_from AND (v_pinned IS NOT NULL OR h.pinned_version IS NOT NULL)
  RETURNING h.live_version INTO v_live;
  IF v_live IS NULL THEN RETURN NULL; END IF;
  PERFORM salience.note_change(p, v_live, v_from);
  RETURN v_live;
END $$;
