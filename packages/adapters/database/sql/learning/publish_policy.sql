-- Publishes the next version of a policy and makes it the one that decides: the immutable version, the head and the history in one commit, or nothing. p: {name, from: {version (null: there is none
-- yet), cycledAt}, parent: {name, version} or null, base: {name, version}, weights, reason, policyId, state, cycledAt, now, change, settles, request}, as note_change reads them. Returns the version; null where
-- another one decides by now, a cycle was done meanwhile, the policy is pinned, or the request is not open. Regulator (law 7).
CREATE OR REPLACE FUNCTION salience.publish_policy(p jsonb) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_name text := p->>'name';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_from integer := (p->'from'->>'version')::integer;
  v_version integer;
BEGIN
  IF NOT salience.request_is_open(p) THEN RETURN NULL; END IF;
  IF v_from IS NULL THEN
    INSERT INTO salience.policy_heads (name, live_version, base_name, base_version, state, cycled_at, updated_at)
    VALUES (v_name, (SELECT coalesce(max(r.version), 0) + 1 FROM salience.router_policies r WHERE r.name = v_name), p->'base'->>'name',
      (p->'base'->>'version')::integer, p->'state', (p->>'cycledAt')::timestamptz, v_now)
    ON CONFLICT (name) DO NOTHING RETURNING live_version INTO v_version;
  ELSE
    -- Versions go on from the highest there is, whichever decides. Whoever waited here for another publisher finds that the version it leaves is gone.
    UPDATE salience.policy_heads h SET live_version = (SELECT max(r.version) + 1 FROM salience.router_policies r WHERE r.name = v_name),
      base_name = p->'base'->>'name', base_version = (p->'base'->>'version')::integer, state = p->'state', cycled_at = (p->>'cycledAt')::timestamptz, updated_at = v_now
    WHERE h.name = v_name AND h.live_version = v_from AND h.pinned_version IS NULL AND h.cycled_at IS NOT DISTINCT FROM (p->'from'->>'cycledAt')::timestamptz
    RETURNING live_version INTO v_version;
  END IF;
  IF v_version IS NULL THEN RETURN NULL; END IF;
  INSERT INTO salience.router_policies (id, name, version, weights, parent_name, parent_version, reason, created_at)
  VALUES (p->>'policyId', v_name, v_version, p->'weights', p->'parent'->>'name', (p->'parent'->>'version')::integer, p->'reason', v_now);
  PERFORM salience.note_change(p, v_version, v_from);
  -- How the version before it did, which is why there is another one.
  PERFORM salience.note_standing(v_name, CASE WHEN v_from IS NULL THEN p->'base'->>'name' ELSE v_name END, coalesce(v_from, (p->'base'->>'version')::integer), p->'state'->'standing');
  RETURN v_version;
END $$;
