import type {
  ActionView,
  GoalView,
  Hand,
  HandDelivery,
  HandView,
  MonologueThought,
  ThoughtView,
} from '@salience/contracts';
import type { ActionRow, GoalRow } from '@salience/database/pfc';

/** A goal as the API shows it. */
export function goalView(row: GoalRow): GoalView {
  const { completedAt, context, createdAt, goal, id, priority, status, trust, updatedAt } = row;
  return {
    id,
    goal,
    priority,
    context,
    status,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    trust,
  };
}

/** An evaluated action as the API shows it. */
export function actionView(row: ActionRow): ActionView {
  return {
    id: row.id,
    action: row.action,
    context: row.context,
    salience: row.salience,
    decision: row.decision,
    matched_goals: [...row.matchedGoals],
    reasoning: row.reasoning,
    outcome: row.outcome,
    outcome_notes: row.outcomeNotes,
    outcome_at: row.outcomeAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    factors: row.factors,
    kind: row.kind,
    channel: row.channel,
    source: row.source,
    trust: row.trust,
    hold: row.hold,
    held_until: row.heldUntil?.toISOString() ?? null,
    merged_into: row.mergedInto,
    outcome_value: row.outcomeValue,
    turn_id: row.turnId,
  };
}

/** A thought as the API shows it. */
export function thoughtView(thought: MonologueThought): ThoughtView {
  return {
    id: thought.id,
    channel: thought.channel,
    thought_type: thought.thoughtType,
    content: thought.content,
    trigger_message_id: thought.triggerMessageId,
    trigger_author: thought.triggerAuthor,
    trigger_content: thought.triggerContent,
    created_at: thought.createdAt.toISOString(),
    rule: thought.rule,
    turn_id: thought.turnId,
    trust: thought.trust,
  };
}

/** A hand as the API shows it. */
export function handView({
  bid,
  channel,
  count,
  raisedAt,
  reason,
  state,
  updatedAt,
  version,
}: Hand): HandView {
  return {
    channel,
    state,
    count,
    reason,
    bid,
    version,
    raised_at: raisedAt?.toISOString() ?? null,
    updated_at: updatedAt?.toISOString() ?? null,
  };
}

/** Whom a raise was told to, as the API shows it. */
export function deliveryView({ attempts, lastError, state, target, version }: HandDelivery) {
  return { target, version, state, attempts, last_error: lastError };
}
