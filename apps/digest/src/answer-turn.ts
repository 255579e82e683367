import { runSummary } from '@salience/act';
import {
  type ContextSnapshot,
  type Id,
  type Mode,
  offlineModel,
  selfStartedSources,
  type TerminalState,
  verbatimSources,
} from '@salience/contracts';
import { visibleText } from '@salience/context';
import { confidenceOfReply, toldResults, type UntoldZone, untoldZone } from '@salience/memory';
import { taskOfRun } from '@salience/database/tasks';
import type { ClaimedTurn } from '@salience/database/turns';
import { act } from './act/run-actions.ts';
import type { ActEnd } from './act/act-input.ts';
import type { FoundAnswer } from './act/approval-answer.ts';
import { alreadyText, requestText } from './act/request-text.ts';
import type { AgentProfile } from './agent-cache.ts';
import type { Deps } from './deps.ts';
import { type Generated, generate } from './generate.ts';
import type { LiveReply } from './live-reply.ts';
import { describeModelFailure } from './model-failure.ts';
import { openOf } from './open-thing.ts';
import { othersReply } from './others-reply.ts';
import { plannedReply } from './planned-reply.ts';
import { actedNote } from './prompt-material.ts';
import { reviewReply } from './tasks/review-reply.ts';
import { triageReply } from './tasks/triage-reply.ts';
import { unclearReply } from './tasks/unclear-reply.ts';
import { verbatimReply } from './tasks/verbatim-reply.ts';
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
  /** Set if the message answers an approval, or would if it were from somebody who may. */
  readonly answer: FoundAnswer;
}

/** The result of a routed turn. */
export interface Answered {
  readonly routed: Routed;
  readonly state: Extract<TerminalState, 'answered' | 'failed' | 'ignored'>;
  readonly generated?: Generated;
  /** Whom the answer tells of the zone that is proposed for them. */
  readonly toldZoneOf?: Id<'person'>;
  /** How far the reply can be relied on, 0..1; null where it makes no claim. */
  readonly confidence?: number | null;
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
  if (input.answer?.kind === 'not-theirs')
    return { routed, generated: othersReply(deps, input, input.answer), contexts: [], state: 'answered' };
  if (input.answer?.kind === 'unclear')
    return { routed, generated: unclearReply(deps, input, input.answer), contexts: [], state: 'answered' };
  const byCode = await ofTask(deps, input);
  if (byCode !== undefined) {
    const { contexts, kind } = byCode;
    return { routed, generated: byCode, contexts, state: kind === 'reply' ? 'answered' : 'failed' };
  }
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
        open: mode === 'CLARIFY' ? openOf(routing) : undefined,
        ...note,
      }),
    ));
  const asked = withRequests(deps, input, generated, acted);
  const zone = untoldZone(recalled.world, step.turn.speaker, step.snapshot.history);
  const told = zone !== undefined && !selfStartedSources.includes(step.turn.source) && !usesZone(acted);
  return {
    routed: settled,
    generated: told ? withZone(input, asked, zone) : asked,
    confidence: confidenceIn(generated, mode, toldResults(stepsOf(acted), step.turn.id)),
    ...(told && asked.kind === 'reply' ? { toldZoneOf: zone.personId } : {}),
    contexts: [...planned, ...generated.contexts],
    state: generated.kind === 'reply' ? 'answered' : 'failed',
  };
}

/** What a turn of a task or the answer to a review says, where neither a planner nor the writer of replies has a say; else undefined. */
async function ofTask(deps: Deps, input: AnswerInput): Promise<Generated | undefined> {
  const { answer, step } = input;
  const { turn } = step;
  if (answer?.kind === 'review') return await reviewReply(deps, input, answer);
  if (verbatimSources.includes(turn.source)) return verbatimReply(deps, input, turn.text, turn.source);
  if (turn.source !== 'triage') return undefined;
  const task = await taskOfRun(deps.db, turn.agent_id, turn.id);
  if (task === null) return verbatimReply(deps, input, 'This task is not there any more.', turn.source);
  return await triageReply(deps, input, task);
}

function runActions(
  deps: Deps,
  { answer, profile, recalled, routed, signal, step }: AnswerInput,
): Promise<ActEnd> {
  const known = forPrompt(recalled, routed);
  const given = answer?.kind === 'counts' ? answer : null;
  return act(deps, { step, profile, recalled: known, skills: profile.skills, signal }, given);
}

function stepsOf(acted: Exclude<ActEnd, { kind: 'parked' }> | undefined) {
  return acted?.kind === 'closed' ? acted.steps : [];
}

function confidenceIn(generated: Generated, mode: Mode, actions: readonly number[]): number | null {
  if (generated.kind !== 'reply') return null;
  const { citations, model, trust } = generated;
  const support = citations.map((citation) => citation.support ?? 0);
  const offline = model === offlineModel.model;
  return confidenceOfReply({ mode, offline, trust, support, actions })?.confidence ?? null;
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
  { live, step: { snapshot, turn } }: AnswerInput,
  generated: Generated,
  acted: ActEnd | undefined,
): Generated {
  if (generated.kind !== 'reply' || acted === undefined || acted.kind === 'parked') return generated;
  // A task works in a thread of its own, and is told elsewhere: a yes there would answer nothing.
  const away = (snapshot.run?.root.source ?? turn.source) === 'task';
  const said =
    acted.kind === 'closed' ? requestText(acted.steps, deps.approvalMs, away) : alreadyText(acted.approval);
  if (said === '') return generated;
  live.delta(`\n\n${said}`);
  return { ...generated, text: `${generated.text}\n\n${said}` };
}

/** The answer, followed by the zone that is proposed for who spoke: it counts only once they say so. */
function withZone(
  { live, step }: AnswerInput,
  generated: Generated,
  { owner, personId, place, zone }: UntoldZone,
): Generated {
  if (generated.kind !== 'reply') return generated;
  const shown = visibleText(place).replace(/\s+/g, ' ').trim().slice(0, 60);
  const said =
    `You said that you live in ${shown}. Your times are still those of ${step.turn.zone}; for ${zone} say "use ${shown} time", ` +
    `or run: salience people zone ${owner ? 'owner' : personId} --accept`;
  live.delta(`\n\n${said}`);
  return { ...generated, text: `${generated.text}\n\n${said}` };
}

/** True if the turn sets a zone itself. */
function usesZone(acted: ActEnd | undefined): boolean {
  return (
    acted?.kind === 'closed' &&
    acted.steps.some((step) => step.kind === 'action' && step.call?.tool === 'time_zone')
  );
}
