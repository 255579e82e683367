import {
  type ActStep,
  type Decision,
  type Mode,
  modes,
  selfStartedSources,
  spokenSources,
} from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { ClaimedTurn, TakenTurn } from '@salience/database/turns';
import { countWorld } from '@salience/memory';
import { answersOrder, ordersSchedule } from '@salience/models';
import { askRole } from '@salience/runtime';
import {
  applyTiebreak,
  boundLikeness,
  buildSignals,
  decide,
  decideAfterActions,
  decideEarly,
  type ExchangeCues,
  extractCues,
  nextRouterState,
  noExchange,
  type Policy,
  readExchange,
  readLikeness,
  readRoom,
  type RoomCues,
  type RouterState,
  type RoutingResult,
  type Settled,
  type Signals,
  type TextCues,
  type TiebreakAnswer,
  toDecision,
  toEarlyDecision,
} from '@salience/router';
import { confidenceInThread, type SessionState } from '@salience/topics';
import type { Classified } from './classify.ts';
import type { Deps } from './deps.ts';
import { readingsOf } from './open-thing.ts';
import { nothingRecalled, type Recalled } from './recall.ts';

const dayMs = 86_400_000;

type Past = RouteInput['step']['snapshot']['history'][number];

/** A decision and the router's state after it. */
export interface Routed {
  readonly mode: Mode;
  readonly decision: Decision;
  readonly state: RouterState;
  /** Its inputs, for the second routing after the turn's actions. */
  readonly first: { readonly result: RoutingResult; readonly settled: Settled };
}

/** The input of routing. */
export interface RouteInput {
  readonly step: ClaimedTurn;
  readonly policy: Policy;
  readonly classified: Pick<Classified, 'confidence' | 'isNew' | 'vector'> & {
    readonly topicId?: Classified['topicId'];
  };
  readonly recalled: Recalled;
  /** Names of the agent's topics; left out: nobody looked. */
  readonly topicNames?: readonly string[];
  readonly session: SessionState;
  readonly agentName: string;
  /** The message is a clear answer to the thread's open approval, from somebody whose answer counts or not, or to a review of a task. Null: it is none. */
  readonly answer: 'counts' | 'not-theirs' | 'review' | 'unclear' | null;
  readonly said: Date;
  readonly signal: AbortSignal;
}

/** Decides the mode of a message: signals, scores, and a tie-breaker if the two best scores are too close. */
export async function route(deps: Deps, input: RouteInput): Promise<Routed> {
  const before = stateBefore(input);
  const result = decide(signalsOf(deps, input), input.policy, { ...before, exclude: excludedOf(input) });
  const answer = result.needsTiebreak ? await breakTie(deps, input.step.turn, result, input.signal) : null;
  const settled = applyTiebreak(result, answer);
  return {
    mode: settled.mode,
    decision: toDecision(result, settled),
    state: nextRouterState(before, result, settled.mode),
    first: { result, settled },
  };
}

/** What stands for the topic of a message that was not compared with any. */
const unclassified: RouteInput['classified'] = { confidence: 0, isNew: false, vector: undefined };

/** The input of routing before anything was asked. */
export type EarlyInput = Omit<RouteInput, 'classified' | 'recalled'>;

/** The input of routing of a turn that asks nobody. */
export function unaskedInput(input: EarlyInput): RouteInput {
  return { ...input, classified: unclassified, recalled: nothingRecalled };
}

/** Decides the mode of a message if its text and the thread's state alone do, whatever embedder and memory would say; else null. */
export function routeEarly(deps: Deps, input: RouteInput): Routed | null {
  const { text } = input.step.turn;
  const before = stateBefore(input);
  const modelId = deps.embeds ? deps.embedder.modelId : undefined;
  const likeness = boundLikeness({ text, modelId, cues: cuesOf(input.step) });
  const state = { ...before, exclude: excludedOf(input) };
  const early = decideEarly(signalsOf(deps, input), likeness, input.policy, state);
  if (early === null) return null;
  const { result } = early;
  const settled = applyTiebreak(result, null);
  return {
    mode: settled.mode,
    decision: toEarlyDecision(early),
    state: nextRouterState(before, result, settled.mode),
    first: { result, settled },
  };
}

/**
 * Routes again after a run of actions, with fresh signals, to choose the mode of the answer: neither ACT nor IGNORE. The
 * decision stores both routings. No tie-breaker; `state` records that the thread acted.
 */
export function routeAgain(
  deps: Deps,
  input: RouteInput,
  routed: Routed,
  steps: readonly ActStep[],
): Promise<Routed> {
  const { turn } = input.step;
  const own = steps.filter((step) => step.kind === 'action' && step.turnId === turn.id);
  const acted = own.filter((step) => step.state === 'succeeded').length;
  const signals = signalsOf(
    deps,
    input,
    own.some((step) => step.state === 'asked'),
  );
  const state = { ...stateBefore(input), exclude: excludedOf(input) };
  const result = decideAfterActions(signals, input.policy, { ...state, acted });
  const settled = applyTiebreak(result, null);
  const { first } = routed;
  // A message after the agent's question is its answer, whatever was done before the question.
  const remembered = settled.mode === 'CLARIFY' ? 'CLARIFY' : first.settled.mode;
  return Promise.resolve({
    ...routed,
    mode: settled.mode,
    state: nextRouterState(stateBefore(input), first.result, remembered),
    decision: toDecision(first.result, first.settled, settled.mode, { result, settled }),
  });
}

/**
 * What the agent begins by itself is never passed over. What it is only to say was meant for the person, and is nothing for it to do; a
 * scheduled prompt is. Who answers a request that is not theirs to answer, or may mean another, is told so, and nothing is done.
 */
function excludedOf({ answer, step }: RouteInput): readonly Mode[] {
  const { source } = step.turn;
  // A room waits for one message, and asking back would be another.
  if (source === 'floor') return ['ACT', 'IGNORE', 'CLARIFY'];
  if (
    spokenSources.includes(source) ||
    answer === 'not-theirs' ||
    answer === 'review' ||
    answer === 'unclear'
  )
    return ['ACT', 'IGNORE'];
  // A signal is told, whatever it says: outside text has nothing done.
  if (source === 'pulse') return ['ACT', 'IGNORE'];
  // Who would ask back is nobody who can answer: a task does what it can, or says that it cannot.
  if (source === 'task' || step.snapshot.run?.root.source === 'task') return ['IGNORE', 'CLARIFY'];
  return source === 'schedule' ? ['IGNORE'] : [];
}

function stateBefore({ step }: RouteInput): RouterState {
  const { last_mode: previousMode, recent_confidences: lastConfidences } = step.snapshot.thread;
  return { previousMode, lastConfidences };
}

function signalsOf(deps: Deps, input: RouteInput, askedNow = false): Signals {
  const { step, classified, recalled, session, said } = input;
  const { turn, snapshot } = step;
  const recent = snapshot.history.filter((past) => said.getTime() - Date.parse(past.said_at) < dayMs);
  const speakers = new Set([...recent.map((past) => past.speaker ?? ''), turn.speaker ?? '']);
  const cues = cuesOf(step);
  return buildSignals(cues, {
    workingMemoryTurns: recent.length,
    gistCount: snapshot.gists.length,
    factCount: recalled.hits.filter((hit) => hit.kind === 'fact').length,
    worldItems: countWorld(recalled.world, said),
    topicConfidence: confidenceInThread(
      { topicId: snapshot.thread.topic_id, confidence: snapshot.thread.confidence },
      { topicId: classified.topicId, confidence: classified.confidence },
    ),
    isNewTopic: classified.isNew,
    sessionExchangeCount: session.sessionCount,
    minutesSinceActivity:
      session.lastActivityAt === null
        ? null
        : Math.max(0, (said.getTime() - session.lastActivityAt) / 60_000),
    evidenceScore: recalled.score,
    evidenceCount: recalled.count,
    room: turn.speaker !== null && speakers.size > 1 ? roomOf(input, recent) : null,
    speakerCount: speakers.size,
    isReminder: spokenSources.includes(turn.source),
    likeness: readLikeness({ vector: classified.vector, modelId: deps.embedder.modelId, cues }),
    isContinuation: snapshot.run !== null || saysWhen(step),
    pendingApproval: snapshot.pendingApproval !== null || askedNow,
    answersApproval: input.answer === 'counts',
    exchange: exchangeOf(step, recent),
    readings: readingsOf(input)?.readings.length ?? 0,
    overheard: turn.overheard,
    acted: null,
  });
}

/** The cues of a message. What is ordered of the skill that keeps reminders asks for a deed, however it is worded. */
function cuesOf({ turn }: RouteInput['step']): TextCues {
  const read = extractCues(turn.text);
  // Nobody is there to be asked what the agent begins by itself.
  const cues = selfStartedSources.includes(turn.source) ? { ...read, openness: 0 } : read;
  if (cues.actRequest || turn.source === 'reminder') return cues;
  return ordersSchedule(turn.text) ? { ...cues, actRequest: true } : cues;
}

/** The message says when a reminder is to come, after a reply that asked: it takes up the run of actions that found no time. */
function saysWhen({ snapshot, turn }: RouteInput['step']): boolean {
  return turn.source !== 'reminder' && answersOrder(turn.text, snapshot.history.at(-1)?.reply);
}

/** What the speaker and the agent said to each other lately. Only what a person said leaves anything open, and only a person takes it up. */
function exchangeOf({ turn }: RouteInput['step'], recent: readonly Past[]): ExchangeCues {
  if (selfStartedSources.includes(turn.source)) return noExchange;
  const own = recent.filter(
    (past) => past.speaker === turn.speaker && (past.trust === 'user' || past.trust === 'owner'),
  );
  return readExchange(turn.text, own);
}

/** Recent messages and replies with their speakers; a reply counts as addressed to the speaker it answers. */
function roomOf({ step, agentName }: RouteInput, recent: readonly Past[]): RoomCues {
  const { speaker, text } = step.turn;
  const lines = recent.flatMap((past) => [
    { speaker: past.speaker, text: past.message, own: false },
    ...(past.reply === null ? [] : [{ speaker: agentName, text: past.reply, own: true, to: past.speaker }]),
  ]);
  return readRoom({ agentNames: [agentName, productName], speaker, text, lines });
}

/** Every agent listens to this name besides its own. */
const productName = 'salience';

async function breakTie(
  deps: Deps,
  turn: TakenTurn,
  result: RoutingResult,
  signal: AbortSignal,
): Promise<TiebreakAnswer> {
  const candidates: readonly [Mode, Mode] = [result.mode, result.runnerUp];
  try {
    const input = { message: turn.text, candidates };
    const about = { agentId: turn.agent_id, threadId: turn.thread_id, signal };
    const reply = await askRole(deps, 'tiebreak', input, about);
    // Offline nobody chooses: the better score stays, and would be another one under other weights.
    if (reply.provider === 'offline') return { choice: null, reason: 'offline' };
    const choice = reply.object.choice === 'A' ? candidates[0] : candidates[1];
    return { choice: modes.includes(choice) ? choice : null, reason: reply.object.reason };
  } catch (error) {
    deps.log.warn({ cause: messageOf(error) }, 'tie-breaker failed; the scores stand');
    return { choice: null, reason: 'failed' };
  }
}
