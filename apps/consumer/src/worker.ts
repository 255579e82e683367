import { createEmbedder, type Embedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import { memoryHolder } from '@salience/database/recall';
import { createAsker, openStreamClient } from '@salience/queues';
import { createGoalLikeness, createRecall, heldBytesOf } from '@salience/recall';
import { type App, type Runtime, timeZoneOf, workLoop } from '@salience/runtime';
import { type ConsumerEnv, readEnv } from './env.ts';
import { createMemorySearch } from './memory-search.ts';
import { configFromFile } from './pfc/config-from-file.ts';
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
    ...pfcConfigFromFile(runtime),
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
      serves: runtime.env.SALIENCE_SERVES,
      fault: runtime.fault,
      ...byMeaning(runtime),
      workerId: runtime.workerId,
      switchboard: switchboardOf(runtime),
    }),
  ],
};

/** Socket.IO's adapter where queues run on Redis. */
function switchboardOf({ env, log }: Runtime<ConsumerEnv>) {
  const { REDIS_URL: url, SALIENCE_QUEUE_PREFIX: prefix = 'salience' } = env;
  if (url === undefined) return {};
  return { stream: () => ({ name: `${prefix}:rooms`, ...openStreamClient(url, log) }) };
}

function modulesFromFiles({ clock, db, env, log, queues }: Runtime<ConsumerEnv>) {
  const folder = env.SALIENCE_MODULES_DIR;
  return folder === undefined ? [] : [createModulesFromFiles({ clock, db, log, queues }, folder)];
}

/** How often the settings file of the PFC is looked at, in milliseconds. */
const configLookMs = 1_000;

function pfcConfigFromFile(runtime: Runtime<ConsumerEnv>) {
  const file = runtime.env.SALIENCE_PFC_CONFIG_FILE;
  if (file === undefined) return [];
  const run = configFromFile(runtime, file);
  return [workLoop(runtime, { name: 'pfc-config-file', everyMs: configLookMs, run })];
}

/** What reads meaning. The embedding model is loaded when it is first needed: most consumers never search or judge. */
function byMeaning(runtime: Runtime<ConsumerEnv>) {
  const { env, log, telemetry } = runtime;
  const embedder =
    env.SALIENCE_EMBEDDER === 'on'
      ? createEmbedder({
          cacheDir: env.SALIENCE_MODEL_CACHE,
          modelDir: env.EMBEDDING_MODEL_DIR,
          onRun: () => telemetry.metrics.embedderRuns.inc({}),
        })
      : undefined;
  runtime.use('embedder', async () => embedder?.close());
  const likeness = createGoalLikeness({
    embedder,
    onTrouble: (error) => log.warn({ cause: messageOf(error) }, 'goals are compared by words alone for now'),
  });
  return { likeness, search: memorySearch(runtime, embedder) };
}

function memorySearch(runtime: Runtime<ConsumerEnv>, embedder: Embedder | undefined) {
  const { db, env, log, queues, workerId } = runtime;
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
