import { hostname } from 'node:os';
import type { Id } from '@salience/contracts';
import {
  createDatabase,
  createSharedClock,
  type Database,
  pingDatabase,
  systemClock,
} from '@salience/database';
import { beat } from '@salience/database/operations';
import { checkSchema } from '@salience/database/schema';
import { isSalienceError, SalienceError } from '@salience/errors';
import { readAddress } from '@salience/postgres';
import { createQueues, type Queues } from '@salience/queues';
import type { Telemetry } from '@salience/telemetry';
import {
  createDependencyWatch,
  createDisposer,
  createFaults,
  type DependencyWatch,
  type Disposer,
  type RunningWorker,
  runWorker,
  serveHealth,
  waitUntilThere,
} from '@salience/worker';
import type { BaseEnv } from './env.ts';
import { createQueuesLater } from './queues-later.ts';
import type { App, Health, Runtime } from './app.ts';
import { keepUsage } from './keep-usage.ts';
import { version } from './version.ts';

/** What exists before an app starts. */
export interface Beginning<E extends BaseEnv> {
  readonly env: E;
  readonly workerId: Id<'worker'>;
  readonly telemetry: Telemetry;
  readonly stop: AbortSignal;
  /** The worker once it runs. */
  worker(): RunningWorker | undefined;
}

/** Time limit of one SQL query, in milliseconds; it also detects a server that vanished silently. */
const statementMs = 30_000;

/** Starts a worker from its health server to its services. Rejects after releasing what was acquired. */
export async function startApp<E extends BaseEnv>(
  app: App<E>,
  beginning: Beginning<E>,
): Promise<RunningWorker> {
  const { log } = beginning.telemetry;
  const disposer = createDisposer((name, cause) => log.error({ name, cause }, 'could not be released'));
  try {
    return await startWith(app, beginning, disposer);
  } catch (error) {
    await disposer.dispose();
    throw error;
  }
}

async function startWith<E extends BaseEnv>(
  app: App<E>,
  beginning: Beginning<E>,
  disposer: Disposer,
): Promise<RunningWorker> {
  const { env, telemetry, workerId, stop } = beginning;
  const { log, metrics } = telemetry;
  const readiness = createReadiness(app, beginning);
  // Answers from the start: a waiting worker is alive, and reports what it waits for.
  const healthServer = await serveHealth(
    {
      stalled: () => readiness.health().stalled,
      unready: () => readiness.health().unready,
      exposition: (accept) => metrics.exposition(accept),
    },
    { host: env.SALIENCE_HEALTH_HOST, port: env.SALIENCE_HEALTH_PORT },
  );
  disposer.use('health server', () => healthServer.close());
  log.info({ healthPort: healthServer.port, pid: process.pid }, 'worker starting');
  const { db, queues } = await connect(app, beginning, disposer, readiness.waiting);
  const watch = watchDependencies(telemetry, db, queues);
  readiness.watch = watch;
  const runtime: Runtime<E> = {
    app: app.app,
    env,
    workerId,
    db,
    queues,
    clock: env.SALIENCE_CLOCK === 'shared' ? createSharedClock(db) : systemClock,
    telemetry,
    log,
    fault: createFaults(env.SALIENCE_FAULTS),
    jobs: { done: 0, failed: 0 },
    decidesBy: new Map(),
    away: new Set(),
    use: (name, release) => disposer.use(name, release),
    health: readiness.health,
  };
  return runWorker({
    acquire: async () => ({
      services: [watch, ...(await app.start(runtime))],
      release: () => disposer.dispose(),
    }),
    beat: (state, running) => sayAlive(app, runtime, state, running),
    onBeat: () => {
      metrics.loopSucceeded('heartbeat');
      metrics.loopProgressed('heartbeat');
    },
    stallMs: env.SALIENCE_STALL_MS,
    drainMs: env.SALIENCE_DRAIN_MS,
    stop,
    log,
  });
}

/** Writes the heartbeat, and what was counted of models since the last one. */
async function sayAlive<E extends BaseEnv>(
  app: App<E>,
  runtime: Runtime<E>,
  state: Parameters<typeof beat>[1]['state'],
  running: readonly string[],
): Promise<void> {
  const { away, clock, db, decidesBy, env, jobs, log, telemetry, workerId } = runtime;
  await runtime.fault('worker.beat');
  await beat(db, {
    id: workerId,
    app: app.app,
    pid: process.pid,
    host: hostname(),
    version,
    state,
    capacity: app.capacity(env),
    running,
    jobsDone: jobs.done,
    jobsFailed: jobs.failed,
    policies: decidesBy.size === 0 ? null : Object.fromEntries(decidesBy),
    away: away.size === 0 ? null : [...away],
  });
  await keepUsage({ clock, db, log, metrics: telemetry.metrics });
}

interface Readiness {
  readonly health: () => Health;
  /** Reports what the worker waits for, until called with `undefined`. */
  readonly waiting: (reason: string | undefined) => void;
  watch: DependencyWatch | undefined;
}

function createReadiness<E extends BaseEnv>(app: App<E>, beginning: Beginning<E>): Readiness {
  let waitsFor: string | undefined;
  const unready = (): string[] => {
    if (waitsFor !== undefined) return [waitsFor];
    const state = beginning.worker()?.state() ?? 'starting';
    if (state !== 'ready') return [`this worker is ${state}`];
    const away = [...(readiness.watch?.away() ?? [])]
      .filter(([name]) => name !== 'queues' || app.startsWithoutQueues !== true)
      .map(([name, reason]) => `${name}: ${reason}`);
    return [...away, ...(beginning.worker()?.held() ?? [])];
  };
  const readiness: Readiness = {
    watch: undefined,
    waiting: (reason) => {
      waitsFor = reason;
    },
    health: () => {
      const reasons = unready();
      return {
        ready: reasons.length === 0,
        unready: reasons,
        stalled: beginning.worker()?.stalled() ?? [],
      };
    },
  };
  return readiness;
}

/** Opens database and queues. Waits for either without a time limit; only a stop ends the wait. */
async function connect<E extends BaseEnv>(
  app: App<E>,
  { env, telemetry: { log }, stop }: Beginning<E>,
  disposer: Disposer,
  onWaiting: (reason: string | undefined) => void,
): Promise<{ db: Database; queues: Queues }> {
  const waiting = { isAway, stop, log, onWaiting };
  const db = createDatabase({
    url: env.DATABASE_URL,
    poolMax: env.SALIENCE_DB_POOL,
    applicationName: `salience-${app.app}`,
    queryTimeoutMs: statementMs,
    onIdleError: (error) => log.warn({ cause: error.message }, 'idle database connection lost'),
  });
  disposer.use('database', () => db.close());
  await waitUntilThere(() => checkSchema(db), { ...waiting, what: 'Postgres' });
  const openQueues = app.startsWithoutQueues === true ? createQueuesLater : createQueues;
  const open = () => openQueues({ connection: queueConnection(env), log });
  const queues = await waitUntilThere(open, { ...waiting, what: 'the queue server' });
  disposer.use('queues', () => queues.close());
  log.info({ queueBackend: queues.backend }, 'connected');
  return { db, queues };
}

/** Away, or still starting: waiting may help. A wrong address looks the same, so the log shows the error. */
export function isAway(error: unknown): boolean {
  return (
    isSalienceError(error) && (error.code === 'database.unavailable' || error.code === 'queues.unavailable')
  );
}

function watchDependencies({ log, metrics }: Telemetry, db: Database, queues: Queues): DependencyWatch {
  const down = new Set<string>();
  const checks = { postgres: () => pingDatabase(db), queues: () => queues.ping() };
  return createDependencyWatch(checks, (dependency, reason) => {
    metrics.dependencyUp.set({ dependency }, reason === undefined ? 1 : 0);
    if (reason === undefined) {
      if (down.delete(dependency)) log.info({ dependency }, 'dependency is back');
    } else if (!down.has(dependency)) {
      down.add(dependency);
      log.warn({ dependency, cause: reason }, 'dependency does not answer; work waits for it');
    }
  });
}

function queueConnection(env: BaseEnv) {
  const prefix = env.SALIENCE_QUEUE_PREFIX === undefined ? {} : { prefix: env.SALIENCE_QUEUE_PREFIX };
  return env.REDIS_URL === undefined
    ? ({ backend: 'postgres', url: directUrl(env), ...prefix } as const)
    : ({ backend: 'redis', url: env.REDIS_URL, ...prefix } as const);
}

/** The address for queues in Postgres. Throws `runtime.direct-address` when only a pooler's is known. */
function directUrl(env: BaseEnv): string {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  if (!readAddress(url).pooled) return url;
  throw new SalienceError(
    'runtime.direct-address',
    'Queues in Postgres need a direct connection, and DATABASE_URL leads to a pooler. Set DATABASE_DIRECT_URL to the address of the ' +
      'server itself, or REDIS_URL to keep the queues in Redis.',
  );
}
