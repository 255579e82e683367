-- An agent's hand as its room shows it.
CREATE OR REPLACE FUNCTION salience.room_hand_view(h salience.pfc_hands) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('agentId', h.agent_id, 'state', h.state, 'count', h.count, 'reason', h.reason, 'bid', h.bid, 'version', h.version, 'raisedAt', h.raised_at)
$$;
