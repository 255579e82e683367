import type { TerminalState, TurnId } from '@salience/contracts';
import type { TakenTurn } from '@salience/database/turns';
import { eventNames, type WideEvent } from '@salience/telemetry';
import type { Deps } from './deps.ts';
import type { EndedTurn } from './turn.ts';

/**
 * Writes the log line of an ended turn: its outcome, the time per stage, the cost of its models. It contains ids, numbers and words of a
 * fixed set, never content. Tokens, cost and calls come from the model calls, through `event`.
 */
export function logTurn(
  deps: Pick<Deps, 'eventLevel' | 'log' | 'metrics'>,
  turn: TakenTurn,
  { commit }: EndedTurn,
  facts: { readonly event: WideEvent; readonly commitMs: number },
): void {
  const { decision, error, exchange, timings } = commit;
  const byCode = decision !== null && decision.tiebreak === null;
  // A clear margin needs no tie-breaker.
  if (byCode) deps.metrics.modelCallsAvoided.inc({ agent: turn.agent_id, reason: 'clear-margin' });
  const avoided = (byCode ? 1 : 0) + (commit.state === 'ignored' ? 1 : 0);
  deps.log[deps.eventLevel](
    {
      turnId: turn.id,
      agentId: turn.agent_id,
      threadId: turn.thread_id,
      seq: turn.seq,
      source: turn.source,
      state: commit.state,
      mode: exchange?.mode,
      topicId: commit.topic?.id,
      confidence: decision?.confidence,
      tiebreak: decision === null ? undefined : !byCode,
      exchangeId: exchange?.id,
      fence: commit.fence,
      attempt: turn.attempts,
      ...facts.event.fields(),
      avoidedCalls: avoided,
      model: commit.reply?.model,
      code: error?.code,
      stagesMs: { ...timings, commit: Math.round(facts.commitMs * 1000) / 1000 },
    },
    eventNames.turn,
  );
}

/** Writes the log line of a turn that ended without being run: cancelled or merged while it waited, or quarantined. */
export function logTurnEndedUnrun(
  deps: Pick<Deps, 'eventLevel' | 'log'>,
  lane: { readonly agentId: string; readonly threadId: string },
  turnId: TurnId,
  state: TerminalState | undefined,
): void {
  const { agentId, threadId } = lane;
  deps.log[state === 'quarantined' ? 'error' : deps.eventLevel](
    { turnId, agentId, threadId, state },
    eventNames.turn,
  );
}
