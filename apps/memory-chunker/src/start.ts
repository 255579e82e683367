import { memoryChunkJob } from '@salience/contracts';
import { createModels } from '@salience/llm';
import { type Runtime, workQueue } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createChunker } from './chunker.ts';
import type { ChunkerEnv } from './env.ts';

/** Composes memory-chunker from its parts. */
export async function start(runtime: Runtime<ChunkerEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log } = runtime;
  const models = createModels(env.models);
  await models.warmUp(['chunk']);
  const chunker = createChunker({
    clock,
    db,
    fault,
    log,
    metrics: runtime.telemetry.metrics,
    models,
    modelTimeoutMs: env.SALIENCE_MODEL_TIMEOUT_MS,
  });
  return [workQueue(runtime, memoryChunkJob, chunker, { concurrency: env.SALIENCE_CONCURRENCY })];
}
