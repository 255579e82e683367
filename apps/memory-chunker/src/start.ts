import { memoryChunkJob } from '@salience/contracts';
import { createModels } from '@salience/models';
import { modelPorts, type Runtime, workQueue } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createChunker } from './chunker.ts';
import type { ChunkerEnv } from './env.ts';

/** Composes memory-chunker from its parts. */
export async function start(runtime: Runtime<ChunkerEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues, workerId: owner } = runtime;
  const models = createModels(env.models, modelPorts(runtime));
  await models.warmUp(['chunk']);
  const { metrics } = runtime.telemetry;
  for (const loop of ['chunks', 'traits']) metrics.loopProgressed(loop);
  const chunker = createChunker({
    clock,
    db,
    fault,
    log,
    metrics,
    models,
    queues,
    owner,
    leaseMs: env.SALIENCE_MEMORY_LEASE_MS,
    silenceMs: env.SALIENCE_SILENCE_MS,
  });
  return [workQueue(runtime, memoryChunkJob, chunker, { concurrency: env.SALIENCE_CONCURRENCY })];
}
