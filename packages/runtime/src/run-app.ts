import { messageOf } from '@salience/errors';
import { createStopSignal } from '@salience/worker';
import type { App } from './app.ts';
import type { BaseEnv } from './env.ts';
import { type AppInProcess, prepareApp } from './app-in-process.ts';

/** Apps that are stopped together, before those that stand after them. */
export type StopStage = readonly App<BaseEnv>[];

/** A stage stops when the one before has stopped, or after this long: then it finishes its streams beside the next one, in milliseconds. */
const stageMs = 3_000;
/** Time beyond the drain after which a stop is forced, in milliseconds. */
const forcedMs = 5_000;

/**
 * Runs an app until it is told to stop: telemetry first, then health server, database (schema checked), queues, heartbeat, services.
 * While Postgres or the queue server is away it waits, alive and not ready. Exits with 0 after a clean stop, with 1 when starting
 * failed for a reason that waiting does not fix, something broke, or work had to be left behind.
 */
export async function runApp<E extends BaseEnv>(app: App<E>): Promise<void> {
  await runApps([[app]]);
}

/**
 * Runs several apps in this process, each with its own settings, role, connections, telemetry, health server and heartbeat. They live
 * and die together: when one cannot start, breaks or hangs, the process ends, and a supervisor starts all of them again. A stop goes
 * from stage to stage.
 */
export async function runApps(stages: readonly StopStage[]): Promise<void> {
  const running: AppInProcess[] = [];
  // What breaks is logged by the app it belongs to, where that is known.
  const die = (error: unknown): void => {
    (running.find((app) => app.isCurrent()) ?? running[0])?.log.fatal({ err: error }, 'worker broke');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  const staged: AppInProcess[][] = [];
  for (const stage of stages) {
    const members: AppInProcess[] = [];
    for (const app of stage) {
      // One app reports the figures that belong to the whole process.
      const member = await prepareOrExit(app, running.length === 0);
      members.push(member);
      running.push(member);
    }
    staged.push(members);
  }
  const stop = createStopSignal({
    supervised: running.some(({ env }) => env.SALIENCE_SUPERVISED === '1'),
    onStop: (reason) => {
      for (const app of running) app.log.info({ reason }, 'stop asked for');
      forceLater(running, staged.length);
    },
  });
  stop.addEventListener('abort', () => void stopInStages(staged));
  const ended = await Promise.all(running.map((app) => app.run()));
  process.exit(ended.every((clean) => clean) ? 0 : 1);
}

/** In case the stop hangs: logs what was running and exits. */
function forceLater(apps: readonly AppInProcess[], stageCount: number): void {
  const drainMs = Math.max(...apps.map(({ env }) => env.SALIENCE_DRAIN_MS));
  setTimeout(
    () => {
      for (const app of apps) app.logForcedExit();
      process.exit(1);
    },
    drainMs + forcedMs + stageMs * (stageCount - 1),
  ).unref();
}

async function stopInStages(stages: readonly (readonly AppInProcess[])[]): Promise<void> {
  for (const stage of stages) {
    for (const app of stage) app.stop();
    await Promise.race([Promise.all(stage.map((app) => app.stopped)), later(stageMs)]);
  }
}

async function later(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/** Prints a configuration error to standard error: there is no log yet. */
async function prepareOrExit<E extends BaseEnv>(app: App<E>, reportsProcess: boolean): Promise<AppInProcess> {
  try {
    return await prepareApp(app, reportsProcess);
  } catch (error) {
    process.stderr.write(`${app.app}: ${messageOf(error)}\n`);
    process.exit(1);
  }
}
