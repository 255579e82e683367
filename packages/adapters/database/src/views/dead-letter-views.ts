import type { DeadLetterView, OperatorDeadLetter } from '@salience/contracts';
import type { DeadLetterRow } from '../queries/operations.ts';

/** A dead letter as its agent is told of it. */
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

/** A dead letter as operators are told of it; `agent_id` is null where its payload names none. */
export function operatorDeadLetterView(row: DeadLetterRow): OperatorDeadLetter {
  return { ...deadLetterView(row), agent_id: row.agentId };
}
