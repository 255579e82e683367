-- Decisions about what people said, that ended within a time, oldest first, with their labels. The next page begins after the last row of this one. p_agent: of one agent;
-- null: of all. `person`: as giver_of says, of the agent. Regulator.
CREATE OR REPLACE FUNCTION salience.load_decisions(p_from timestamptz, p_to timestamptz, p_after timestamptz, p_after_turn text, p_own text[], p_agent text, p_limit integer)
RETURNS TABLE(turn_id text, agent_id text, thread_id text, person text, ended_at timestamptz, mode text, confidence double precision, policy_name text,
  policy_version integer, decision bytea, labels jsonb) LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH page AS MATERIALIZED (
    SELECT e.turn_id, e.agent_id, e.thread_id, e.speaker, e.ended_at, e.mode, e.confidence, e.policy_name, e.policy_version, e.decision
    FROM salience.turn_ends e
    WHERE e.ended_at >= coalesce(p_after, p_from) AND e.ended_at < p_to AND (p_agent IS NULL OR e.agent_id = p_agent)
      AND (p_after IS NULL OR (date_trunc('milliseconds', e.ended_at), e.turn_id) > (p_after, p_after_turn))
      AND salience.is_said(e, p_own) AND e.decision IS NOT NULL AND e.mode IS NOT NULL
    ORDER BY date_trunc('milliseconds', e.ended_at), e.turn_id LIMIT p_limit
  ), said AS MATERIALIZED (
    SELECT d.agent_id, d.speaker, salience.giver_of(d.agent_id, d.speaker) AS person FROM (SELECT DISTINCT e.agent_id, e.speaker FROM page e) d
  )
  SELECT e.turn_id, e.agent_id, e.thread_id, s.person, e.ended_at, e.mode, e.confidence, e.policy_name, e.policy_version, e.decision, coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', l.kind, 'wanted', l.wanted, 'confidence', l.confidence, 'givenVia', l.given_via, 'reason', l.reason,
        'givenBy', l.given_by, 'at', l.at) ORDER BY l.at, l.id)
      FROM salience.decision_labels l WHERE l.turn_id = e.turn_id), '[]')
  FROM page e JOIN said s ON s.agent_id = e.agent_id AND s.speaker IS NOT DISTINCT FROM e.speaker
  ORDER BY date_trunc('milliseconds', e.ended_at), e.turn_id;
END $$;
