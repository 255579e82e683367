import { newId } from '@salience/database';
import { messageOf } from '@salience/errors';
import { startTelemetry } from '@salience/telemetry';
import { createStopSignal, type RunningWorker, waitUntilThere } from '@salience/worker';
import type { App } from './app.ts';
import { endWhenStalled } from './end-when-stalled.ts';
import type { BaseEnv } from './env.ts';
import { isAway, startApp } from './start-app.ts';
import { version } from './version.ts';

/**
 * Runs an app until it is told to stop: telemetry first, then health server, database (schema checked), queues, heartbeat, services.
 * While Postgres or the queue server is away it waits, alive and not ready. Exits with 0 after a clean stop, with 1 when starting
 * failed for a reason that waiting does not fix, something broke, or work had to be left behind.
 */
export async function runApp<E extends BaseEnv>(app: App<E>): Promise<void> {
  const workerId = newId('worker');
  const env = readEnvOrExit(app);
  const telemetry = await startTelemetry({
    service: app.app,
    version,
    instanceId: workerId,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleRatio: env.SALIENCE_TRACE_RATIO,
    logLevel: env.SALIENCE_LOG_LEVEL,
    logFormat: env.SALIENCE_LOG_FORMAT,
    conventionOptIn: env.OTEL_SEMCONV_STABILITY_OPT_IN,
  });
  const { log } = telemetry;
  const stop = createStopSignal({
    supervised: env.SALIENCE_SUPERVISED === '1',
    onStop: (reason) => {
      log.info({ reason }, 'stop asked for');
      // In case anything below hangs: log what was running and exit.
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
    const start = () => startApp(app, { env, workerId, telemetry, stop, worker: () => worker });
    const waiting = { what: 'a server that went away', isAway, stop, log, onWaiting: () => {} };
    worker = await waitUntilThere(start, waiting);
    const left = await worker.stopped;
    await telemetry.shutdown();
    process.exit(left.length === 0 ? 0 : 1);
  } catch (error) {
    // Stopped while waiting for a server: nothing had begun, so nothing is left behind.
    if (stop.aborted) {
      log.info({}, 'worker stopped before it was ready');
      process.exit(0);
    }
    log.fatal({ err: error, cause: messageOf(error) }, 'worker could not start');
    process.exit(1);
  }
}

/** Prints a configuration error to standard error: there is no log yet. */
function readEnvOrExit<E extends BaseEnv>(app: App<E>): E {
  try {
    return app.readEnv();
  } catch (error) {
    process.stderr.write(`${app.app}: ${messageOf(error)}\n`);
    process.exit(1);
  }
}
