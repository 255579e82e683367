import { runSummary } from '@salience/act';
import type { ContextSnapshot, TerminalState } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { act } from './act/run-actions.ts';
import type { ActEnd } from './act/act-input.ts';
import type { ApprovalAnswer } from './act/approval-answer.ts';
import { alreadyText, requestText } from './act/request-text.ts';
import type { AgentProfile } from './agent-cache.ts';
import type { Deps } from './deps.ts';
import { type Generated, generate } from './generate.ts';
import type { LiveReply } from './live-reply.ts';
import { describeModelFailure } from './model-failure.ts';
import { plannedReply } from './planned-reply.ts';
import { actedNote } from './prompt-material.ts';
import { forPrompt, type Recalled } from './recall.ts';
import { type RouteInput, type Routed, routeAgain } from './route.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The input of answering a routed turn. */
export interface AnswerInput {
  readonly step: ClaimedTurn;
  readonly signal: AbortSignal;
  readonly live: LiveReply;
  readonly watch: Stopwatch;
  readonly profile: AgentProfile;
  readonly recalled: Recalled;
  readonly routed: Routed;
  readonly routing: RouteInput;
  /** Set if the message answers an approval. */
  readonly given: ApprovalAnswer | null;
}

/** The result of a routed turn. */
export interface Answered {
  readonly routed: Routed;
  readonly state: Extract<TerminalState, 'answered' | 'failed' | 'ignored'>;
  readonly generated?: Generated;
  /** The contexts of the model calls, in order. */
  readonly contexts: readonly ContextSnapshot[];
}

/** A turn whose actions wait for a retry: park its lane until then. */
export interface ParkedTurn {
  readonly parkedUntil: Date;
}

/** Produces a turn's answer from its mode: with actions for ACT, without a reply for IGNORE. */
export async function answerTurn(deps: Deps, input: AnswerInput): Promise<Answered | ParkedTurn> {
  const { live, profile, recalled, routed, routing, signal, step, watch } = input;
  if (routed.mode === 'IGNORE') {
    deps.metrics.modelCallsAvoided.inc({ agent: step.turn.agent_id, reason: 'ignored' });
    return { routed, state: 'ignored', contexts: [] };
  }
  live.thinking();
  const acted = routed.mode === 'ACT' ? await watch.stage('act', () => runActions(deps, input)) : undefined;
  if (acted?.kind === 'parked') return { parkedUntil: acted.until };
  const settled = acted === undefined ? routed : await routeAgain(deps, routing, routed, stepsOf(acted));
  const planned = acted?.kind === 'closed' ? acted.contexts : [];
  const failed = plannerFailure(acted, step.turn.id);
  if (failed !== undefined) {
    return { routed: settled, generated: failed, contexts: planned, state: 'failed' };
  }
  await deps.fault('digest.generating');
  signal.throwIfAborted();
  const mode = settled.mode === 'ACT' || settled.mode === 'IGNORE' ? 'RESPOND' : settled.mode;
  const { skills } = profile;
  const note =
    acted?.kind === 'closed'
      ? { acted: actedNote(runSummary(acted.steps)), actedTrust: acted.least.trust }
      : {};
  const generated =
    plannedReply(deps, { step, recalled, live }, acted, mode) ??
    (await watch.stage('generate', () =>
      generate(deps, {
        step,
        profile,
        recalled: forPrompt(recalled, { decision: routed.decision, mode }),
        skills,
        live,
        signal,
        mode,
        ...note,
      }),
    ));
  return {
    routed: settled,
    generated: withRequests(deps, input, generated, acted),
    contexts: [...planned, ...generated.contexts],
    state: generated.kind === 'reply' ? 'answered' : 'failed',
  };
}

function runActions(
  deps: Deps,
  { given, profile, recalled, routed, signal, step }: AnswerInput,
): Promise<ActEnd> {
  const known = forPrompt(recalled, routed);
  return act(deps, { step, profile, recalled: known, skills: profile.skills, signal }, given);
}

function stepsOf(acted: Exclude<ActEnd, { kind: 'parked' }>) {
  return acted.kind === 'closed' ? acted.steps : [];
}

/** If the planner failed and nothing was done, there is nothing to answer with: the turn fails with the model's error. */
function plannerFailure(acted: ActEnd | undefined, turnId: string): Generated | undefined {
  if (acted?.kind !== 'closed' || acted.reason !== 'planner_failed') return undefined;
  if (acted.steps.some((step) => step.kind === 'action' && step.turnId === turnId)) return undefined;
  const code = acted.steps.findLast((step) => step.kind === 'plan')?.note ?? 'llm.malformed';
  return { kind: 'failed', error: describeModelFailure(code, turnId), contexts: [] };
}

/** The answer, followed by the exact text of the open approvals. */
function withRequests(
  deps: Deps,
  { live }: AnswerInput,
  generated: Generated,
  acted: ActEnd | undefined,
): Generated {
  if (generated.kind !== 'reply' || acted === undefined || acted.kind === 'parked') return generated;
  const said =
    acted.kind === 'closed' ? requestText(acted.steps, deps.approvalMs) : alreadyText(acted.approval);
  if (said === '') return generated;
  live.delta(`\n\n${said}`);
  return { ...generated, text: `${generated.text}\n\n${said}` };
}
