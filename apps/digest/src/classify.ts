import type { TopicId, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { AgentSettings } from '@salience/database/agents';
import { type CommitTurn, type Snapshot, type TakenTurn } from '@salience/database/turns';
import { messageOf } from '@salience/errors';
import { aboutOf } from '@salience/tasks';
import {
  assignTopic,
  type BoundaryState,
  fallbackTopic,
  type Focus,
  focusOf,
  freshBoundaryState,
  generalTopicName,
  type Hearing,
  hearReply,
  isShortOrAnaphoric,
  messageSalience,
  type SessionState,
  stepBoundary,
  taughtBytes,
  type TopicAnswer,
} from '@salience/topics';
import type { Deps } from './deps.ts';
import type { HeldTopic, NewTopic } from './held-topics.ts';
import type { KnownTopics } from './topic-cache.ts';

/** The topic of a turn. */
export interface Classified {
  readonly topicId: TopicId;
  readonly name: string;
  readonly isNew: boolean;
  /** 0..1. */
  readonly confidence: number;
  /** Undefined when the embedder was down or the message was empty. */
  readonly vector: Float32Array | undefined;
  /** Whether the topic's centroid moves towards this message. */
  readonly learn: boolean;
  readonly salience: number;
  /** The boundary detector's state after this message, and how it heard it. */
  readonly boundary: BoundaryState;
  readonly hearing: Hearing;
}

/** What of a turn a topic depends on. */
export type ClassifiedTurn = Pick<TakenTurn, 'agent_id' | 'id' | 'text'> & Partial<Pick<TakenTurn, 'source'>>;

/** What of a snapshot a topic depends on. */
export interface ClassifiedBy {
  readonly thread: Pick<Snapshot['thread'], 'boundary' | 'confidence' | 'session' | 'topic_id'>;
  /** Of the thread's topic; null where it is not known. */
  readonly topicName: string | null;
  readonly history: readonly Pick<Snapshot['history'][number], 'reply'>[];
  readonly focus: unknown;
  readonly agent: Pick<Snapshot['agent'], 'settings'>;
}

/**
 * Finds the topic of a message by embedding it once. When the embedder is down the topic is "general" with low
 * confidence and the turn continues.
 */
export async function classify(
  deps: Pick<Deps, 'embedder' | 'embeds' | 'log'>,
  turn: ClassifiedTurn,
  snapshot: ClassifiedBy,
  said: Date,
  known: Promise<KnownTopics>,
): Promise<Classified> {
  const { thread } = snapshot;
  const [vector, { statistics, topics }] = await Promise.all([embed(deps, turn), known]);
  const { calibration } = deps.embedder;
  const now = said.getTime();
  const focus = focusIn(snapshot);
  const { modelId } = deps.embedder;
  const threshold = switchThresholdOf(snapshot);
  const event = { text: turn.text, vector: vector ?? null, now, calibration, modelId, threshold, focus };
  const stepped = stepBoundary(heardSoFar(snapshot), event);
  // A first message has nothing to be a boundary to.
  const comparable = stepped.reason !== 'first' && stepped.reason !== 'resumed';
  const answer =
    vector === undefined
      ? (silentAnswer(turn, thread) ?? fallbackTopic(topics, thread.topic_id))
      : assignTopic({
          text: turn.text,
          ...(turn.source === 'task' ? { nameFrom: aboutOf(turn.text) } : {}),
          vector,
          modelCalibration: calibration,
          topics,
          currentTopicId: thread.topic_id,
          isShortOrAnaphoric: isShortOrAnaphoric(turn.text),
          statistics,
          ...(comparable ? { boundary: stepped.boundary } : {}),
          now,
        });
  const isNew = answer.kind === 'new';
  return {
    topicId: isNew ? newId('topic', now) : (answer.topicId as TopicId),
    name: isNew ? answer.name : nameOf(answer.topicId, topics, snapshot),
    isNew,
    confidence: answer.confidence,
    vector,
    learn: answer.movesCentroid && vector !== undefined,
    salience: messageSalience(turn.text),
    boundary: stepped.next,
    hearing: { by: vector === undefined ? 'words' : 'vector', focus },
  };
}

/** The topic of a message as it is stored. */
export function topicOf(
  deps: Pick<Deps, 'embedder'>,
  trust: Trust,
  classified: Omit<Classified, 'boundary' | 'hearing'>,
): NonNullable<CommitTurn['topic']> {
  const { topicId: id, name, salience } = classified;
  return { id, name, trust, modelId: deps.embedder.modelId, salience };
}

/** What a message teaches of its topic, as it is stored with its turn; null: nothing, as "general" is a bin and no subject. */
export function teachingOf({ learn, vector }: Pick<Classified, 'learn' | 'vector'>): Uint8Array | null {
  return learn && vector !== undefined ? taughtBytes(vector) : null;
}

/** The topic that a message opened; undefined: it found one. */
export function openedBy({
  isNew,
  name,
  salience,
  topicId: id,
}: Pick<Classified, 'isNew' | 'name' | 'salience' | 'topicId'>): NewTopic | undefined {
  return isNew ? { id, name, salience } : undefined;
}

/** The boundary detector's input before this message: the thread's messages, and the reply to the last of them. */
export function heardSoFar({ thread, history }: Pick<ClassifiedBy, 'thread' | 'history'>): BoundaryState {
  const seen = (thread.boundary as BoundaryState | null) ?? freshBoundaryState;
  return hearReply(seen, history.at(-1)?.reply ?? '');
}

/** From which chance of a change of subject on a message is one, for this agent; undefined: as the shipped weights say. */
function switchThresholdOf({ agent }: Pick<ClassifiedBy, 'agent'>): number | undefined {
  return (agent.settings as AgentSettings).topics?.switchThreshold;
}

/** True if the thread stays on its subject: on request, or because it has been there for long. */
function focusIn({ thread, focus }: Pick<ClassifiedBy, 'thread' | 'focus'>): Focus | null {
  return focus === null ? focusOf(thread.session as SessionState | null) : 'explicit';
}

/** An empty message says nothing, so it leaves the thread where it is. */
function silentAnswer(turn: ClassifiedTurn, thread: ClassifiedBy['thread']): TopicAnswer | undefined {
  if (turn.text.trim() !== '' || thread.topic_id === null) return undefined;
  const { topic_id: topicId, confidence } = thread;
  return { kind: 'existing', topicId, confidence, switched: false, movesCentroid: false };
}

async function embed(
  deps: Pick<Deps, 'embedder' | 'embeds' | 'log'>,
  turn: ClassifiedTurn,
): Promise<Float32Array | undefined> {
  if (!deps.embeds || turn.text.trim() === '') return undefined;
  try {
    return await deps.embedder.embed(turn.text);
  } catch (error) {
    deps.log.error(
      { turnId: turn.id, cause: messageOf(error) },
      'embedding failed; the topic falls back to general',
    );
    return undefined;
  }
}

/** The name of a stored topic: that of the thread was read with the turn, another is one of those that were compared. */
function nameOf(
  id: string,
  topics: readonly HeldTopic[],
  { thread, topicName }: Pick<ClassifiedBy, 'thread' | 'topicName'>,
): string {
  if (id === thread.topic_id && topicName !== null) return topicName;
  return topics.find((topic) => topic.id === id)?.name ?? generalTopicName;
}
