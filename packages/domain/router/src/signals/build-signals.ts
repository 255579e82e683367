import type { TextCues } from '../cues/extract-cues.ts';
import { type ExchangeCues, noExchange } from '../exchange/read-exchange.ts';
import { type Likeness, noLikeness } from '../likeness/read-likeness.ts';
import type { RoomCues } from '../room/read-room.ts';
import { signalDefinitions, type SignalName, signalNames, type Signals } from './signals.ts';

/** What is known around a message, read once at the start of its turn. Counts are of content, not of headings. */
export interface Snapshot {
  readonly workingMemoryTurns: number;
  readonly gistCount: number;
  readonly factCount: number;
  /** Things the world state really lists. An empty heading is 0. */
  readonly worldItems: number;
  /** 0 to 1. */
  readonly topicConfidence: number;
  readonly isNewTopic: boolean;
  readonly sessionExchangeCount: number;
  /** Minutes since the activity before this message; null when there was none. */
  readonly minutesSinceActivity: number | null;
  /** 0 to 1: strength of the best evidence retrieved for this message. */
  readonly evidenceScore: number;
  readonly evidenceCount: number;
  /** Whom the message is meant for, read from the room; null without a room, or if the speaker is unknown. */
  readonly room: RoomCues | null;
  /** People speaking in the room, the agent not counted. */
  readonly speakerCount: number;
  /** True for a message that a due reminder wrote. */
  readonly isReminder: boolean;
  /** What the message's vector says it is like; `noLikeness` without one. */
  readonly likeness: Likeness;
  /** True for a turn that takes up a run of actions after a request was answered or has expired. */
  readonly isContinuation: boolean;
  /** The conversation has an open approval. */
  readonly pendingApproval: boolean;
  /** The message reads as a clear answer to such a request, see `readApprovalAnswer`. */
  readonly answersApproval: boolean;
  /** What the message goes on with; `noExchange` where nothing was said before. */
  readonly exchange: ExchangeCues;
  /** Known things that fit what the message names equally well; 0 where it names none. */
  readonly readings: number;
  /** Who took the message in said that it is not for the agent. */
  readonly overheard: boolean;
  /** Actions carried out before this decision; null where no run of actions came before it. */
  readonly acted: number | null;
}

/** A snapshot of a first message from a stranger: nothing is known. */
export const coldSnapshot: Snapshot = {
  workingMemoryTurns: 0,
  gistCount: 0,
  factCount: 0,
  worldItems: 0,
  topicConfidence: 1,
  isNewTopic: true,
  sessionExchangeCount: 0,
  minutesSinceActivity: null,
  evidenceScore: 0,
  evidenceCount: 0,
  room: null,
  speakerCount: 1,
  isReminder: false,
  likeness: noLikeness,
  isContinuation: false,
  pendingApproval: false,
  answersApproval: false,
  exchange: noExchange,
  readings: 0,
  overheard: false,
  acted: null,
};

const filled = (count: number, enough: number) => Math.min(Math.max(count, 0) / enough, 1);

/** Context warmth, 0 to 1: the mean of how full working memory (4), gists (5) and world state (3) are. */
export function contextWarmth(
  snapshot: Pick<Snapshot, 'workingMemoryTurns' | 'gistCount' | 'worldItems'>,
): number {
  const { workingMemoryTurns, gistCount, worldItems } = snapshot;
  return (filled(workingMemoryTurns, 4) + filled(gistCount, 5) + filled(worldItems, 3)) / 3;
}

/**
 * How well memory can carry an answer, 0 to 1: half the evidence for this very message, the rest what is
 * known anyway. On a new topic what is known anyway counts less; evidence counts fully.
 */
function memoryConfidence(snapshot: Snapshot, warmth: number): number {
  const evidence = snapshot.evidenceCount > 0 ? snapshot.evidenceScore : 0;
  const known = 0.3 * filled(snapshot.gistCount + snapshot.factCount, 6) + 0.2 * warmth;
  return 0.5 * evidence + known * (snapshot.isNewTopic ? 0.7 : 1);
}

function bounded(name: SignalName, value: number): number {
  const { min, max } = signalDefinitions[name];
  // A number that cannot be read is the least: "nothing known" is safe for every rule.
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : min;
}

function roomSignals(cues: TextCues, room: RoomCues | null) {
  const asks = cues.questionMark || cues.interrogative || cues.greeting;
  return {
    called_me: room?.calledMe ?? 0,
    mentions_me: room?.mentionsMe ?? 0,
    called_other: room?.calledOther ?? 0,
    calls_room: room !== null && cues.everyone && asks ? 1 : 0,
    agent_to_speaker: room?.agentToSpeaker ?? 0,
    agent_to_other: room?.agentToOther ?? 0,
    agent_just_spoke: room?.agentJustSpoke ?? 0,
    agent_share: room?.agentShare ?? 0,
    speaker_to_other: room?.speakerToOther ?? 0,
    other_to_speaker: room?.otherToSpeaker ?? 0,
    goes_on: room?.goesOn ?? 0,
  };
}

/**
 * Turns cues and snapshot into signals, every one inside its range. The thread's router state is added by
 * `decide`, so here the thread counts as fresh.
 */
export function buildSignals(cues: TextCues, snapshot: Snapshot): Signals {
  const bit = (yes: boolean) => (yes ? 1 : 0);
  const warmth = contextWarmth(snapshot);
  const { room, likeness } = snapshot;
  const raw: Record<SignalName, number> = {
    char_count: cues.charCount,
    token_count: cues.tokenCount,
    content_count: cues.contentCount,
    information_density: cues.uniqueDensity,
    has_question_mark: bit(cues.questionMark),
    interrogative: bit(cues.interrogative),
    greeting: bit(cues.greeting),
    farewell: bit(cues.farewell),
    positive_feedback: bit(cues.positiveFeedback),
    negative_feedback: bit(cues.negativeFeedback),
    act_request: bit(cues.actRequest),
    answer_request: bit(cues.answerRequest),
    need: bit(cues.need),
    implicit_reference: bit(cues.implicitReference),
    remember: bit(cues.remember),
    anaphoric: bit(cues.anaphoric),
    second_person: bit(cues.secondPerson),
    declarative: bit(cues.declarative),
    context_warmth: warmth,
    working_memory_turns: snapshot.workingMemoryTurns,
    gist_count: snapshot.gistCount,
    fact_count: snapshot.factCount,
    topic_confidence: snapshot.topicConfidence,
    is_new_topic: bit(snapshot.isNewTopic),
    session_exchange_count: snapshot.sessionExchangeCount,
    minutes_since_activity: snapshot.minutesSinceActivity ?? -1,
    evidence_score: snapshot.evidenceScore,
    evidence_count: snapshot.evidenceCount,
    memory_confidence: memoryConfidence(snapshot, warmth),
    addressed: room === null ? -1 : Math.max(room.calledMe, room.mentionsMe),
    speaker_count: snapshot.speakerCount,
    is_reminder: bit(snapshot.isReminder),
    act_likeness: likeness.act,
    respond_likeness: likeness.respond,
    acknowledge_likeness: likeness.acknowledge,
    ...roomSignals(cues, room),
    is_continuation: bit(snapshot.isContinuation),
    pending_approval: bit(snapshot.pendingApproval),
    approval_answer: bit(snapshot.pendingApproval && snapshot.answersApproval),
    asks_kept: bit(cues.asksKept),
    fragment: cues.fragment,
    agent_asked: bit(snapshot.exchange.agentAsked),
    // An open approval has an answer of its own, and "ok" is none.
    assent: bit(snapshot.exchange.assent && !snapshot.pendingApproval),
    open_request: bit(snapshot.exchange.openRequest),
    openness: cues.openness,
    readings: snapshot.readings,
    overheard: bit(snapshot.overheard),
    acted: snapshot.acted ?? -1,
    previous_act: 0,
    previous_clarify: 0,
    recent_confidence_max: 1,
    excluded_modes: 0,
  };
  return Object.fromEntries(signalNames.map((name) => [name, bounded(name, raw[name])])) as Signals;
}
