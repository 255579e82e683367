import type { AgentId, ExchangeId, TopicId, Trust, TurnId } from '@salience/contracts';
import { ask, call, type Database, query, withAgent } from '../connect.ts';

/** The topic of a message: an existing one, or a new one. */
export interface SaveTopic {
  readonly id: TopicId;
  readonly name: string;
  /** Of the message that names a new one. */
  readonly trust: Trust;
  readonly modelId: string;
  readonly salience: number;
}

/** What a worker knows of an agent's topics. */
export interface TopicPlace {
  /** Names what it holds; it comes back with the answer. */
  readonly state: number;
  readonly modelId: string;
  /** It knows of every turn that was written before this transaction. */
  readonly from: string;
  /** Turns that it knows of besides. */
  readonly known: readonly TurnId[];
}

/** What a turn said on a topic. */
export interface TaughtTurn {
  readonly turnId: TurnId;
  readonly topicId: TopicId;
  /** The transaction that wrote it. */
  readonly xid: string;
  /** Milliseconds. */
  readonly saidAt: number;
}

/** A topic that was made or renamed, or of which something was forgotten, by the transaction `xid`. */
export interface MadeTopic {
  readonly id: TopicId;
  readonly name: string;
  readonly salience: number;
  readonly xid: string;
  /** Something said on it is in its sum already. */
  readonly isSettled: boolean;
}

/** What was said on topics since a worker looked. */
export interface ToldTopics {
  readonly state: number;
  /** Where its next look begins; null: so much was said that it has to load all. */
  readonly upto: string | null;
  /** The version of the agent's statistics; null for none. */
  readonly statistics: number | null;
  readonly made: readonly MadeTopic[];
  /** `vector` is what the turn teaches, in base64; null: nothing. */
  readonly taught: readonly (TaughtTurn & { readonly vector: string | null })[];
}

/** A topic as `topic_sums` has it. */
export interface TopicRow {
  readonly id: TopicId;
  readonly name: string;
  readonly salience: number;
  /** The transaction that made it or renamed it, or forgot something that was said on it. */
  readonly xid: string;
  /** The sum of what its messages teach; empty for none. */
  readonly numbers: Float64Array;
  /** Milliseconds; -Infinity for what is not known yet. */
  readonly seenAt: number;
}

/** The topics of an agent, and what was said on them since they were summed up. */
export interface LoadedTopics {
  readonly from: string;
  readonly statistics: number | null;
  readonly topics: readonly TopicRow[];
  readonly taught: readonly (TaughtTurn & { readonly vector: Uint8Array | null })[];
}

/** How many topics take part in an assignment: the most recently seen. */
export const topicsMax = 500;

interface LoadedRow extends Record<string, unknown> {
  readonly kind: 'place' | 'taught' | 'topic';
  readonly id: string;
  readonly other: string;
  readonly numbers: Buffer | null;
  readonly learned: number | null;
  readonly salience: number;
  readonly at: number;
  readonly xid: string;
}

/** Loads the agent's topics of one embedding model: the `topicsMax` seen last, and what was said lately. */
export async function loadTopics(db: Database, agentId: AgentId, modelId: string): Promise<LoadedTopics> {
  const rows = await query<LoadedRow>(
    db,
    'load_topics',
    'select kind, id, other, numbers, learned, salience, at, xid::text from salience.load_topics($1, $2, $3)',
    [agentId, modelId, topicsMax],
  );
  const place = rows.find(({ kind }) => kind === 'place');
  return {
    from: place?.xid ?? '0',
    statistics: place?.learned ?? null,
    topics: rows
      .filter(({ kind }) => kind === 'topic')
      .map(({ at, id, numbers, other, salience, xid }) => ({
        id: id as TopicId,
        name: other,
        salience,
        xid,
        numbers: numbers === null ? new Float64Array(0) : numbersOf(numbers),
        seenAt: at,
      })),
    taught: rows
      .filter(({ kind }) => kind === 'taught')
      .map(({ at, id, numbers, other, xid }) => ({
        turnId: id as TurnId,
        topicId: other as TopicId,
        xid,
        saidAt: at,
        vector: numbers,
      })),
  };
}

/** Sums up what was said on an agent's topics, once it was said by `least` turns; returns how many turns were added. */
export function settleTopics(
  db: Database,
  agentId: AgentId,
  modelId: string,
  least: number,
): Promise<number> {
  return ask(db, 'settle_topics', agentId, modelId, least);
}

/** What the vector of an exchange tells, made after the exchange was committed. */
export interface OverheardExchange {
  readonly id: ExchangeId;
  /** Null: it has its topic already, or gets none. */
  readonly topic: SaveTopic | null;
  /** What it teaches of the topic, in base64; null: nothing. */
  readonly vector: string | null;
  /** The sign code of the message in base64; null without an embedder. */
  readonly code: string | null;
  readonly modelId: string;
}

/** Stores topics and codes of exchanges that were committed without them; returns the transaction and those that exist, each with the topic that it got. */
export function saveOverheard(
  db: Database,
  agentId: AgentId,
  exchanges: readonly OverheardExchange[],
  now: Date,
): Promise<{
  readonly xid: string;
  readonly saved: readonly { readonly id: ExchangeId; readonly topicId: TopicId | null }[];
}> {
  return call(db, 'save_overheard', { agentId, exchanges, now });
}

/** Whose words a topic is named by; undefined when it is gone. */
export function loadTopicTrust(db: Database, agentId: AgentId, topicId: TopicId): Promise<Trust | undefined> {
  return withAgent(db, agentId, async (client) => {
    const { rows } = await client.query<{ trust: Trust }>('select trust from salience.topics where id = $1', [
      topicId,
    ]);
    return rows[0]?.trust;
  });
}

/** Where the numbers of an array begin in its binary form, behind its bounds; an empty one has none. */
const numbersAt = 20;
/** A length and a number each. */
const numberBytes = 12;

function numbersOf(sent: Buffer): Float64Array {
  const numbers = new Float64Array(Math.max(0, sent.length - numbersAt) / numberBytes);
  for (let i = 0; i < numbers.length; i += 1) {
    const at = numbersAt + i * numberBytes + 4;
    // Exact as long as they are below 2^53: a thousand million messages.
    numbers[i] = sent.readInt32BE(at) * 2 ** 32 + sent.readUInt32BE(at + 4);
  }
  return numbers;
}
