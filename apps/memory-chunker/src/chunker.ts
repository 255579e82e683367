import { episodeBuildJob, memoryChunkJob, type PayloadOf } from '@salience/contracts';
import { keepChunks } from '@salience/database/remembering';
import { tellFrom } from '@salience/memory';
import type { JobHandler } from '@salience/queues';
import { type EndedPiece, handOn, type MemoryWork, workMemory } from '@salience/runtime';
import { type ChunkerDeps, type Loaded, type Made, type Piece, progressOf, retriesOf } from './chunk-work.ts';
import { exchangeWork } from './exchange-work.ts';
import { stretchWork } from './stretch-work.ts';

/**
 * Makes the handler of `memory.chunk`: what lies behind the watermarks of the agent's threads gets its chunks, batch by batch. The offline
 * responder makes them of each exchange at once; a model is asked about a stretch in one call, when it is full or a silence follows. What
 * is proposed is kept only where the exchange supports it. An answer that cannot be used leaves exchanges without their chunks, set
 * aside; while the model is away the watermark stays where it is.
 */
export function createChunker(deps: ChunkerDeps): JobHandler<PayloadOf<typeof memoryChunkJob>> {
  const { offline } = deps.models.describe('stretch');
  const work: MemoryWork<Loaded, Piece, Made> = {
    kind: 'chunk',
    queue: memoryChunkJob.queue,
    faults: 'chunker',
    sideBySide: offline ? 1 : 4,
    piecesOf: ({ pieces, retries, threads }) => (threads.length + retries.length === 0 ? undefined : pieces),
    ...(offline ? exchangeWork(deps) : stretchWork(deps)),
    async keep(lease, loaded, ended, now) {
      const made = ended.flatMap((end) => ('made' in end ? [end.made] : []));
      const listened = made.filter((one) => one.listened === true).length;
      const { more, saved, tell } = await keepChunks(deps.db, lease, {
        now,
        chunks: made.flatMap(({ chunks }) => chunks),
        threads: loaded.threads.map((thread) => progressOf(thread, ended)),
        retries: retriesOf(loaded, ended, now),
        proposals: made.flatMap(({ proposal }) => (proposal === undefined ? [] : [proposal])),
        ...(loaded.day === undefined ? {} : { listened: { calls: listened, day: loaded.day } }),
        silenceMs: deps.silenceMs,
        tellFrom,
      });
      told(deps, ended, saved.filter(({ status }) => status === 'stored').length);
      if (tell) await handOn(deps, episodeBuildJob, [{ agentId: lease.agentId }]);
      return more;
    },
  };
  return (hint, context) => workMemory(deps, work, hint, context);
}

function told(
  { log, metrics }: ChunkerDeps,
  ended: readonly EndedPiece<Piece, Made>[],
  stored: number,
): void {
  if (stored > 0) metrics.loopProgressed('chunks');
  const traits = ended
    .flatMap((end) => ('made' in end ? end.made.chunks : []))
    .flatMap((chunk) => chunk.traits ?? []);
  if (traits.length > 0) metrics.loopProgressed('traits');
  for (const end of ended) {
    if (!('failed' in end)) continue;
    const { dueAt, error: reason } = end.failed;
    for (const { exchange } of end.piece.sources) {
      const exchangeId = exchange.id;
      if (dueAt === null) log.error({ exchangeId, reason }, 'exchange left without its chunk');
      else log.warn({ exchangeId, reason }, 'exchange not chunked; it is tried again');
    }
  }
}
