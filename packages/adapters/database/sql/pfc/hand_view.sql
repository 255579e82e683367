-- A hand as it is told.
CREATE OR REPLACE FUNCTION salience.hand_view(h salience.pfc_hands) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('channel', h.channel, 'state', h.state, 'count', h.count, 'reason', h.reason, 'bid', h.bid, 'version', h.version,
    'raisedAt', h.raised_at, 'updatedAt', h.updated_at)
$$;
