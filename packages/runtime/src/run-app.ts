import { hostname } from 'node:os';
import type { AppName, Id } from '@salience/contracts';
import {
  beat,
  type Clock,
  checkSchema,
  createDatabase,
  createSharedClock,
  type Database,
  newId,
  systemClock,
} from '@salience/database';
import { messageOf } from '@salience/errors';
import { createQueues, type Queues } from '@salience/queues';
import { type Logger, startTelemetry, type Telemetry } from '@salience/telemetry';
import {
  createDisposer,
  createFaults,
  createStopSignal,
  type FaultPoint,
  type RunningWorker,
  runWorker,
  type Service,
  serveHealth,
} from '@salience/worker';
import type { BaseEnv } from './env.ts';
import { createQueuesLater } from './queues-later.ts';
import { version } from './version.ts';

/** What an app finds ready when it starts. */
export interface Runtime<E extends BaseEnv = BaseEnv> {
  readonly app: AppName;
  readonly env: E;
  readonly workerId: Id<'worker'>;
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  /** Passes a named fault point; does nothing outside tests of recovery. */
  readonly fault: FaultPoint;
  /** Counted by the heartbeat. */
  readonly jobs: { done: number; failed: number };
  /** Releases something at the stop, in reverse order. */
  use(name: string, release: () => Promise<void>): void;
  /** Liveness and readiness of this worker, for an app that serves them itself. */
  health(): { ready: boolean; stalled: readonly string[] };
}

/** An app: its environment and the services it runs. */
export interface App<E extends BaseEnv> {
  readonly app: AppName;
  /** Reads the environment; what it throws is told and ends the process. */
  readEnv(): E;
  /** The app keeps its promise while the queue server is away, so it does not wait for it (law 1). */
  readonly startsWithoutQueues?: true;
  /** Jobs at a time, all services together; fairness counts it. */
  capacity(env: E): number;
  start(runtime: Runtime<E>): Promise<readonly Service[]>;
}

/**
 * Runs an app until it is told to stop: telemetry first, then database (schema checked), queues, heartbeat, health
 * server, services. Ends the process: 0 after a clean stop, 1 when starting failed, something broke, or work had to
 * be left behind.
 */
export async function runApp<E extends BaseEnv>(app: App<E>): Promise<void> {
  const workerId = newId('worker');
  const env = readEnvOrExit(app);
  const telemetry = startTelemetry({
    service: app.app,
    version,
    instanceId: workerId,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleRatio: env.SALIENCE_TRACE_RATIO,
    logLevel: env.SALIENCE_LOG_LEVEL,
    logFormat: env.SALIENCE_LOG_FORMAT,
  });
  const { log } = telemetry;
  const stop = createStopSignal({
    supervised: env.SALIENCE_SUPERVISED === '1',
    onStop: (reason) => {
      log.info({ reason }, 'stop asked for');
      // The last word, should anything below hang: say what was running and go.
      setTimeout(() => {
        log.fatal({ running: worker?.stalled() ?? [], state: worker?.state() }, 'forced exit');
        process.exit(1);
      }, env.SALIENCE_DRAIN_MS + 5_000).unref();
    },
  });
  const die = (error: unknown): void => {
    log.fatal({ err: error }, 'worker broke');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  let worker: RunningWorker | undefined;
  try {
    worker = await start(app, { env, workerId, telemetry, stop, worker: () => worker });
    const left = await worker.stopped;
    await telemetry.shutdown();
    process.exit(left.length === 0 ? 0 : 1);
  } catch (error) {
    log.fatal({ err: error, cause: messageOf(error) }, 'worker could not start');
    process.exit(1);
  }
}

/** Before there is a log, a wrong environment is told in plain words. */
function readEnvOrExit<E extends BaseEnv>(app: App<E>): E {
  try {
    return app.readEnv();
  } catch (error) {
    process.stderr.write(`${app.app}: ${messageOf(error)}\n`);
    process.exit(1);
  }
}

interface Started<E extends BaseEnv> {
  readonly env: E;
  readonly workerId: Id<'worker'>;
  readonly telemetry: Telemetry;
  readonly stop: AbortSignal;
  worker(): RunningWorker | undefined;
}

async function start<E extends BaseEnv>(app: App<E>, started: Started<E>): Promise<RunningWorker> {
  const { env, telemetry, workerId } = started;
  const { log } = telemetry;
  const disposer = createDisposer((name, cause) => log.error({ name, cause }, 'could not be released'));
  const db = createDatabase({
    url: env.DATABASE_URL,
    poolMax: env.SALIENCE_DB_POOL,
    applicationName: `salience-${app.app}`,
    onIdleError: (error) => log.warn({ cause: error.message }, 'idle database connection lost'),
  });
  disposer.use('database', () => db.close());
  await checkSchema(db);
  const openQueues = app.startsWithoutQueues === true ? createQueuesLater : createQueues;
  const queues = await openQueues({ connection: queueConnection(env), log });
  disposer.use('queues', () => queues.close());
  const health = () => ({
    ready: started.worker()?.state() === 'ready',
    stalled: started.worker()?.stalled() ?? [],
  });
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
    use: (name, release) => disposer.use(name, release),
    health,
  };
  const healthServer = await serveHealth(
    {
      stalled: () => health().stalled,
      ready: () => health().ready,
      metricsText: () => telemetry.metrics.metricsText(),
      contentType: telemetry.metrics.contentType,
    },
    { host: env.SALIENCE_HEALTH_HOST, port: env.SALIENCE_HEALTH_PORT },
  );
  disposer.use('health server', () => healthServer.close());
  log.info(
    { healthPort: healthServer.port, queueBackend: queues.backend, pid: process.pid },
    'worker starting',
  );
  return runWorker({
    acquire: async () => ({ services: await app.start(runtime), release: () => disposer.dispose() }),
    beat: (state, running) =>
      beat(db, {
        id: workerId,
        app: app.app,
        pid: process.pid,
        host: hostname(),
        version,
        state,
        capacity: app.capacity(env),
        running,
        jobsDone: runtime.jobs.done,
        jobsFailed: runtime.jobs.failed,
      }),
    drainMs: env.SALIENCE_DRAIN_MS,
    stop: started.stop,
    log,
  });
}

function queueConnection(env: BaseEnv) {
  const prefix = env.SALIENCE_QUEUE_PREFIX === undefined ? {} : { prefix: env.SALIENCE_QUEUE_PREFIX };
  return env.REDIS_URL === undefined
    ? ({ backend: 'postgres', url: env.DATABASE_URL, ...prefix } as const)
    : ({ backend: 'redis', url: env.REDIS_URL, ...prefix } as const);
}
