import { type ContextSnapshot, taskSignal, type TerminalState, type TopicId } from '@salience/contracts';
import { newId } from '@salience/database';
import { noteZoneTold } from '@salience/database/people';
import { type ClaimedTurn, type CommitTurn, type TurnContext } from '@salience/database/turns';
import { messageOf } from '@salience/errors';
import {
  annotateSpan,
  attributeKeys,
  currentTraceparent,
  currentWideEvent,
  failSpan,
} from '@salience/telemetry';
import { encodeHearing, reinforce } from '@salience/topics';
import { findApprovalAnswer } from './act/approval-answer.ts';
import { LaneLost } from './act/steps.ts';
import { type Answered, answerTurn, type ParkedTurn } from './answer-turn.ts';
import { openedBy, teachingOf, topicOf } from './classify.ts';
import type { Deps } from './deps.ts';
import { hint } from '@salience/runtime';
import { createLiveReply, type LiveReply } from './live-reply.ts';
import { type Heard, hear } from './hear.ts';
import { codeOf } from './recall.ts';
import { sha256 } from './sha256.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';
import { toldEnd } from './told-end.ts';
import { estimateTokens, sentText } from '@salience/context';

/** The boundary detector's state, 4 kB, is stored with every so many turns of a thread; between them it is folded from what was said. */
const boundaryEvery = 8;

/** A turn ready to be committed, and what to do after the commit. */
export interface EndedTurn {
  readonly commit: Omit<CommitTurn, 'takeNext'>;
  committed(stored: { readonly topicId: TopicId | null; readonly xid: string }): Promise<void>;
}

/**
 * Runs a turn from its snapshot to its commit. Writes nothing but the steps of actions. `abandoned`: the
 * lane is to be released or is lost. Throws if the store fails, and on unexpected errors.
 */
export async function runTurn(
  deps: Deps,
  step: ClaimedTurn,
  signal: AbortSignal,
): Promise<EndedTurn | ParkedTurn | 'abandoned'> {
  const { turn, fence } = step;
  const live = createLiveReply(deps, turn.id, fence);
  const watch = createStopwatch(deps.metrics);
  const waitedMs = (await deps.clock.now()).getTime() - Date.parse(turn.accepted_at);
  const laneWaitMs = Math.max(0, waitedMs);
  deps.metrics.laneWait.observe({}, laneWaitMs / 1000);
  currentWideEvent()?.set({ laneWaitMs });
  const staged = await runStages(deps, { step, signal, live, watch }).catch((error: unknown) => {
    live.dropped();
    throw error;
  });
  if (staged === 'abandoned' || 'parkedUntil' in staged) {
    live.dropped();
    return staged;
  }
  annotateSpan({
    ...(staged.routed === undefined ? {} : { [attributeKeys.mode]: staged.routed.mode }),
    [attributeKeys.turnState]: staged.state,
    [attributeKeys.laneWaitMs]: laneWaitMs,
  });
  // A failed turn is a failed span, so that samplers that keep failed traces keep this one.
  if (staged.generated?.kind === 'failed') failSpan(staged.generated.error.code);
  return compose(deps, { step, live, watch, staged, traceparent: currentTraceparent() ?? null });
}

interface TurnRun {
  readonly step: ClaimedTurn;
  readonly signal: AbortSignal;
  readonly live: LiveReply;
  readonly watch: Stopwatch;
}

interface Staged extends Partial<Omit<Answered, 'state'>> {
  readonly state: TerminalState;
  readonly said: Date;
  readonly heard?: Heard;
}

async function runStages(deps: Deps, run: TurnRun): Promise<Staged | ParkedTurn | 'abandoned'> {
  const { step, signal, watch } = run;
  const { turn, snapshot } = step;
  // Session, silence and working memory use the time of the messages, so a replayed transcript is judged like the original.
  const said = new Date(turn.said_at);
  try {
    signal.throwIfAborted();
    const profile = await deps.agents.profile(snapshot.agent);
    const answer = await findApprovalAnswer(deps, step);
    const { identity, policy } = profile;
    const asked = { step, policy, agentName: identity.name, answer: answer?.kind ?? null, said, signal };
    const heard = await hear(deps, asked, watch);
    const { recalled, routed, routing } = heard;
    const answered = await answerTurn(deps, { ...run, profile, recalled, routed, routing, answer });
    return 'parkedUntil' in answered ? answered : { said, heard, ...answered };
  } catch (error) {
    // The worker that took the lane over repeats all of this.
    if (error instanceof LaneLost) return 'abandoned';
    if (!signal.aborted) throw error;
    return signal.reason === 'cancelled' ? { state: 'cancelled', said } : 'abandoned';
  }
}

async function compose(
  deps: Deps,
  parts: { step: ClaimedTurn; live: LiveReply; watch: Stopwatch; staged: Staged; traceparent: string | null },
): Promise<EndedTurn> {
  const { step, staged } = parts;
  const { turn, snapshot } = step;
  const now = await deps.clock.now();
  const { generated, heard, routed } = staged;
  const classified = heard?.classified;
  const at = now.getTime();
  const taught = classified === undefined ? null : teachingOf(classified);
  const exchangeId = routed === undefined ? null : newId('exchange', at);
  const commit: EndedTurn['commit'] = {
    agentId: turn.agent_id,
    threadId: turn.thread_id,
    turnId: turn.id,
    seq: turn.seq,
    fence: step.fence,
    now,
    state: staged.state,
    error: generated?.kind === 'failed' ? generated.error : null,
    timings: parts.watch.timings(),
    reply: replyOf(staged, turn.source),
    topic: classified === undefined ? null : topicOf(deps, turn.trust, classified),
    exchange:
      exchangeId === null || routed === undefined
        ? null
        : {
            id: exchangeId,
            mode: routed.mode,
            traceparent: parts.traceparent,
            ...(await codeOf(deps, classified?.vector)),
            ...(taught === null ? {} : { vector: base64(taught), codeModelId: deps.embedder.modelId }),
          },
    // Only memories that a reply cites count as accessed, not those that were shown.
    used: generated?.kind === 'reply' ? generated.used : [],
    decision: routed?.decision ?? null,
    contexts: turnContexts(staged.contexts ?? []),
    thread: threadAfter(step, staged),
    held: heard?.boundary === undefined ? snapshot.thread.heard_seq : turn.seq,
  };
  return {
    commit,
    async committed({ topicId, xid }) {
      deps.metrics.turnsEnded.inc({ agent: turn.agent_id, state: staged.state });
      if (heard?.boundary !== undefined) deps.threads.keep(turn.thread_id, turn.seq, heard.boundary.state);
      if (topicId !== null && classified !== undefined) {
        const saidAt = staged.said.getTime();
        const made = openedBy(classified);
        deps.topics.said(turn.agent_id, { turnId: turn.id, topicId, xid, saidAt, vector: taught, made });
      }
      const { agent_id: agentId, thread_id: threadId } = turn;
      const handedOn = { agentId, threadId, traceparent: parts.traceparent };
      if (exchangeId !== null && heard?.isEarly === true)
        deps.overheard.add({ ...handedOn, exchangeId, step, hasTopic: topicId !== null });
      else if (exchangeId !== null) deps.handOn.add(handedOn);
      await parts.live.ended(toldEnd(turn, commit));
      // What a task waits for may be this end, or the answer that this turn gave.
      if (movesTask(turn.source, staged)) hint(deps, taskSignal, turn.id);
      if (staged.toldZoneOf !== undefined)
        await noteZoneTold(deps.db, agentId, staged.toldZoneOf, now).catch((error: unknown) =>
          deps.log.warn(
            { agentId, cause: messageOf(error) },
            'a proposed zone was told, but may be told again',
          ),
        );
    },
  };
}

const ofTasks: ReadonlySet<string> = new Set(['task', 'triage', 'approval']);

function movesTask(source: string, { generated }: Staged): boolean {
  return ofTasks.has(source) || (generated?.kind === 'reply' && generated.answersReview === true);
}

function threadAfter(
  { snapshot: { thread }, turn }: ClaimedTurn,
  { heard, routed, said }: Staged,
): CommitTurn['thread'] {
  if (routed === undefined || heard === undefined) return null;
  const { boundary, classified, session } = heard;
  return {
    confidence:
      classified === undefined ? thread.confidence : reinforce(thread.confidence, classified.confidence),
    session,
    ...(boundary === undefined ? {} : { heard: encodeHearing(boundary.hearing) }),
    ...(boundary !== undefined && turn.seq - thread.boundary_seq >= boundaryEvery
      ? { boundary: boundary.state }
      : {}),
    lastMode: routed.state.previousMode ?? routed.mode,
    recentConfidences: routed.state.lastConfidences,
    activityAt: said,
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function replyOf({ confidence = null, generated }: Staged, source: string): CommitTurn['reply'] {
  if (generated?.kind !== 'reply') return null;
  const { citations, model, text, trust, usage } = generated;
  return { text, citations, model, usage, trust, confidence, source };
}

/** The contexts of a turn's model calls, in order, as stored with the turn. */
function turnContexts(snapshots: readonly ContextSnapshot[]): TurnContext[] {
  return snapshots.map((snapshot, call) => ({
    ...snapshot,
    call,
    tokens: tokensOf(snapshot),
    hash: sha256(sentText(snapshot)).slice(0, 32),
  }));
}

function tokensOf({ system, messages }: ContextSnapshot): number {
  const told = messages.map(({ content, calls = [], results = [] }) =>
    calls.length + results.length === 0 ? content : content + JSON.stringify([calls, results]),
  );
  return told.reduce((sum, text) => sum + estimateTokens(text), estimateTokens(system));
}
