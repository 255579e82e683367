import type { ContextSnapshot, TerminalState, TopicId, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import { type ClaimedTurn, type CommitTurn, type TurnContext } from '@salience/database/turns';
import {
  annotateSpan,
  attributeKeys,
  currentTraceparent,
  currentWideEvent,
  failSpan,
  spanNames,
  withSpan,
} from '@salience/telemetry';
import { freshSessionState, reinforce, type SessionState, trackSession, wordStems } from '@salience/topics';
import { findApprovalAnswer } from './act/approval-answer.ts';
import { LaneLost } from './act/steps.ts';
import { type Answered, answerTurn, type ParkedTurn } from './answer-turn.ts';
import { type Classified, classify } from './classify.ts';
import type { Deps } from './deps.ts';
import type { Generated } from './generate.ts';
import { createLiveReply, type LiveReply } from './live-reply.ts';
import { codeOf, recallFor } from './recall.ts';
import { route, type RouteInput } from './route.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';
import { toldEnd } from './told-end.ts';
import { estimateTokens } from '@salience/context';

/** A turn ready to be committed, and what to do after the commit. */
export interface EndedTurn {
  readonly commit: Omit<CommitTurn, 'takeNext'>;
  committed(topicId: TopicId | null): Promise<void>;
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
  readonly classified?: Classified;
  readonly session?: SessionState;
}

async function runStages(deps: Deps, run: TurnRun): Promise<Staged | ParkedTurn | 'abandoned'> {
  const { step, signal, watch } = run;
  const { turn, snapshot } = step;
  // Session, silence and working memory use the time of the messages, so a replayed transcript is judged like the original.
  const said = new Date(turn.said_at);
  try {
    signal.throwIfAborted();
    const profile = await deps.agents.profile(snapshot.agent);
    const classified = await watch.stage('classify', () =>
      withSpan(spanNames.turnClassify, {}, async (span) => {
        const found = await classify(deps, turn, snapshot, said);
        span.setAttributes({
          [attributeKeys.topicId]: found.topicId,
          [attributeKeys.confidence]: found.confidence,
        });
        return found;
      }),
    );
    await deps.fault('digest.classified');
    const recalled = await watch.stage('recall', () => recallFor(deps, step, classified, said));
    const before = (snapshot.thread.session as SessionState | null) ?? freshSessionState;
    // Compared with the previous state, and only then updated (law 14).
    const session = trackSession(before, { now: said.getTime(), topicId: classified.topicId, seq: turn.seq });
    const given = await findApprovalAnswer(deps, step);
    const routing: RouteInput = {
      step,
      policy: profile.policy,
      classified,
      recalled,
      session: before,
      agentName: profile.identity.name,
      answersApproval: given !== null,
      said,
      signal,
    };
    const routed = await watch.stage('route', () =>
      withSpan(spanNames.turnRoute, {}, async (span) => {
        const found = await route(deps, routing);
        const { policyName, policyVersion, confidence } = found.decision;
        span.setAttributes({
          [attributeKeys.mode]: found.mode,
          [attributeKeys.policyId]: `${policyName}@${policyVersion}`,
          [attributeKeys.confidence]: confidence,
        });
        return found;
      }),
    );
    const parts = { said, classified, session };
    const answered = await answerTurn(deps, { ...run, profile, recalled, routed, routing, given });
    return 'parkedUntil' in answered ? answered : { ...parts, ...answered };
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
  const { classified, session, routed, generated } = staged;
  const at = now.getTime();
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
    reply: replyOf(generated, turn.source),
    topic: topicOf(deps, turn.trust, classified),
    exchange:
      exchangeId === null || routed === undefined
        ? null
        : {
            id: exchangeId,
            mode: routed.mode,
            traceparent: parts.traceparent,
            ...(await codeOf(deps, classified?.vector)),
          },
    used: usedBy(generated),
    decision: routed?.decision ?? null,
    contexts: turnContexts(staged.contexts ?? []),
    thread:
      routed === undefined || session === undefined || classified === undefined
        ? null
        : {
            confidence: reinforce(snapshot.thread.confidence, classified.confidence),
            session,
            boundary: classified.boundary,
            lastMode: routed.state.previousMode ?? routed.mode,
            recentConfidences: routed.state.lastConfidences,
            activityAt: staged.said,
          },
  };
  return {
    commit,
    async committed(topicId) {
      deps.metrics.turnsEnded.inc({ agent: turn.agent_id, state: staged.state });
      if (topicId !== null && classified !== undefined) {
        const { name, salience, vector, learn, isNew } = classified;
        const topic = { id: topicId, name, lastSeenAt: staged.said.getTime(), avgSalience: salience };
        deps.topics.said(turn.agent_id, topic, {
          vector: learn ? vector : undefined,
          stems: wordStems(turn.text),
          isNew,
        });
      }
      const { agent_id: agentId, thread_id: threadId } = turn;
      if (exchangeId !== null) deps.handOn.add({ agentId, threadId, traceparent: parts.traceparent });
      await parts.live.ended(toldEnd(turn, commit));
    },
  };
}

function topicOf(deps: Deps, trust: Trust, classified: Classified | undefined): CommitTurn['topic'] {
  if (classified === undefined) return null;
  // Only a new topic is written here. "General" has no vector: it is a bin, not a subject.
  const vector = classified.isNew && classified.learn ? Array.from(classified.vector ?? []) : [];
  const { topicId: id, name, salience } = classified;
  return { id, name, trust, modelId: deps.embedder.modelId, vector, salience };
}

/** Only memories that a reply cites count as accessed, not those that were shown. */
function usedBy(generated: Generated | undefined): { id: string; kind: string }[] {
  if (generated?.kind !== 'reply') return [];
  return generated.citations.map(({ exchangeId }) => ({ id: exchangeId, kind: 'exchange' }));
}

function replyOf(generated: Generated | undefined, source: string): CommitTurn['reply'] {
  if (generated?.kind !== 'reply') return null;
  const { citations, model, text, trust, usage } = generated;
  return { text, citations, model, usage, trust, source };
}

/** The contexts of a turn's model calls, in order, as stored with the turn. */
function turnContexts(snapshots: readonly ContextSnapshot[]): TurnContext[] {
  return snapshots.map((snapshot, call) => ({ ...snapshot, call, tokens: tokensOf(snapshot) }));
}

function tokensOf({ system, messages }: ContextSnapshot): number {
  const told = messages.map(({ content, calls = [], results = [] }) =>
    calls.length + results.length === 0 ? content : content + JSON.stringify([calls, results]),
  );
  return told.reduce((sum, text) => sum + estimateTokens(text), estimateTokens(system));
}
