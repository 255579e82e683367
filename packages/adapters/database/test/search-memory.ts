import { type Candidate, findByWords, rankMemories, WordIndex } from '@salience/memory';
import { type Database } from '../src/index.ts';
import {
  type FindMemories,
  findMemories,
  firstMemoryPlace,
  type FoundMemory,
  indexKinds,
  lookAtMemory,
} from '../src/doors/recall.ts';

interface Search extends Partial<FindMemories> {
  readonly agentId: FindMemories['agentId'];
  readonly query: string;
  readonly limit: number;
}

/** Finds by words and ranks, as @salience/recall does for a process without an embedder. */
export async function searchMemory(db: Database, { limit, ...search }: Search) {
  const { evidenceOf, items, sessions } = await findByTheirWords(db, search);
  const found = items.map((item): Candidate & { readonly item: FoundMemory } => ({
    ...item,
    item,
    entity: item.names?.some((name) => search.query.toLowerCase().includes(name)) === true,
    words: Math.max(item.words, evidenceOf(item.id)?.words ?? 0),
    neighbours: evidenceOf(item.id)?.neighbours ?? 0,
    threadId: item.thread_id,
    topicId: item.topic_id,
    at: new Date(item.at),
    cosine: null,
    speaks: evidenceOf(item.id)?.speaks ?? false,
    graph: 0,
    usedAt: item.used_at === null ? null : new Date(item.used_at),
  }));
  return rankMemories({ text: search.query, at: new Date() }, found, sessions)
    .slice(0, limit)
    .map(({ candidate, score, why }) => ({ ...candidate.item, score, reasons: why }));
}

/** Reads an agent's memory, and loads what is found in it by words. */
export async function findByTheirWords(db: Database, search: Omit<Search, 'limit'>) {
  const { agentId, exceptTurnId, held, kinds, query, threadId, until } = search;
  const look = { agentId, modelId: '', kinds: indexKinds, place: firstMemoryPlace, limit: 10_000 };
  const { gone, items, repeated } = await lookAtMemory(db, { ...look, texts: [] });
  const index = new WordIndex();
  index.add(items);
  index.remove([...gone, ...repeated]);
  const speakers = query
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => index.speakers.has(word));
  const { stems } = await lookAtMemory(db, { ...look, kinds: [], texts: [query, speakers.join(' ')] });
  const found = findByWords(index, {
    stems: stems[0] ?? [],
    nameStems: new Set(stems[1]),
    speaker: speakers.length === 1 ? speakers[0] : undefined,
    near: [],
    pool: 40,
    kinds: kinds && new Set<string>(kinds),
    threadId,
    until: until?.getTime(),
    now: (held?.to ?? search.at ?? new Date()).getTime(),
    exceptTurnId,
  });
  const asked = found.matches.map(({ row: { id, kind }, words }) => ({ id, kind, words }));
  const loaded = await findMemories(db, { ...search, found: asked });
  return { ...loaded, ...found };
}
