import { forgetWorkers } from '@salience/database';
import type { Runtime } from '@salience/runtime';
import { createLoop, type Service } from '@salience/worker';
import { everyBusiness } from './business-interval.ts';
import type { Deps, Run } from './deps.ts';
import type { SchedulerEnv } from './env.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import { createReminders } from './reminders.ts';
import { createLaneSweeper, createMemorySweeper } from './sweeper.ts';
import { createThreadExpiry } from './thread-expiry.ts';

/** How often business time is looked at where a loop keeps a business interval, in milliseconds. */
const lookMs = 1_000;

/** Composes scheduler from its loops. Every one of them may run on any number of replicas. */
export function start(runtime: Runtime<SchedulerEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues } = runtime;
  const deps: Deps = { clock, db, fault, log, metrics: runtime.telemetry.metrics, queues };
  const expiry = createThreadExpiry(deps, {
    silenceMs: env.SALIENCE_SILENCE_MS,
    expiryMs: env.SALIENCE_THREAD_EXPIRY_MS,
  });
  return Promise.resolve([
    loop(deps, 'lane-sweeper', env.SALIENCE_SWEEP_MS, createLaneSweeper(deps)),
    loop(deps, 'memory-sweeper', env.SALIENCE_SWEEP_MS, createMemorySweeper(deps)),
    loop(deps, 'outbox-relay', env.SALIENCE_OUTBOX_MS, createOutboxRelay(deps)),
    loop(deps, 'reminders', env.SALIENCE_REMINDERS_MS, createReminders(deps, env.SALIENCE_REMINDER_LATE_MS)),
    loop(deps, 'thread-expiry', lookMs, everyBusiness(clock, env.SALIENCE_EXPIRY_MS, expiry)),
    loop(deps, 'forget-workers', env.SALIENCE_FORGET_WORKERS_MS, () => forgetWorkers(db)),
  ]);
}

/** A run as a service. The idle metric of a loop is the time since it last produced something (law 8). */
function loop({ log, metrics }: Deps, name: string, everyMs: number, run: Run): Service {
  metrics.loopProgressed(name);
  return createLoop({
    name,
    everyMs,
    async runOnce(signal) {
      const produced = await run(signal);
      if (produced === 0) return;
      metrics.loopProgressed(name);
      log.debug({ loop: name, produced }, 'loop produced');
    },
    onError: (error) => log.error({ loop: name, err: error }, 'loop run failed; it will be repeated'),
  });
}
