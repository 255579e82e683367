-- An evaluated action as it is told.
CREATE OR REPLACE FUNCTION salience.action_view(a salience.pfc_action_log) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', a.id, 'agentId', a.agent_id, 'action', a.action, 'context', a.context, 'kind', a.kind, 'channel', a.channel, 'salience', a.salience,
    'decision', a.decision, 'matchedGoals', a.matched_goals, 'reasoning', a.reasoning, 'factors', a.factors, 'source', a.source, 'trust', a.trust,
    'heldUntil', a.held_until, 'hold', a.hold, 'mergedInto', a.merged_into, 'outcome', a.outcome, 'outcomeNotes', a.outcome_notes, 'outcomeValue', a.outcome_value,
    'outcomeTrust', a.outcome_trust, 'outcomeAt', a.outcome_at, 'outcomes', a.outcomes, 'turnId', a.turn_id, 'createdAt', a.created_at)
$$;
