import { turnDigestJob, type TurnId } from '@salience/contracts';
import { createEmbedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import { createModels } from '@salience/llm';
import { modelPorts, type Runtime, workQueue } from '@salience/runtime';
import { createLoop, type Service } from '@salience/worker';
import { createAgentCache } from './agent-cache.ts';
import type { Deps } from './deps.ts';
import type { DigestEnv } from './env.ts';
import { createHandOn } from './hand-on.ts';
import { createLaneHandler } from './lane.ts';
import { createTopicCache } from './topic-cache.ts';
import { createTopicLearning } from './topic-learning.ts';

/** From one write of what topics learned to the next. */
const learnEveryMs = 1_000;

/** Composes digest from its parts. */
export async function start(runtime: Runtime<DigestEnv>): Promise<readonly Service[]> {
  const { db, env, queues } = runtime;
  const embeds = env.SALIENCE_EMBEDDER === 'on';
  const embedder = createEmbedder({ cacheDir: env.SALIENCE_MODEL_CACHE, modelDir: env.EMBEDDING_MODEL_DIR });
  runtime.use('embedder', () => embedder.close());
  const models = createModels(env.models, modelPorts(runtime));
  // The first message of the day should not pay for loading; a model that cannot be loaded degrades, it does not stop us.
  await Promise.all([
    models.warmUp(['respond', 'tiebreak']),
    embeds
      ? embedder
          .warm()
          .catch((error: unknown) => runtime.log.error({ err: error }, 'embedder could not be loaded'))
      : undefined,
  ]);
  const cancels = new Map<TurnId, () => void>();
  const unlisten = await queues.signals.listen('cancel', (turnId) => cancels.get(turnId as TurnId)?.());
  runtime.use('cancel signals', unlisten);

  const handOn = createHandOn(queues, runtime.log, runtime.telemetry.metrics);
  runtime.use('hand-on', () => handOn.flush());
  const learning = createTopicLearning(db, embedder.modelId);
  runtime.use('topic learning', () => learning.flush());
  const deps: Deps = {
    db,
    queues,
    clock: runtime.clock,
    log: runtime.log,
    metrics: runtime.telemetry.metrics,
    eventLevel: env.SALIENCE_EVENT_LEVEL,
    fault: runtime.fault,
    workerId: runtime.workerId,
    embedder,
    embeds,
    models,
    agents: createAgentCache(db),
    topics: createTopicCache(db, embedder.modelId, learning),
    handOn,
    cancels,
  };
  return [
    createLoop({
      name: 'topic learning',
      everyMs: learnEveryMs,
      runOnce: () => learning.flush(),
      onError: (error) =>
        runtime.log.warn({ cause: messageOf(error) }, 'what was learned of topics is not written yet'),
    }),
    workQueue(runtime, turnDigestJob, createLaneHandler(deps), {
      concurrency: env.SALIENCE_CONCURRENCY,
      wakeUps: true,
    }),
  ];
}
