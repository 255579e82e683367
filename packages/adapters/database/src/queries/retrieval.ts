import type { AskedFact, EndedIn, EndedStatement, WorldRows } from '@salience/memory';
import type { AgentId, ExchangeId, MemoryKind, ThreadId, TopicId, Trust, TurnId } from '@salience/contracts';
import { batchedFor } from '../batched.ts';
import { type Database, query } from '../connect.ts';
import { storableJson } from '../storable.ts';
import { revivedWorld, type StoredWorld } from '../remembering/chunk-batches.ts';
import { revivedTrait, type StoredTrait, type TraitRow } from './traits.ts';

/** What memory is asked for. */
export interface FindMemories {
  readonly agentId: AgentId;
  readonly query: string;
  /** Candidates by words at most; those near in meaning come beside them. */
  readonly pool: number;
  /** Ids of items near in meaning, nearest first; of exchanges as many count as by words, those of other threads left out. */
  readonly near: readonly string[];
  /** Unset: exchanges, facts, episodes and what was made of them. */
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  /** When it is asked; now where it is not told. */
  readonly at?: Date | undefined;
  /** The time asked about, both ends included: relations, and facts that can cease to hold, are those of then. Unset: of now. */
  readonly held?: { readonly from: Date; readonly to: Date } | undefined;
  /** Together with `held`: leaves out what was said, made or mentioned later. */
  readonly until?: Date | undefined;
  /** Facts that hold of these keys and of these, in lower case, come too, whatever their words. */
  readonly asked?: AskedFact | undefined;
  /** Left out: the turn that asks. */
  readonly exceptTurnId?: TurnId | undefined;
  /** Where no statement covers `evidence` (0..1) of the question, this many of the latest tellings come too. */
  readonly tellings?: { readonly evidence: number; readonly limit: number } | undefined;
  /** Whose traits come too, as they are at a time and, where it is told, as they were in the past; this many of each at most. */
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
  /** Exchanges that are shown beside what is found: what was said in them and has ended comes too. */
  readonly beside?: readonly ExchangeId[] | undefined;
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
  readonly words: number;
  readonly neighbours: number;
  readonly speaks: boolean | null;
  readonly weight: number | null;
  readonly entity: boolean;
  /** What the concepts that the question names lead to. */
  readonly graph: number;
  readonly used_at: string | null;
  /** A fact that was asked for (`FindMemories.asked`) and holds. */
  readonly asked?: boolean;
  /** A fact that holds no longer. */
  readonly ended?: boolean;
  /** Of a fact that can cease to hold, where a time was asked about: whether it held then. */
  readonly held?: boolean;
}

/** What was found: candidates in no order, the sittings around them, and tellings where nothing answers. */
export interface FoundMemories {
  readonly items: readonly FoundMemory[];
  readonly sessions: readonly {
    readonly threadId: ThreadId;
    readonly from: string;
    readonly to: string;
    readonly words: number;
  }[];
  readonly recent: readonly Omit<
    FoundMemory,
    'words' | 'neighbours' | 'speaks' | 'weight' | 'entity' | 'graph' | 'used_at' | 'held' | 'asked' | 'ended'
  >[];
  /** What is core first, then what was stated, then by confidence. */
  readonly traits: readonly TraitRow[];
  /** Those of the past, in the same order; empty where none was asked about. */
  readonly traitsPast: readonly TraitRow[];
  /** Null where nobody asked for it. */
  readonly world: WorldRows | null;
  /** What was said and holds no longer: lately, and all that what was found rests on. */
  readonly ended: readonly EndedStatement[];
  /** By the id of what was made of several: when the first of them was said, ISO 8601. */
  readonly since: Readonly<Record<string, string>>;
}

interface FoundRow {
  readonly r: Omit<FoundMemories, 'ended' | 'since' | 'traits' | 'traitsPast' | 'world'>;
  readonly ended: EndedIn | null;
  readonly traits: readonly StoredTrait[] | null;
  readonly traits_past: readonly StoredTrait[] | null;
  readonly world: StoredWorld | null;
}

const finds = batchedFor<FindMemories, FoundMemories>({
  keyOf: ({ agentId }) => agentId,
  max: 4,
  inFlight: 4,
  async run(db, items) {
    const asked = items.map(({ tellings, ...item }) => ({
      ...item,
      ...(tellings === undefined ? {} : { tellings: tellings.limit, evidence: tellings.evidence }),
    }));
    const rows = await query<FoundRow>(db, 'find_memories', findText, [
      items[0]?.agentId,
      storableJson(asked),
    ]);
    return rows.map(({ ended, r, traits, traits_past, world }) => ({
      ...r,
      ended: ended?.statements ?? [],
      since: ended?.since ?? {},
      traits: (traits ?? []).map(revivedTrait),
      traitsPast: (traits_past ?? []).map(revivedTrait),
      world: world && revivedWorld(world),
    }));
  },
});

// What a turn must know beside its memories comes along: another round trip would cost more than both functions.
const findText = `select f.r, salience.ended_beside($1, f.r, q.value) as ended,
  case when q.value ? 'about' then salience.traits_for($1, q.value->'about'->>'person', (q.value->'about'->>'limit')::integer,
    (q.value->'about'->>'at')::timestamptz) end as traits,
  case when q.value->'about' ? 'past' then salience.traits_for($1, q.value->'about'->>'person', (q.value->'about'->>'limit')::integer,
    (q.value->'about'->>'past')::timestamptz) end as traits_past,
  case when q.value ? 'worldOf' then salience.world_of($1, q.value->'worldOf'->>'threadId',
    (q.value->'worldOf'->>'at')::timestamptz) end as world
  from jsonb_array_elements($2::jsonb) with ordinality as q(value, n)
  cross join lateral (select case when q.value ? 'held' then salience.find_memories($1, q.value)::json
    else salience.recall_memories($1, q.value) end as r offset 0) f order by n`;

/** Finds candidates for a question. One round trip, shared with other questions of the moment. Writes nothing. */
export const findMemories: (db: Database, find: FindMemories) => Promise<FoundMemories> = finds;

/** A sign code as it is stored; empty for an item that is no longer there. */
export interface CodeRow {
  readonly id: string;
  readonly kind: string;
  readonly code: Uint8Array;
}

/** Where reading of codes begins. */
export const firstCodePlace = '0';

/** What a look at the codes of an agent brought. */
export interface LoadedCodes {
  /** Made while they are looked at: an agent may have a million. */
  readonly codes: Iterable<CodeRow>;
  /** Where to go on. */
  readonly next: string;
  /** Who speaks in this memory, lower case. */
  readonly speakers: readonly string[];
}

/**
 * The codes of a model from a place on, and the place to go on from. What was read before may come again; what was
 * committed is never left out, in whatever order transactions end.
 */
export async function loadCodes(
  db: Database,
  agentId: AgentId,
  modelId: string,
  from: string,
): Promise<LoadedCodes> {
  const rows = await query<CodePart>(db, 'load_codes', loadText, [agentId, modelId, from]);
  const head = rows.find(({ upto }) => upto !== null);
  return { codes: codesOf(rows), next: head?.upto ?? from, speakers: head?.speakers ?? [] };
}

/** Codes of one kind and length end to end, with their ids in the same order; or where to go on. */
interface CodePart {
  readonly upto: string | null;
  readonly speakers: string[] | null;
  readonly kind: string | null;
  readonly ids: string | null;
  readonly codes: Buffer | null;
}

function* codesOf(parts: readonly CodePart[]): Generator<CodeRow> {
  for (const { codes, ids, kind } of parts) {
    if (ids === null || codes === null) continue;
    const each = ids.split(' ');
    const length = codes.length / each.length;
    for (const [at, id] of each.entries()) {
      yield { id, kind: kind ?? '', code: codes.subarray(at * length, (at + 1) * length) };
    }
  }
}

// load_codes has set for whom this is before the first of its rows is looked at. A row for each code would take several times the
// memory of what it holds.
const loadText = `with loaded as materialized (select * from salience.load_codes($1, $2, $3::text::xid8))
  select upto::text, salience.speakers_of($1) as speakers, null as kind, null as ids, null::bytea as codes
  from loaded where upto is not null
  union all
  select null, null, kind, string_agg(item_id, ' '), string_agg(coalesce(code, ''), '')
  from (select *, row_number() over () / 8192 as part from loaded where upto is null) l
  group by part, kind, coalesce(length(code), 0)`;

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
