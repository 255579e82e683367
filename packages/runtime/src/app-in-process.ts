import { newId } from '@salience/database';
import { messageOf } from '@salience/errors';
import { type Logger, startTelemetry } from '@salience/telemetry';
import { type RunningWorker, waitUntilThere } from '@salience/worker';
import type { App } from './app.ts';
import { endWhenStalled } from './end-when-stalled.ts';
import { type BaseEnv, readSettings } from './env.ts';
import { isAway, startApp } from './start-app.ts';
import { version } from './version.ts';

/** One of the apps of this process, with everything that is its own. */
export interface AppInProcess {
  readonly env: BaseEnv;
  readonly log: Logger;
  /** Starts it and resolves when it has stopped; true when nothing was left behind. Ends the process when it cannot start. */
  run(): Promise<boolean>;
  /** Tells it to stop. Idempotent. */
  stop(): void;
  /** Resolves when it has stopped. */
  readonly stopped: Promise<void>;
  /** Logs what still runs when a stop is forced. */
  logForcedExit(): void;
  /** True in code that this app runs. */
  isCurrent(): boolean;
}

/** Reads the settings of an app and starts its telemetry. Throws what `readEnv` throws. */
export async function prepareApp<E extends BaseEnv>(
  app: App<E>,
  reportsProcess: boolean,
): Promise<AppInProcess> {
  const workerId = newId('worker');
  const env = app.readEnv(readSettings(app.app));
  const telemetry = await startTelemetry({
    service: app.app,
    version,
    instanceId: workerId,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleRatio: env.SALIENCE_TRACE_RATIO,
    logLevel: env.SALIENCE_LOG_LEVEL,
    logFormat: env.SALIENCE_LOG_FORMAT,
    conventionOptIn: env.OTEL_SEMCONV_STABILITY_OPT_IN,
    processMetrics: reportsProcess,
  });
  const { log } = telemetry;
  const stopping = new AbortController();
  let worker: RunningWorker | undefined;
  let hasStopped: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    hasStopped = resolve;
  });

  const runToTheEnd = async (): Promise<boolean> => {
    endWhenStalled({
      stalled: () => worker?.stalled() ?? [],
      afterMs: env.SALIENCE_STALL_EXIT_MS,
      // At once: what hangs would hang through a drain too, and other workers take over.
      end: (stalled) => {
        log.fatal({ stalled }, 'worker hung');
        process.exit(1);
      },
    });
    try {
      // A server may go away again before the services run; then wait and start again.
      const start = () =>
        startApp(app, { env, workerId, telemetry, stop: stopping.signal, worker: () => worker });
      const waiting = {
        what: 'a server that went away',
        isAway,
        stop: stopping.signal,
        log,
        onWaiting: () => {},
      };
      worker = await waitUntilThere(start, waiting);
      const left = await worker.stopped;
      await telemetry.shutdown();
      return left.length === 0;
    } catch (error) {
      // Stopped while waiting for a server: nothing had begun, so nothing is left behind.
      if (stopping.signal.aborted) {
        log.info({}, 'worker stopped before it was ready');
        return true;
      }
      log.fatal({ err: error, cause: messageOf(error) }, 'worker could not start');
      process.exit(1);
    }
  };

  return {
    env,
    log,
    stopped,
    run: () => telemetry.run(runToTheEnd).finally(hasStopped),
    stop: () => telemetry.run(() => stopping.abort()),
    logForcedExit: () => {
      if (worker?.state() === 'stopped') return;
      log.fatal({ running: worker?.stalled() ?? [], state: worker?.state() }, 'forced exit');
    },
    isCurrent: () => telemetry.isCurrent(),
  };
}
