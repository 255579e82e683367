import type { AgentId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import {
  type BegunMemory,
  beginMemory,
  keepChunks,
  keepEpisodes,
  type MemoryKind,
  releaseMemory,
  type SaveChunk,
  type SaveConcepts,
  type SaveEpisode,
} from '@salience/database/remembering';
import { until } from '../until.ts';

/** Keeps a chunk as memory-chunker does, and leaves the watermark where it is: `stored`, or `known` where there was one. */
export async function saveChunk(
  db: Database,
  chunk: SaveChunk,
): Promise<{ readonly status: 'stored' | 'known' | 'no_exchange' }> {
  const { saved } = await holding(db, chunk.agentId, 'chunk', (lease) =>
    keepChunks(db, lease, {
      now: chunk.now,
      chunks: [chunk],
      threads: [],
      retries: none,
      silenceMs: 600_000,
      tellFrom: 6,
    }),
  );
  return saved[0] as (typeof saved)[number];
}

/** Keeps an episode as episodic does, without concepts, and leaves the watermark where it is. */
export async function saveEpisode(
  db: Database,
  { agentId, now, ...episode }: SaveEpisode & { readonly agentId: AgentId; readonly now: Date },
): Promise<void> {
  await holding(db, agentId, 'tell', (lease) =>
    keepEpisodes(db, lease, { now, episodes: [episode], concepts: [], threads: [], retries: none }),
  );
}

/** Keeps what an episode says of concepts as episodic does. */
export async function saveConcepts(
  db: Database,
  { agentId, now, ...concepts }: SaveConcepts & { readonly agentId: AgentId; readonly now: Date },
): Promise<Outcome> {
  const { outcomes } = await holding(db, agentId, 'tell', (lease) =>
    keepEpisodes(db, lease, { now, episodes: [], concepts: [concepts], threads: [], retries: none }),
  );
  return outcomes[0] as Outcome;
}

type Outcome = Awaited<ReturnType<typeof keepEpisodes>>['outcomes'][number];

const none = { put: [], done: [] } as const;

async function holding<R>(
  db: Database,
  agentId: AgentId,
  kind: MemoryKind,
  keep: (lease: BegunMemory) => Promise<R>,
): Promise<R> {
  const begin = { agentId, kind, owner: newId('worker'), threadIds: [], now: new Date(), leaseMs: 30_000 };
  const lease = await until(() => beginMemory(db, begin), { what: `the ${kind} lease`, everyMs: 2 });
  try {
    return await keep(lease);
  } finally {
    await releaseMemory(db, lease);
  }
}
