import type { TurnRow } from '@salience/database/turns';
import type { SalienceError } from '@salience/errors';
import { httpProblem } from '../http/problems.ts';

/** Tokens of one answer in OpenAI's words. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** The response for a turn that ended. `usage` is null if the provider did not report it. */
export type Outcome =
  | { readonly text: string; readonly usage: Usage | null; readonly error?: never }
  | { readonly error: SalienceError };

/** A client's retry would say the same thing again, in a new turn. */
const dontRetry = { 'x-should-retry': 'false' };

/** The text of an ended turn, never empty; or its error. */
export function outcomeOf(turn: TurnRow): Outcome {
  const { inputTokens, outputTokens } = turn.reply?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const usage =
    inputTokens === null || outputTokens === null
      ? null
      : {
          prompt_tokens: inputTokens,
          completion_tokens: outputTokens,
          total_tokens: inputTokens + outputTokens,
        };
  switch (turn.state) {
    case 'answered':
      return { text: turn.reply?.text || '(The answer is empty.)', usage };
    case 'ignored':
      return { text: '(No reply: this message did not need one.)', usage };
    case 'merged':
      // The request follows a merged turn to the one that answers; only one that could not be followed ends here.
      return { text: '(No reply of its own: this message was taken together with a later one.)', usage };
    case 'cancelled': {
      const detail = turn.error?.message ?? 'The turn was cancelled before it was answered.';
      return { error: turnProblem(409, turn.error?.code ?? 'turn.cancelled', detail, turn.id) };
    }
    case 'failed':
    case 'quarantined':
    case 'pending':
    case 'running': {
      const detail = turn.error?.message ?? 'The message could not be answered.';
      return { error: turnProblem(500, turn.error?.code ?? `turn.${turn.state}`, detail, turn.id) };
    }
  }
}

/** The error when this request stops waiting while the turn continues. */
export function detachedError(turnId: string): SalienceError {
  const detail = `The answer takes longer than a request may last. The turn continues; read it at GET /turns/${turnId}.`;
  return turnProblem(504, 'turn.detached', detail, turnId);
}

function turnProblem(status: number, code: string, detail: string, turnId: string): SalienceError {
  return httpProblem(status, code, detail, { turnId, headers: dontRetry });
}
