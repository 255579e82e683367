import { type Candidate, rankMemories } from '@salience/memory';
import { type Database, type FindMemories, findMemories, type FoundMemory } from '../src/index.ts';

interface Search extends Partial<FindMemories> {
  readonly agentId: FindMemories['agentId'];
  readonly query: string;
  readonly limit: number;
}

/** Finds by words and ranks, as @salience/recall does for a process without an embedder. */
export async function searchMemory(db: Database, { limit, ...search }: Search) {
  const { items, sessions } = await findMemories(db, { pool: 40, near: [], ...search });
  const found = items.map((item): Candidate & { readonly item: FoundMemory } => ({
    ...item,
    item,
    threadId: item.thread_id,
    topicId: item.topic_id,
    at: new Date(item.at),
    cosine: null,
    speaks: item.speaks === true,
    graph: 0,
    usedAt: item.used_at === null ? null : new Date(item.used_at),
  }));
  const sat = sessions.map(({ threadId, from, to, words }) => ({
    threadId,
    from: Date.parse(from),
    to: Date.parse(to),
    words,
  }));
  return rankMemories({ text: search.query, at: new Date() }, found, sat)
    .slice(0, limit)
    .map(({ candidate, score, why }) => ({ ...candidate.item, score, reasons: why }));
}
