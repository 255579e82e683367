import { turnDigestJob, type TurnId } from '@salience/contracts';
import { createEmbedder } from '@salience/embeddings';
import { createModels } from '@salience/llm';
import { type Runtime, workQueue } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createAgentCache } from './agent-cache.ts';
import type { Deps } from './deps.ts';
import type { DigestEnv } from './env.ts';
import { createHandOn } from './hand-on.ts';
import { createLaneHandler } from './lane.ts';
import { createTopicCache } from './topic-cache.ts';

/** Composes digest from its parts. */
export async function start(runtime: Runtime<DigestEnv>): Promise<readonly Service[]> {
  const { db, env, queues } = runtime;
  const embedder = createEmbedder({ cacheDir: env.SALIENCE_MODEL_CACHE, modelDir: env.EMBEDDING_MODEL_DIR });
  runtime.use('embedder', () => embedder.close());
  const models = createModels(env.models);
  // The first message of the day should not pay for loading; a model that cannot be loaded degrades, it does not stop us.
  await Promise.all([
    models.warmUp(['respond', 'tiebreak']),
    embedder
      .warm()
      .catch((error: unknown) => runtime.log.error({ err: error }, 'embedder could not be loaded')),
  ]);
  const cancels = new Map<TurnId, () => void>();
  const unlisten = await queues.signals.listen('cancel', (turnId) => cancels.get(turnId as TurnId)?.());
  runtime.use('cancel signals', unlisten);

  const deps: Deps = {
    db,
    queues,
    clock: runtime.clock,
    log: runtime.log,
    metrics: runtime.telemetry.metrics,
    fault: runtime.fault,
    workerId: runtime.workerId,
    embedder,
    models,
    agents: createAgentCache(db),
    topics: createTopicCache(db, embedder.modelId),
    handOn: createHandOn(queues, runtime.log),
    cancels,
    modelTimeoutMs: env.SALIENCE_MODEL_TIMEOUT_MS,
    modelStallMs: env.SALIENCE_MODEL_STALL_MS,
  };
  return [
    workQueue(runtime, turnDigestJob, createLaneHandler(deps), { concurrency: env.SALIENCE_CONCURRENCY }),
  ];
}
