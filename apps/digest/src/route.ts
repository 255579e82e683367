import { type Decision, type Mode, modes } from '@salience/contracts';
import { renderTiebreakPrompt } from '@salience/context';
import { messageOf } from '@salience/errors';
import { type TiebreakProposal, tiebreakProposalSchema } from '@salience/llm';
import type { LaneStep, TakenTurn } from '@salience/database';
import { withModelCall } from '@salience/telemetry';
import {
  applyTiebreak,
  buildSignals,
  decide,
  extractCues,
  nextRouterState,
  type Policy,
  type RouterState,
  type RoutingResult,
  type TiebreakAnswer,
  toDecision,
} from '@salience/router';
import type { SessionState } from '@salience/topics';
import type { Classified } from './classify.ts';
import type { Deps } from './deps.ts';
import type { Recalled } from './recall.ts';

/** The tie-breaker may take this long; then the scores stand. */
const tiebreakMs = 2_000;
const dayMs = 86_400_000;

/** A decision and the router's state after it. */
export interface Routed {
  readonly mode: Mode;
  readonly decision: Decision;
  readonly state: RouterState;
}

/** What routing looks at. */
export interface RouteInput {
  readonly step: Extract<LaneStep, { status: 'turn' }>;
  readonly policy: Policy;
  readonly classified: Classified;
  readonly recalled: Recalled;
  readonly session: SessionState;
  readonly agentName: string;
  readonly said: Date;
  readonly signal: AbortSignal;
}

/** Decides what a message deserves: signals, scores, a tie-breaker where the two best are too close. */
export async function route(deps: Deps, input: RouteInput): Promise<Routed> {
  const { step, policy } = input;
  const { turn, snapshot } = step;
  const before: RouterState = {
    previousMode: snapshot.thread.last_mode,
    lastConfidences: snapshot.thread.recent_confidences,
  };
  const result = decide(signalsOf(input), policy, before);
  const answer = result.needsTiebreak ? await breakTie(deps, turn, result, input.signal) : null;
  const settled = applyTiebreak(result, answer);
  // Until the loop of actions exists an ACT turn ends in the best mode that writes.
  const mode =
    settled.mode === 'ACT'
      ? decide(signalsOf(input), policy, { ...before, exclude: ['ACT'] }).mode
      : settled.mode;
  return { mode, decision: toDecision(result, settled, mode), state: nextRouterState(before, result, mode) };
}

function signalsOf(input: RouteInput) {
  const { step, classified, recalled, session, said } = input;
  const { turn, snapshot } = step;
  const recent = snapshot.history.filter((past) => said.getTime() - Date.parse(past.said_at) < dayMs);
  const speakers = new Set([...recent.map((past) => past.speaker ?? ''), turn.speaker ?? '']);
  return buildSignals(extractCues(turn.text), {
    workingMemoryTurns: recent.length,
    gistCount: snapshot.gists.length,
    factCount: recalled.hits.filter((hit) => hit.kind === 'fact').length,
    worldItems: snapshot.reminders.length,
    topicConfidence: classified.confidence,
    isNewTopic: classified.isNew,
    sessionExchangeCount: session.sessionCount,
    minutesSinceActivity:
      session.lastActivityAt === null
        ? null
        : Math.max(0, (said.getTime() - session.lastActivityAt) / 60_000),
    evidenceScore: recalled.score,
    evidenceCount: recalled.count,
    addressed: speakers.size > 1 ? names(turn.text, input.agentName) : null,
    speakerCount: speakers.size,
    isReminder: turn.source === 'reminder',
  });
}

function names(text: string, agentName: string): boolean {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}_-]+/u));
  return words.has(agentName.toLowerCase()) || words.has('salience');
}

async function breakTie(
  deps: Deps,
  turn: TakenTurn,
  result: RoutingResult,
  signal: AbortSignal,
): Promise<TiebreakAnswer> {
  const candidates: readonly [Mode, Mode] = [result.mode, result.runnerUp];
  const { provider, model } = deps.models.describe('tiebreak');
  const call = { agentId: turn.agent_id, role: 'tiebreak', provider, model, threadId: turn.thread_id };
  try {
    const reply = await withModelCall(deps.metrics, call, (_firstPiece, onAttempt) =>
      deps.models.generateStructured<TiebreakProposal>({
        role: 'tiebreak',
        prompt: renderTiebreakPrompt({ message: turn.text, candidates }),
        schema: tiebreakProposalSchema,
        timeoutMs: tiebreakMs,
        signal,
        onAttempt,
      }),
    );
    const choice = reply.object.choice === 'A' ? candidates[0] : candidates[1];
    return { choice: modes.includes(choice) ? choice : null, reason: reply.object.reason };
  } catch (error) {
    deps.log.warn({ cause: messageOf(error) }, 'tie-breaker failed; the scores stand');
    return { choice: null, reason: 'failed' };
  }
}
