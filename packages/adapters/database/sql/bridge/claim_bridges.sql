-- Takes the leases of Bridges that nobody holds and whose pause after a failure is over, at most `limit`, of all agents. Answers that were leaving when their process ended
-- are unknown from here on: nobody gives them again. Those that are owed to a Bridge or a channel that was left fail: of these nothing is known how far they were heard. p: {owner, leaseMs, now, limit}. Returns [{agentId, agent, fence, url, key, channels, selfNames, mentionNames, revision,
-- failures, place}]; place: the same while the Bridge stays set, and of no other one.
CREATE OR REPLACE FUNCTION salience.claim_bridges(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_all jsonb := '[]';
  a record;
  b salience.bridges;
BEGIN
  FOR a IN SELECT agent_id FROM salience.bridges WHERE (lease_until IS NULL OR lease_until < clock_timestamp()) AND (retry_at IS NULL OR retry_at <= v_now)
    ORDER BY agent_id LIMIT (p->>'limit')::integer LOOP
    PERFORM set_config('app.agent', a.agent_id, true);
    UPDATE salience.bridges SET fence = fence + 1, owner = p->>'owner', lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
    WHERE agent_id = a.agent_id AND (lease_until IS NULL OR lease_until < clock_timestamp()) RETURNING * INTO b;
    CONTINUE WHEN NOT FOUND;
    UPDATE salience.bridge_replies SET state = 'unknown', error = 'interrupted', settled_at = v_now WHERE agent_id = b.agent_id AND state = 'sending';
    UPDATE salience.bridge_replies r SET state = 'failed', error = 'left', settled_at = v_now WHERE r.agent_id = b.agent_id AND r.state = 'waiting'
      AND NOT EXISTS (SELECT FROM salience.bridge_channels c WHERE c.agent_id = r.agent_id AND c.channel = r.channel);
    v_all := v_all || jsonb_build_object('agentId', b.agent_id, 'agent', (SELECT name FROM salience.agents WHERE id = b.agent_id), 'fence', b.fence, 'url', b.url,
      'key', b.key, 'channels', b.channels, 'selfNames', b.self_names, 'mentionNames', b.mention_names, 'revision', b.revision, 'failures', b.failures,
      'place', left(md5(b.url || ' ' || extract(epoch FROM b.created_at)), 16));
  END LOOP;
  RETURN v_all;
END $$;
