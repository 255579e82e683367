-- An approval as code and API read it. `hash` covers everything that an approval is bound to.
CREATE OR REPLACE FUNCTION salience.approval_view(q salience.approvals) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', q.id, 'agentId', q.agent_id, 'threadId', q.thread_id, 'runId', q.run_id, 'n', q.n,
    'turnId', q.turn_id, 'state', q.state, 'tool', q.tool, 'arguments', q.arguments, 'argumentsHash', q.arguments_hash,
    'definition', q.definition, 'definitionHash', q.definition_hash,
    'hash', encode(sha256(convert_to(q.arguments_hash || ' ' || q.definition_hash, 'UTF8')), 'hex'),
    'reason', q.reason, 'tier', q.tier, 'createdAt', q.created_at, 'expiresAt', q.expires_at, 'resolvedAt', q.resolved_at,
    'resolvedBy', q.resolved_by, 'editedArguments', q.edited_arguments, 'continuationTurnId', q.continuation_turn_id,
    'kind', q.kind, 'taskId', q.task_id)
$$;
