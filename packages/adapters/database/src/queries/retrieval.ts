import type { AskedFact, EndedStatement, RestsOn, WorldRows } from '@salience/memory';
import type { AgentId, ExchangeId, MemoryKind, ThreadId, TopicId, Trust, TurnId } from '@salience/contracts';
import { batchedFor } from '../batched.ts';
import { type Database, query } from '../connect.ts';
import { type Snapshot, snapshotOf } from '../snapshot.ts';
import { storableJson } from '../storable.ts';
import { revivedWorld, type StoredWorld } from '../remembering/chunk-batches.ts';
import { revivedTrait, type StoredTrait, type TraitRow } from './traits.ts';

/** A search of memory. */
export interface FindMemories {
  readonly agentId: AgentId;
  /** The items to load, with their share of the question's words, 0..1. */
  readonly found: readonly { readonly kind: string; readonly id: string; readonly words: number }[];
  /** Items whose contents the caller holds, of which only what changes is loaded. With `held` no facts, with `until` none. */
  readonly known?: KnownItems | undefined;
  /** Unset: exchanges, facts, episodes and items derived from them. */
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  /** The time of the question; default: now. */
  readonly at?: Date | undefined;
  /** The time asked about, both ends included: facts that can cease to hold are those of then. Unset: of now. */
  readonly held?: { readonly from: Date; readonly to: Date } | undefined;
  /** With `held`: leaves out items said, made or mentioned later. */
  readonly until?: Date | undefined;
  /** Facts that hold of these keys and of these, in lower case, come too, whatever their words. */
  readonly asked?: AskedFact | undefined;
  /** Left out: the turn that asks. */
  readonly exceptTurnId?: TurnId | undefined;
  /** This many of the latest tellings are loaded too. */
  readonly tellings?: number | undefined;
  /** The person whose traits to load, current ones and, if a past time is given, those of then; at most this many of each. */
  readonly about?:
    | {
        readonly person: string;
        readonly at: Date;
        readonly past?: Date | undefined;
        readonly limit: number;
      }
    | undefined;
  /** The thread beside which the state of the world at a time comes too. */
  readonly worldOf?: { readonly threadId: ThreadId; readonly at: Date } | undefined;
  /** Exchanges shown beside the hits: their ended statements are loaded too. */
  readonly beside?: readonly ExchangeId[] | undefined;
  /** What of `found` and `beside` rests on an exchange that may have said something that ended. Unset: nothing ever ended, none is loaded. */
  readonly rests?: readonly RestsOn[] | undefined;
  /** Asks for the statements that ended last, unless these traits are still those of them. Without `rests`. */
  readonly latest?: { readonly traits?: readonly string[] | undefined } | undefined;
}

/** The statements of an agent that ended last, whatever was found. */
export interface LatestStatements {
  /** Null if nothing had ended. */
  readonly statements: readonly EndedStatement[] | null;
  /** When others will have, if nothing is written; null for never. ISO 8601. */
  readonly until: string | null;
  /** The traits among them. */
  readonly traits: readonly string[];
}

/** Items whose contents are known already. */
export interface KnownItems {
  readonly ids: readonly string[];
  /** Those exchanges of which no topic or no chunk was known. */
  readonly open: readonly string[];
}

/** Something found, with the evidence that the store has for it. Shares are 0..1; times ISO 8601. */
export interface FoundMemory {
  readonly kind: MemoryKind;
  readonly id: string;
  readonly text: string;
  readonly reply: string | null;
  readonly speaker: string | null;
  readonly at: string;
  readonly thread_id: ThreadId;
  readonly exchange_id: ExchangeId | null;
  readonly topic_id: TopicId | null;
  readonly trust: Trust;
  /** Of an exchange with a reply; null for anything else. */
  readonly reply_trust: Trust | null;
  readonly source: string;
  readonly seq: number | null;
  /** As given in `found`; of a fact the best of those it replaces. */
  readonly words: number;
  readonly weight: number | null;
  /** What an exchange names, in lower case; null for one without a chunk, and for anything else. */
  readonly names: readonly string[] | null;
  readonly used_at: string | null;
  /** A current fact that was asked for (`FindMemories.asked`). */
  readonly asked?: boolean;
  /** A fact that no longer holds. */
  readonly ended?: boolean;
  /** Of a fact that can cease to hold, where a time was asked about: whether it held then. */
  readonly held?: boolean;
}

/** What was loaded: candidates in no order, and tellings if they were asked for. */
export interface FoundMemories {
  readonly items: readonly FoundMemory[];
  readonly recent: readonly Omit<
    FoundMemory,
    'words' | 'weight' | 'names' | 'used_at' | 'held' | 'asked' | 'ended'
  >[];
  /** When known items were used last, by id. */
  readonly used: Readonly<Record<string, string>>;
  /** What is now known of those that were open. */
  readonly open: readonly Pick<FoundMemory, 'id' | 'names' | 'topic_id'>[];
  /** The items are at least as new as this. */
  readonly snapshot: Snapshot;
  /** Core traits first, then explicit ones, then by confidence. */
  readonly traits: readonly TraitRow[];
  /** Those of the past, in the same order; empty where none was asked about. */
  readonly traitsPast: readonly TraitRow[];
  /** Null if not requested. */
  readonly world: WorldRows | null;
  /** Statements that no longer hold: recent ones, and all that the hits rest on. Null if nothing had ended. */
  readonly ended: readonly EndedStatement[] | null;
  /** Null if they are as the caller knows them, or were not asked for. */
  readonly latest: LatestStatements | null;
  /** What came beside `found`, with the exchange that said it. */
  readonly more: readonly RestsOn[];
}

interface FoundRow {
  readonly snapshot: string;
  readonly r: Pick<FoundMemories, 'items' | 'more' | 'recent'>;
  readonly states: { readonly [K in 'open' | 'used']: FoundMemories[K] | null } | null;
  readonly ended: FoundMemories['ended'];
  readonly latest: LatestStatements | null;
  readonly traits: readonly StoredTrait[] | null;
  readonly traits_past: readonly StoredTrait[] | null;
  readonly world: StoredWorld | null;
}

const finds = batchedFor<FindMemories, FoundMemories>({
  keyOf: ({ agentId }) => agentId,
  max: 4,
  inFlight: 4,
  async run(db, items) {
    const rows = await query<FoundRow>(db, 'find_memories', findText, [
      items[0]?.agentId,
      storableJson(items),
    ]);
    return rows.map(
      ({
        ended,
        latest,
        r: { items: found, more, recent },
        snapshot,
        states,
        traits,
        traits_past,
        world,
      }) => ({
        items: found,
        recent,
        more,
        latest,
        used: states?.used ?? {},
        open: states?.open ?? [],
        snapshot: snapshotOf(snapshot),
        ended,
        traits: (traits ?? []).map(revivedTrait),
        traitsPast: (traits_past ?? []).map(revivedTrait),
        world: world && revivedWorld(world),
      }),
    );
  },
});

// What a turn must know beside its memories comes along: another round trip would cost more than both functions.
const findText = `select pg_current_snapshot()::text as snapshot, f.r,
  case when q.value ? 'known' then salience.found_states($1, q.value->'known') end as states,
  case when q.value ? 'rests' then salience.ended_beside($1, f.r, q.value) end as ended,
  case when q.value ? 'latest' then salience.latest_ended($1, q.value->'latest'->'traits',
    coalesce((q.value->>'at')::timestamptz, now())) end as latest,
  case when q.value ? 'about' then salience.traits_for($1, q.value->'about'->>'person', (q.value->'about'->>'limit')::integer,
    (q.value->'about'->>'at')::timestamptz) end as traits,
  case when q.value->'about' ? 'past' then salience.traits_for($1, q.value->'about'->>'person', (q.value->'about'->>'limit')::integer,
    (q.value->'about'->>'past')::timestamptz) end as traits_past,
  case when q.value ? 'worldOf' then salience.world_of($1, q.value->'worldOf'->>'threadId',
    (q.value->'worldOf'->>'at')::timestamptz) end as world
  from jsonb_array_elements($2::jsonb) with ordinality as q(value, n)
  cross join lateral (select case when q.value ? 'held' then salience.find_memories($1, q.value)::json
    when q.value->'found' = '[]' and not q.value ?| '{asked,tellings}' then '{"items": [], "recent": [], "more": []}'::json
    else salience.load_memories($1, q.value) end as r offset 0) f order by n`;

/** Loads candidates for a question. One round trip, shared with other questions of the moment. Writes nothing. */
export const findMemories: (db: Database, find: FindMemories) => Promise<FoundMemories> = finds;

/** Counts that memories were of use to a person, for the recency of later searches. Never for reads of background work. */
export async function useMemories(
  db: Database,
  agentId: AgentId,
  items: readonly { readonly id: string; readonly kind: string }[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  await query(db, 'use_memories', 'select salience.use_memories($1, $2::jsonb, $3)', [
    agentId,
    storableJson(items),
    now,
  ]);
}
