import { amongLargest, firstFrom, inOrder, whereIn } from './ascending.ts';
import { type Evidence, handOn } from './hand-on.ts';
import { type SessionEvidence, sessionGapMs } from '../rank.ts';
import type { Posting } from './postings.ts';
import type { IndexedRow, SearchedWords, WordKind } from './word-index.ts';

/** What keeps memories out of a search. */
export interface SearchFilters {
  readonly kinds?: ReadonlySet<string> | undefined;
  readonly threadId?: string | undefined;
  /** Nothing said or made later is included, milliseconds. */
  readonly until?: number | undefined;
  /** When it is asked, milliseconds: thoughts expire. */
  readonly now: number;
  readonly exceptTurnId?: string | undefined;
}

/** What is looked for. */
export interface WordQuery extends SearchFilters {
  /** The different word stems of the question. */
  readonly stems: readonly string[];
  /** The stems of the speakers' names that it holds: they select who speaks and are no words. */
  readonly nameStems: ReadonlySet<string>;
  /** The one speaker that it names, lower case; undefined for none or several. */
  readonly speaker?: string | undefined;
  /** Items near in meaning, nearest first: they are included whatever their words. */
  readonly near: readonly string[];
  /** Candidates among exchanges by words; of facts and episodes a third of it, of concepts a sixth, of thoughts an eighth. */
  readonly pool: number;
}

/** A memory found, with the evidence of its words. */
export interface WordMatch {
  readonly row: IndexedRow;
  /** Its share of the question's weight in words, 0..1. */
  readonly words: number;
  /** What it inherits from the exchanges around it, 0..1. */
  readonly neighbours: number;
  /** The one speaker that the question names said it. */
  readonly speaks: boolean;
}

/** What was found, in no order. */
export interface FoundByWords {
  readonly matches: readonly WordMatch[];
  readonly sessions: readonly SessionEvidence[];
  /** The evidence of an item whether it was chosen or not, for what is found in other ways; undefined for one that is not held. */
  evidenceOf(id: string): WordMatch | undefined;
}

/** BM25: how soon repetition stops to count, and how much length counts. */
const k1 = 0.9;
const b = 0.4;
/** A term is rare enough to bring candidates if it weighs this share of the rarest one… */
const rareShare = 0.3;
/** …while all of them together occur in at most this many exchanges, or a fifteenth of all. */
const held = { least: 100, most: 300, ofThread: 3_000, share: 15 } as const;
/** The best exchanges by words whose neighbours inherit from them. */
const spreadingMax = 400;
interface Term {
  readonly stem: string;
  readonly idf: number;
  readonly bit: number;
}

/**
 * Finds memories by their words, as docs/adr/0026-retrieval.md explains: exchanges by BM25 over the agent's exchanges, with a share for
 * their neighbours; anything else by the share of the question's weight that it holds. Candidates come from the question's rarest words;
 * its common words only score. Pure.
 */
export function findByWords(index: SearchedWords, query: WordQuery): FoundByWords {
  const terms = termsOf(index, query);
  const total = terms.all.reduce((sum, { idf }) => sum + idf, 0);
  const near = new Set(query.near);
  const fits = (row: IndexedRow | undefined): row is IndexedRow =>
    row !== undefined && isAskedFor(row, query);
  const wants = (kind: WordKind): boolean => query.kinds === undefined || query.kinds.has(kind);

  const said = scoreExchanges(index, query, { ...terms, total }, wants('exchange'));
  const shareAt = (place: number | undefined, kind: WordKind): number => {
    if (total === 0 || place === undefined) return 0;
    const postings = index.postings(kind);
    let sum = 0;
    for (const { idf, stem } of terms.all) if (postings.frequency(stem, place) > 0) sum += idf;
    return sum / total;
  };
  const others = (kind: WordKind, limit: number): WordMatch[] =>
    wants(kind) ? otherMatches(index, { ...terms, total }, { kind, limit, near, fits }) : [];
  const { pool } = query;
  return {
    matches: [
      ...said.matches,
      ...others('fact', pool / 3),
      ...others('episode', pool / 3),
      ...(query.threadId === undefined ? others('concept', pool / 6) : []),
      ...(query.stems.length > 0 ? others('thought', pool / 8) : []),
    ],
    sessions: said.sessions,
    evidenceOf(id) {
      const row = index.row(id);
      if (row === undefined) return undefined;
      return row.kind === 'exchange'
        ? said.matchOf(row)
        : { row, words: shareAt(index.placeOf(id), row.kind), neighbours: 0, speaks: false };
    },
  };
}

interface Wanted {
  readonly kind: WordKind;
  readonly limit: number;
  readonly near: ReadonlySet<string>;
  readonly fits: (row: IndexedRow | undefined) => row is IndexedRow;
}

/** What is no exchange: those near in meaning, and those that hold most of the question's weight. */
function otherMatches(
  index: SearchedWords,
  { all, rare, total }: Terms,
  { fits, kind, limit, near }: Wanted,
): WordMatch[] {
  const meant = kind === 'fact' ? [] : placesOf(index, kind, near);
  const places = placesHolding(index, kind, kind === 'thought' ? all : rare, meant);
  const words = new Float64Array(places.length);
  const standing = new Float64Array(places.length);
  const lists = readersOf(index, kind, all);
  const isNear = new Set(meant);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] as number;
    if (!fits(index.at(place))) {
      standing[at] = Number.NEGATIVE_INFINITY;
      continue;
    }
    let sum = 0;
    for (const list of lists) if (frequencyAt(list, place) > 0) sum += list.idf;
    words[at] = total === 0 ? 0 : sum / total;
    // What is near comes before what is not: a share of words is 1 at most.
    standing[at] = (words[at] as number) + (isNear.has(place) ? 2 : 0);
  }
  const most = Math.max(1, Math.floor(limit)) + meant.length;
  return amongLargest(standing, most)
    .map((at) => {
      const place = places[at] as number;
      return { place, row: index.at(place) as IndexedRow, words: words[at] as number };
    })
    .toSorted(
      (x, y) =>
        Number(isNear.has(y.place)) - Number(isNear.has(x.place)) ||
        y.words - x.words ||
        (x.row.id < y.row.id ? 1 : -1),
    )
    .slice(0, most)
    .map(({ row, words: share }) => ({ row, words: share, neighbours: 0, speaks: false }));
}

/** The order of exchanges that are alike otherwise: it is the same in every process, unlike that of places. */
function inPlace(one: IndexedRow, other: IndexedRow): number {
  if (one.threadId !== other.threadId) return one.threadId < other.threadId ? -1 : 1;
  return one.seq - other.seq;
}

/** Whether no filter keeps a memory out. A concept is of no thread. */
export function isAskedFor(
  row: IndexedRow,
  { exceptTurnId, kinds, now, threadId, until }: SearchFilters,
): boolean {
  return (
    (kinds === undefined || kinds.has(row.kind)) &&
    (threadId === undefined || row.threadId === threadId) &&
    (exceptTurnId === undefined || row.turnId !== exceptTurnId) &&
    (until === undefined || row.at <= until) &&
    (row.until === null || row.until > now)
  );
}

/** The words of a question that bring candidates, the rarest first. */
export function rareStems(index: SearchedWords, query: Asked): string[] {
  return termsOf(index, query).rare.map(({ stem }) => stem);
}

type Asked = Pick<WordQuery, 'nameStems' | 'stems' | 'threadId'>;

/** The question's words with their inverse document frequency, the rarest first, and those of them that bring candidates. */
function termsOf(index: SearchedWords, { nameStems, stems, threadId }: Asked) {
  const documents = Math.max(10, index.exchanges);
  const weighed = stems
    .filter((stem) => !nameStems.has(stem))
    .map((stem) => ({ stem, count: index.holding(stem) }))
    .toSorted((x, y) => x.count - y.count || (x.stem < y.stem ? -1 : 1))
    .map(({ count, stem }, at) => ({
      stem,
      count,
      idf: Math.log(1 + (documents - count + 0.5) / (count + 0.5)),
      // More than 31 words share the last bit.
      bit: 1 << Math.min(30, at),
    }));
  const top = weighed[0]?.idf ?? 0;
  const most = Math.max(
    held.least,
    Math.min(documents / held.share, threadId === undefined ? held.most : held.ofThread),
  );
  let sum = 0;
  const rare = weighed.filter(({ count, idf }, at) => {
    sum += count;
    return at === 0 || (idf >= rareShare * top && sum <= most);
  });
  return { all: weighed as readonly Term[], rare: rare as readonly Term[] };
}

/** The different places of those of these items that are of a kind. */
function placesOf(index: SearchedWords, kind: WordKind, ids: Iterable<string>): number[] {
  const places = new Set<number>();
  for (const id of ids) {
    const place = index.placeOf(id);
    if (place !== undefined && index.at(place)?.kind === kind) places.add(place);
  }
  return [...places];
}

/** The places of the items that hold one of these words, and those of `meant`, ascending. */
function placesHolding(
  index: SearchedWords,
  kind: WordKind,
  terms: readonly Term[],
  meant: readonly number[] = [],
): Uint32Array {
  const postings = index.postings(kind);
  const lists = terms.map(({ stem }) => postings.of(stem));
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, meant.length));
  all.set(meant);
  let filled = meant.length;
  for (const { length, places } of lists) {
    for (let at = 0; at < length; at += 1) all[filled + at] = places[at] as number;
    filled += length;
  }
  return meant.length === 0 && lists.length < 2 ? all : inOrder(all);
}

/** The list of a word, read from its beginning on. */
interface ListReader extends Posting {
  readonly idf: number;
  readonly bit: number;
  at: number;
}

function readersOf(index: SearchedWords, kind: WordKind, terms: readonly Term[]): ListReader[] {
  const postings = index.postings(kind);
  return terms.map(({ bit, idf, stem }) => ({ bit, idf, at: 0, ...postings.of(stem) }));
}

/** How often the item at a place holds the word; 0 for not at all. Places are asked for in ascending order. */
function frequencyAt(list: ListReader, place: number): number {
  list.at = firstFrom(list.places, place, list.at, list.length);
  return list.at < list.length && list.places[list.at] === place ? (list.frequencies[list.at] as number) : 0;
}

interface Terms {
  readonly all: readonly Term[];
  readonly rare: readonly Term[];
  /** The weight of all words together. */
  readonly total: number;
}

interface Scored {
  readonly place: number;
  readonly row: IndexedRow;
  readonly words: number;
  readonly mask: number;
}

function scoreExchanges(index: SearchedWords, query: WordQuery, terms: Terms, wanted: boolean) {
  const fits = (row: IndexedRow | undefined): row is IndexedRow =>
    row !== undefined && isAskedFor(row, query);
  const speaks = (row: IndexedRow): boolean => query.speaker !== undefined && row.speaker === query.speaker;
  const spreading = wanted ? bestByWords(index, terms, fits) : [];
  const evidence = handOn(index, spreading);
  const matchAt = (place: number, row: IndexedRow): WordMatch => {
    const at = whereIn(evidence.places, place);
    return {
      row,
      words: at < 0 ? 0 : (evidence.own[at] as number),
      neighbours: at < 0 ? 0 : Math.min(1, evidence.close[at] as number),
      speaks: speaks(row),
    };
  };
  const meant = wanted ? nearExchanges(index, query) : [];
  const chosen = new Set([...meant, ...bestOf(index, evidence, fits, query.pool)]);
  const matches = [...chosen].map((place) => matchAt(place, index.at(place) as IndexedRow));
  return {
    matches,
    sessions: sessionsOf(spreading, matches, terms.all, terms.total),
    matchOf(row: IndexedRow): WordMatch | undefined {
      const place = index.placeOf(row.id);
      return place === undefined ? undefined : matchAt(place, row);
    },
  };
}

/** The exchanges that hold the rarest words, the best by BM25 first; `mask` has the bits of their words. */
function bestByWords(
  index: SearchedWords,
  { all, rare, total }: Terms,
  fits: (row: IndexedRow | undefined) => row is IndexedRow,
): Scored[] {
  const lists = readersOf(index, 'exchange', all);
  const { meanLength } = index;
  const scored: Scored[] = [];
  for (const place of placesHolding(index, 'exchange', rare)) {
    const row = index.at(place);
    if (!fits(row)) continue;
    const damped = k1 * (1 - b + (b * row.length) / meanLength);
    let sum = 0;
    let mask = 0;
    for (const list of lists) {
      const frequency = frequencyAt(list, place);
      if (frequency === 0) continue;
      sum += (list.idf * frequency * (k1 + 1)) / (frequency + damped);
      mask |= list.bit;
    }
    scored.push({ place, row, words: Math.min(1, sum / total), mask });
  }
  return scored
    .toSorted((one, other) => other.words - one.words || inPlace(one.row, other.row))
    .slice(0, spreadingMax);
}

/** The places of the `pool` exchanges with the most evidence, the best first. */
function bestOf(
  index: SearchedWords,
  { close, own, places }: Evidence,
  fits: (row: IndexedRow | undefined) => row is IndexedRow,
  pool: number,
): number[] {
  const sums = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 1)
    sums[at] = fits(index.at(places[at] as number))
      ? (own[at] as number) + Math.min(1, close[at] as number)
      : Number.NEGATIVE_INFINITY;
  const best = amongLargest(sums, pool).map((at) => {
    const place = places[at] as number;
    return { place, row: index.at(place) as IndexedRow, sum: sums[at] as number };
  });
  return best
    .toSorted((x, y) => y.sum - x.sum || inPlace(x.row, y.row))
    .slice(0, pool)
    .map(({ place }) => place);
}

/** The places of the exchanges near in meaning; up to half as many again as by words. */
function nearExchanges(index: SearchedWords, query: WordQuery): number[] {
  return query.near
    .flatMap((id) => {
      const place = index.placeOf(id);
      const row = place === undefined ? undefined : index.at(place);
      return place !== undefined && row?.kind === 'exchange' && isAskedFor(row, query) ? [place] : [];
    })
    .slice(0, Math.floor((query.pool * 3) / 2));
}

/** The sittings around what was chosen: what was said in a thread without a pause of three hours. */
function sessionsOf(
  scored: readonly Scored[],
  matches: readonly WordMatch[],
  terms: readonly Term[],
  total: number,
): SessionEvidence[] {
  const threads = Map.groupBy(scored, ({ row }) => row.threadId);
  const chosen = Map.groupBy(matches, ({ row }) => row.threadId);
  const sessions: SessionEvidence[] = [];
  for (const [threadId, near] of chosen) {
    let sitting: { from: number; to: number; mask: number } | undefined;
    const close = (): void => {
      if (sitting === undefined) return;
      const { from, mask, to } = sitting;
      if (!near.some(({ row }) => row.at >= from - sessionGapMs && row.at <= to + sessionGapMs)) return;
      const words = terms.reduce((sum, { bit, idf }) => ((mask & bit) === 0 ? sum : sum + idf), 0) / total;
      sessions.push({ threadId, from, to, words });
    };
    const inOrder = (threads.get(threadId) ?? []).toSorted(
      (x, y) => x.row.at - y.row.at || x.row.seq - y.row.seq,
    );
    for (const { mask, row } of inOrder) {
      if (sitting === undefined || row.at - sitting.to > sessionGapMs) {
        close();
        sitting = { from: row.at, to: row.at, mask };
      } else {
        sitting.to = row.at;
        sitting.mask |= mask;
      }
    }
    close();
  }
  return sessions;
}
