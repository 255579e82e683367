import type { TopicId, TurnId } from '@salience/contracts';
import type { LoadedTopics, TaughtTurn, ToldTopics, TopicPlace } from '@salience/database/recall';
import { topicsMax } from '@salience/database/recall';
import { addTaught, centreOf, taughtNumbers } from '@salience/topics';

/** A topic for comparison. */
export interface HeldTopic {
  readonly id: TopicId;
  readonly name: string;
  readonly avgSalience: number;
  /** Milliseconds. */
  readonly lastSeenAt: number;
  readonly centroid: Float32Array;
}

/** A committed turn that said something on a topic. */
export interface SaidTurn extends TaughtTurn {
  /** What it teaches; null: nothing. */
  readonly vector: Uint8Array | null;
}

/** A topic that a turn made. */
export interface NewTopic {
  readonly id: TopicId;
  readonly name: string;
  readonly salience: number;
}

interface Kept {
  readonly id: TopicId;
  readonly name: string;
  readonly avgSalience: number;
  /** The transaction that made or renamed it, or forgot something that was said on it. */
  readonly xid: string;
  sum: Float64Array;
  centroid: Float32Array;
  lastSeenAt: number;
}

/** Topics that are kept beyond those that take part in an assignment, so that they are not sorted at every turn. */
const spareTopics = 100;

let states = 0;

/**
 * What a worker knows of the topics of one agent: a fold over the rows of turns, each taken in once. It includes every turn that was written before
 * the transaction `from`, and of later ones those in `later`. Two workers that know of the same turns hold the same bits: sums are of
 * whole numbers, everything else is a maximum or comes from one row.
 */
export class HeldTopics {
  /** Tells this state from one that was loaded in its place. */
  readonly state = (states += 1);
  /** The version of the agent's statistics; null for none. */
  statistics: number | null;
  /** Turns that are not in the sums of the database yet, as far as this worker knows. */
  unsettled: number;
  /** It cannot be brought up to date and must be loaded again. */
  isDoubtful = false;
  private from: bigint;
  private readonly later = new Map<TurnId, bigint>();
  private readonly topics: Map<TopicId, Kept>;
  /** Topics that were looked for: those that are not there are of another embedding model, and never compared. */
  private readonly wanted: Set<TopicId>;

  /** `before` is the state in whose place it is loaded. */
  constructor(loaded: LoadedTopics, before?: HeldTopics) {
    this.from = BigInt(loaded.from);
    this.statistics = loaded.statistics;
    this.unsettled = loaded.taught.length;
    this.wanted = new Set(before?.wanted);
    this.topics = new Map(
      loaded.topics.map((row) => [
        row.id,
        { ...madeOf(row), ...summed(row.numbers), lastSeenAt: row.seenAt },
      ]),
    );
    for (const turn of loaded.taught) this.add(turn);
  }

  /** What this worker tells the database of it; undefined where it has to be loaded. */
  placeFor(modelId: string): TopicPlace | undefined {
    if (this.isDoubtful) return undefined;
    return { state: this.state, modelId, from: String(this.from), known: [...this.later.keys()] };
  }

  /** Takes in what the database told of it, again too. */
  hear(told: ToldTopics): void {
    if (told.upto === null) {
      this.isDoubtful = true;
      return;
    }
    this.statistics = told.statistics;
    for (const topic of told.made) {
      if (this.topics.get(topic.id)?.xid === topic.xid) continue;
      // Renamed, or something was forgotten: of what it stood for only the rows know.
      if (this.topics.has(topic.id) || topic.isSettled) this.isDoubtful = true;
      else this.topics.set(topic.id, madeOf(topic));
    }
    for (const turn of told.taught)
      this.say({ ...turn, vector: turn.vector === null ? null : Buffer.from(turn.vector, 'base64') });
    const upto = BigInt(told.upto);
    if (upto > this.from) this.from = upto;
    for (const [turnId, xid] of this.later) if (xid < this.from) this.later.delete(turnId);
  }

  /** Takes in a turn, once; `made` is the topic that was made for it. */
  say(turn: SaidTurn, made?: NewTopic): void {
    if (BigInt(turn.xid) < this.from || this.later.has(turn.turnId)) return;
    if (made !== undefined && made.id === turn.topicId && !this.topics.has(made.id))
      this.topics.set(made.id, madeOf({ ...made, xid: turn.xid }));
    this.unsettled += 1;
    this.add(turn);
  }

  /** The topics that take part in an assignment: those seen last. */
  list(): HeldTopic[] {
    const all = [...this.topics.values()];
    if (all.length <= topicsMax) return all;
    all.sort((a, b) => b.lastSeenAt - a.lastSeenAt || (a.id < b.id ? 1 : -1));
    const oldest = all.splice(topicsMax);
    // One of them that is spoken of again is not known then, and all are loaded.
    if (oldest.length > spareTopics) for (const { id } of oldest) this.topics.delete(id);
    return all;
  }

  private add({ saidAt, topicId, turnId, vector, xid }: SaidTurn): void {
    // Of what was written before, a turn comes once: with the load.
    if (BigInt(xid) >= this.from) this.later.set(turnId, BigInt(xid));
    const topic = this.topics.get(topicId);
    if (topic === undefined) {
      if (!this.wanted.has(topicId)) this.isDoubtful = true;
      this.wanted.add(topicId);
      return;
    }
    topic.lastSeenAt = Math.max(topic.lastSeenAt, saidAt);
    if (vector !== null) Object.assign(topic, summed(addTaught(topic.sum, taughtNumbers(vector))));
  }
}

/** A topic on which nothing was said yet. */
function madeOf({ id, name, salience, xid }: NewTopic & { readonly xid: string }): Kept {
  // As the database stores it.
  const avgSalience = Math.fround(salience);
  return { id, name, avgSalience, xid, ...summed(new Float64Array(0)), lastSeenAt: Number.NEGATIVE_INFINITY };
}

function summed(sum: Float64Array): Pick<Kept, 'centroid' | 'sum'> {
  return { sum, centroid: centreOf(sum) };
}
