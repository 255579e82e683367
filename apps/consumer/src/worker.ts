import { createEmbedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import { memoryHolder } from '@salience/database/recall';
import { createAsker } from '@salience/queues';
import { createRecall, heldBytesOf } from '@salience/recall';
import { type App, type Runtime, timeZoneOf } from '@salience/runtime';
import { type ConsumerEnv, readEnv } from './env.ts';
import { createMemorySearch } from './memory-search.ts';
import { createModulesFromFiles } from './pulse/modules-from-files.ts';
import { createConsumer } from './server.ts';

/** Accepts messages, streams answers and shows the fleet. */
export const consumer: App<ConsumerEnv> = {
  app: 'consumer',
  readEnv,
  startsWithoutQueues: true,
  // It takes no jobs; fairness counts only digests.
  capacity: () => 0,
  start: async (runtime) => [
    ...modulesFromFiles(runtime),
    createConsumer({
      db: runtime.db,
      queues: runtime.queues,
      clock: runtime.clock,
      log: runtime.log,
      metrics: runtime.telemetry.metrics,
      host: runtime.env.SALIENCE_HOST,
      port: runtime.env.PORT,
      keysRequired: runtime.env.SALIENCE_KEYS === 'required',
      personToken: runtime.env.SALIENCE_PERSON_TOKEN,
      threadExpiryMs: runtime.env.SALIENCE_THREAD_EXPIRY_MS,
      approvalMs: runtime.env.SALIENCE_APPROVAL_MS,
      turnLimits: {
        turnsPerMinute: runtime.env.SALIENCE_TURNS_PER_MINUTE,
        openTurns: runtime.env.SALIENCE_OPEN_TURNS,
      },
      timeZone: timeZoneOf(runtime.env),
      channelHosts: runtime.env.SALIENCE_CHANNEL_PRIVATE_HOSTS,
      limits: {
        connections: runtime.env.SALIENCE_CONNECTIONS,
        streamsPerCaller: runtime.env.SALIENCE_STREAMS_PER_CALLER,
      },
      stalled: () => runtime.health().stalled,
      fault: runtime.fault,
      search: memorySearch(runtime),
    }),
  ],
};

function modulesFromFiles({ clock, db, env, log, queues }: Runtime<ConsumerEnv>) {
  const folder = env.SALIENCE_MODULES_DIR;
  return folder === undefined ? [] : [createModulesFromFiles({ clock, db, log, queues }, folder)];
}

/** Loads the embedding model at the first search: most consumers never search. */
function memorySearch(runtime: Runtime<ConsumerEnv>) {
  const { db, env, log, queues, workerId } = runtime;
  const embedder =
    env.SALIENCE_EMBEDDER === 'on'
      ? createEmbedder({
          cacheDir: env.SALIENCE_MODEL_CACHE,
          modelDir: env.EMBEDDING_MODEL_DIR,
          onRun: () => runtime.telemetry.metrics.embedderRuns.inc({}),
        })
      : undefined;
  runtime.use('embedder', async () => embedder?.close());
  const recall = createRecall({
    db,
    embedder,
    shares: true,
    bytesMax: heldBytesOf(env.SALIENCE_MEMORY_CACHE_MB),
    onTrouble: (error) => log.warn({ cause: messageOf(error) }, 'memory is searched by words alone for now'),
  });
  runtime.use('memories', async () => recall.close());
  const asker = createAsker(queues.signals, workerId);
  runtime.use('questions to holders', () => asker.stop());
  return createMemorySearch({ recall, asker, holderOf: (agentId) => memoryHolder(db, agentId), log });
}
