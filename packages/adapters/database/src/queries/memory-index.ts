import type { AgentId } from '@salience/contracts';
import type {
  CodedItem,
  EndedSource,
  GraphConcept,
  GraphMention,
  GraphRelation,
  GraphRows,
  IndexedItem,
  MadeFrom,
} from '@salience/memory';
import { type Database, query } from '../connect.ts';
import { storableJson } from '../storable.ts';
import { wordsOfTsvector } from '../tsvector.ts';

/** A place in the order in which memory was written. */
export interface MemoryPlace {
  /** A transaction. */
  readonly from: string;
  /** An id: rows of the same transaction with ids above it follow. */
  readonly after: string;
}

/** Where reading of an agent's memory begins. */
export const firstMemoryPlace: MemoryPlace = { from: '0', after: '' };

/** What can be read: items that words find, the graph of concepts, what has ended, sign codes, and what was forgotten. */
export const indexKinds = [
  'exchange',
  'fact',
  'episode',
  'concept',
  'mention',
  'relation',
  'thought',
  'ended',
  'code',
  'tombstone',
] as const;
export type IndexKind = (typeof indexKinds)[number];

/** A read of what was written from a place on. */
export interface MemoryLook {
  readonly agentId: AgentId;
  /** The model of the sign codes. */
  readonly modelId: string;
  readonly kinds: readonly IndexKind[];
  readonly place: MemoryPlace;
  /** Maximum number of rows of each kind. */
  readonly limit: number;
  /** Texts whose word stems are returned. */
  readonly texts: readonly string[];
  /** The block of overflow up to which the reader does not hold this memory; unset for one that holds all. */
  readonly block?: number | undefined;
  /** Set by a reader that has read nothing of this memory yet: it is told what it need not hold. */
  readonly opens?: boolean | undefined;
}

/** A row that was written since. */
export interface WrittenRow {
  readonly id: string;
  /** The transaction that wrote it. */
  readonly xid: string;
  readonly kind: IndexKind;
}

/** What a read brought. */
export interface LookedAtMemory {
  readonly items: readonly IndexedItem[];
  readonly graph: GraphRows;
  /** What facts, episodes, concepts and thoughts were made from. */
  readonly made: readonly MadeFrom[];
  /** Statements that ended since. */
  readonly ended: readonly EndedSource[];
  readonly codes: readonly CodedItem[];
  /** Ids of what has no code any more: thoughts that expired, and what became a repetition. */
  readonly uncoded: readonly string[];
  /** Ids of what was forgotten. */
  readonly gone: readonly string[];
  /** Ids of episodes that repeat another: they are no longer searched, what they mention counts. */
  readonly repeated: readonly string[];
  /** Of what a search shows: items that were said, made, changed, ended or forgotten. */
  readonly written: readonly WrittenRow[];
  /** The last place of each kind that has more behind it. */
  readonly more: ReadonlyMap<IndexKind, MemoryPlace>;
  /** The transaction from which the next read begins: what was committed since is never left out; rows may come again. */
  readonly horizon: string;
  /** The word stems of each text. */
  readonly stems: readonly (readonly string[])[];
  /** Each text in lower case, as the database makes it. */
  readonly lowered: readonly string[];
  /** Stems of the texts with the number of exchanges up to `block` that hold them. */
  readonly holding: ReadonlyMap<string, number>;
  /** What need not be held of it; undefined for most, and when it was not asked for. */
  readonly overflow: OverflowBlock | undefined;
}

/** What need not be held of a large memory. */
export interface OverflowBlock {
  /** The last block that is counted. */
  readonly block: number;
  /** Of each kind the last item that need not be held. */
  readonly places: Readonly<Partial<Record<IndexKind, MemoryPlace>>>;
  /** The exchanges up to this block, and the number of the different words of each, added up. */
  readonly exchanges: number;
  readonly words: number;
  /** Who spoke in them, lower case. */
  readonly speakers: ReadonlySet<string>;
}

/** A row of look_at_memory. Times in milliseconds. */
export interface LookRow {
  readonly kind: IndexKind | 'horizon' | 'overflow' | 'repeated' | 'stems';
  readonly id: string;
  readonly xid: string;
  readonly thread_id: string | null;
  readonly seq: number | null;
  readonly at: number | null;
  readonly until: number | null;
  readonly turn_id: string | null;
  readonly speaker: string | null;
  readonly sample: string | null;
  readonly words: string | null;
  readonly code: Buffer | null;
  readonly strength: number | null;
  readonly refs: readonly (string | null)[] | null;
  readonly others: readonly string[] | null;
  readonly since: number | null;
}

/** Kinds of rows of which a search shows nothing. */
const unshown: ReadonlySet<IndexKind> = new Set(['code', 'mention', 'relation']);

/** Reads what was written of an agent's memory. One round trip. */
export async function lookAtMemory(db: Database, { place, ...look }: MemoryLook): Promise<LookedAtMemory> {
  const rows = await query<LookRow>(
    db,
    'look_at_memory',
    'select * from salience.look_at_memory($1::jsonb)',
    [storableJson({ ...look, ...place })],
  );
  return readRows(rows, place.from, look.limit);
}

/** What rows of look_at_memory say; a kind that has `limit` rows has more. */
export function readRows(rows: readonly LookRow[], from: string, limit: number): LookedAtMemory {
  const items: IndexedItem[] = [];
  const concepts: GraphConcept[] = [];
  const mentions: GraphMention[] = [];
  const relations: GraphRelation[] = [];
  const made: MadeFrom[] = [];
  const ended: EndedSource[] = [];
  const codes: CodedItem[] = [];
  const uncoded: string[] = [];
  const gone: string[] = [];
  const repeated: string[] = [];
  const stems: string[][] = [];
  const lowered: string[] = [];
  const written: WrittenRow[] = [];
  const counts = new Map<IndexKind, { rows: number; last: MemoryPlace }>();
  const holding = new Map<string, number>();
  let overflow: OverflowBlock | undefined;
  let horizon = from;
  for (const row of rows) {
    const { code, id, sample, xid } = row;
    if (row.kind === 'horizon') horizon = xid;
    else if (row.kind === 'overflow') overflow = overflowOf(row);
    else if (row.kind === 'stems') {
      const of = (row.words ?? '').split(' ').filter((stem) => stem !== '');
      stems.push(of);
      lowered.push(sample ?? '');
      for (const [at, count] of (row.refs ?? []).entries()) holding.set(of[at] ?? '', Number(count));
    } else {
      const kind = row.kind === 'repeated' ? 'episode' : row.kind;
      counts.set(kind, { rows: (counts.get(kind)?.rows ?? 0) + 1, last: { from: xid, after: id } });
      if (kind === 'fact' || kind === 'episode' || kind === 'concept' || kind === 'thought')
        made.push(madeFrom(kind, row));
      if (!unshown.has(kind)) written.push({ id, xid, kind });
      // What it repeats shows when it happened last.
      if (row.kind === 'repeated')
        for (const first of row.others ?? []) written.push({ id: first, xid, kind });
      if (row.kind === 'repeated') repeated.push(id);
      else if (kind === 'tombstone') gone.push(id);
      else if (kind === 'mention') mentions.push(mentionOf(row));
      else if (kind === 'relation') relations.push(relationOf(row));
      else if (kind === 'ended') ended.push({ exchanges: idsOf(row), turnId: row.turn_id });
      else if (kind !== 'code') {
        items.push(itemOf(kind, row));
        if (kind === 'concept') concepts.push({ id, names: row.others ?? [] });
        // What was embedded in its turn brings its code with it.
        if (code !== null) codes.push({ id, kind, code });
      } else if (code !== null && code.length > 0) codes.push({ id, kind: sample ?? '', code });
      else uncoded.push(id);
    }
  }
  const full = [...counts].filter(([, count]) => count.rows === limit);
  return {
    items,
    graph: { concepts, mentions, relations },
    made,
    ended,
    codes,
    uncoded,
    gone,
    repeated,
    written,
    more: new Map(full.map(([kind, { last }]) => [kind, last])),
    horizon,
    stems,
    lowered,
    holding,
    overflow,
  };
}

function overflowOf({ id, others, sample, seq, strength }: LookRow): OverflowBlock {
  const places = JSON.parse(sample ?? '{}') as OverflowBlock['places'];
  return { block: Number(id), places, exchanges: seq ?? 0, words: strength ?? 0, speakers: new Set(others) };
}

function itemOf(kind: IndexedItem['kind'], row: LookRow): IndexedItem {
  return {
    kind,
    id: row.id,
    threadId: row.thread_id ?? '',
    seq: row.seq ?? 0,
    at: row.at ?? 0,
    until: row.until,
    turnId: row.turn_id ?? '',
    speaker: row.speaker,
    words: wordsOfTsvector(row.words ?? ''),
    sample: row.sample ?? '',
  };
}

function madeFrom(kind: 'concept' | 'episode' | 'fact' | 'thought', row: LookRow): MadeFrom {
  const isTold = kind === 'fact' || kind === 'episode';
  const episodeId = isTold ? null : (row.refs?.[0] ?? null);
  return {
    id: row.id,
    exchanges: isTold ? idsOf(row) : [],
    episodeId,
    since: kind === 'concept' && episodeId === null ? null : row.since,
  };
}

function idsOf({ refs }: LookRow): string[] {
  return (refs ?? []).filter((id) => id !== null);
}

function mentionOf({ at, refs }: LookRow): GraphMention {
  const [conceptId, episodeId, exchangeId] = refs ?? [];
  return {
    conceptId: conceptId ?? '',
    episodeId: episodeId ?? '',
    exchangeId: exchangeId ?? null,
    at: at ?? 0,
  };
}

function relationOf({ at, id, others, refs, strength, until }: LookRow): GraphRelation {
  const [fromId = '', toId = '', ...between] = (refs ?? []) as readonly string[];
  return {
    id,
    fromId,
    toId,
    strength: strength ?? 0,
    from: at ?? 0,
    until,
    exchanges: others ?? [],
    between,
  };
}
