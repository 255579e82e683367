import type { DeadLetterView, OperatorDeadLetter } from '@salience/contracts';
import type { DeadLetterRow } from '../queries/operations.ts';

/** A dead letter for its agent. */
export function deadLetterView(row: DeadLetterRow): DeadLetterView {
  return {
    dead_letter_id: row.id,
    queue: row.queue,
    job: row.job,
    payload: row.payload,
    code: row.code,
    error: row.error,
    attempts: row.attempts,
    state: row.state,
    count: row.count,
    last_at: row.lastAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  };
}

/** A dead letter for operators; `agent_id` is null if its payload names none. */
export function operatorDeadLetterView(row: DeadLetterRow): OperatorDeadLetter {
  return { ...deadLetterView(row), agent_id: row.agentId };
}
