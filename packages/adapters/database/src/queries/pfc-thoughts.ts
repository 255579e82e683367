import type { AgentId, Hand, HandRules, Id, MonologueThought, PfcTrust, TurnId } from '@salience/contracts';
import { batchedFor } from '../batched.ts';
import { call, type Database } from '../connect.ts';
import { type AsJson, revived } from '../typed-rows.ts';
import type { OfTrust } from './pfc-goals.ts';
import { type AcceptResult, type AcceptTurn, withRequestHash } from './turns.ts';

/** A thought that is to be written. */
export interface WriteThought {
  readonly agentId: AgentId;
  readonly channel: string | null;
  readonly type: string;
  /** Which rule gave the type; `given`: the caller did. */
  readonly rule: string | null;
  /** Left out only with a turn, whose words it then has. */
  readonly content?: string | undefined;
  readonly triggerMessageId?: string | null | undefined;
  readonly triggerAuthor?: string | null | undefined;
  readonly triggerContent?: string | null | undefined;
  /** The turn that heard the message; its words are not stored again. */
  readonly turnId?: TurnId | undefined;
  /** The turn that hears it, accepted in the same transaction. */
  readonly acceptTurn?: AcceptTurn | undefined;
  readonly trust: PfcTrust;
  /** Where the words came from. Default `api`. */
  readonly source?: string | undefined;
  readonly now: Date;
  /** What it may do to the hand; left out, nothing. */
  readonly hand?: HandRules | undefined;
  /** The agent is asked: with its turn, or with the thought where there is none, the hand rests, and `hand` does not count. */
  readonly lowersHand?: boolean | undefined;
}

/** A thought that was written. */
export interface WrittenThought {
  readonly row: MonologueThought;
  /** False: this message had been thought about. */
  readonly created: boolean;
  /** The hand after it; null where it had nothing to do with a hand. */
  readonly hand: Hand | null;
  /** The hand's state changed. */
  readonly moved: boolean;
  /** Of `acceptTurn`; null without. */
  readonly turn: AcceptResult | null;
}

interface WrittenJson {
  readonly row: AsJson<MonologueThought>;
  readonly created: boolean;
  readonly hand: AsJson<Hand> | null;
  readonly moved: boolean;
  readonly turn: AcceptResult | null;
}

const writing = batchedFor<WriteThought, WrittenThought>({
  keyOf: ({ agentId }) => agentId,
  max: 64,
  inFlight: 1,
  run: async (db, thoughts) => {
    const written = await call<WrittenJson[]>(
      db,
      'write_thoughts',
      thoughts.map(({ acceptTurn, ...thought }) => ({
        ...thought,
        acceptTurn: acceptTurn && withRequestHash(acceptTurn),
      })),
    );
    return written.map(revivedThought);
  },
});

/**
 * Writes a thought with the turn that hears its message, the hand's transition, its deliveries and its room's event: one transaction, and one thought for an agent,
 * channel and message however often it comes. Thoughts of an agent that come while one is being written share the next transaction. Consumer, pulse-sensor.
 */
export const writeThought: (db: Database, thought: WriteThought) => Promise<WrittenThought> = writing;

function revivedThought({ hand, row, ...written }: WrittenJson): WrittenThought {
  return { ...written, row: revived<MonologueThought>(row, 'createdAt'), hand: hand && revivedHand(hand) };
}

/** A hand with its times read. */
export function revivedHand(hand: AsJson<Hand>): Hand {
  return revived<Hand>(hand, 'raisedAt', 'updatedAt');
}

/** Which buffered thoughts. */
export interface ThoughtQuery extends OfTrust {
  /** Left out, of every channel. */
  readonly channel?: string | undefined;
  readonly type?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  readonly limit: number;
}

/** The buffered thoughts of an agent, the newest first, with their words. */
export async function listThoughts(
  db: Database,
  agentId: AgentId,
  query: ThoughtQuery,
): Promise<MonologueThought[]> {
  const rows = await call<AsJson<MonologueThought>[]>(db, 'list_thoughts', { ...query, agentId });
  return rows.map((row) => revived<MonologueThought>(row, 'createdAt'));
}

/** What a synthesis is made of. */
export interface TakenSynthesis {
  /** The newest, at most so many; the oldest first. */
  readonly thoughts: readonly MonologueThought[];
  /** How many were buffered. */
  readonly totalBuffered: number;
  /** The synthesis that took them; null where none were taken. */
  readonly synthesisId: Id<'synthesis'> | null;
}

/**
 * The buffered thoughts of a channel, or of all (null). With `clear` exactly those that are returned are taken out of the buffer, and the hand rests; of two that take at once
 * one gets them and the other gets none. `ids`: only these count. Consumer.
 */
export async function takeSynthesis(
  db: Database,
  wish: OfTrust & {
    readonly agentId: AgentId;
    readonly channel: string | null;
    readonly max: number;
    readonly clear: boolean;
    readonly ids?: readonly number[];
    readonly now: Date;
    readonly synthesisId: Id<'synthesis'>;
  },
): Promise<TakenSynthesis> {
  const taken = await call<Omit<TakenSynthesis, 'thoughts'> & { thoughts: AsJson<MonologueThought>[] }>(
    db,
    'take_synthesis',
    wish,
  );
  return { ...taken, thoughts: taken.thoughts.map((row) => revived<MonologueThought>(row, 'createdAt')) };
}

/** Empties the buffer of a channel, or of all (null): the words go, and the messages stay known. The hand rests. Resolves with how many. Consumer. */
export function clearThoughts(
  db: Database,
  wish: OfTrust & { readonly agentId: AgentId; readonly channel: string | null; readonly now: Date },
): Promise<number> {
  return call(db, 'clear_thoughts', wish);
}

/** Numbers of an agent's prefrontal cortex. */
export interface PfcStats {
  readonly activeGoals: number;
  readonly totalActions: number;
  /** Of the last 24 hours, the most frequent first. */
  readonly last24h: readonly { readonly decision: string; readonly count: number }[];
  readonly bufferedThoughts: number;
  readonly thoughtsByChannel: readonly { readonly channel: string | null; readonly count: number }[];
}

/** Counts, in one round trip. */
export function pfcStats(
  db: Database,
  agentId: AgentId,
  { now, trust }: OfTrust & { readonly now: Date },
): Promise<PfcStats> {
  return call(db, 'pfc_stats', { agentId, now, trust });
}
