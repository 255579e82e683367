import { forgetWorkers } from '@salience/database';
import { isSalienceError } from '@salience/errors';
import type { Runtime } from '@salience/runtime';
import { createLoop, type Service } from '@salience/worker';
import { createApprovalExpiry } from './approval-expiry.ts';
import { everyBusiness } from './business-interval.ts';
import { createContextRetention } from './context-retention.ts';
import type { Deps, Run } from './deps.ts';
import type { SchedulerEnv } from './env.ts';
import { createConceptSweeper } from './concept-sweeper.ts';
import { createExperienceSweeper } from './experience-sweeper.ts';
import { createFleetGauges } from './fleet-gauges.ts';
import { createForgetting } from './forgetting.ts';
import { createMemoryAudit } from './memory-audit.ts';
import { createMemoryRetention } from './memory-retention.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import { createReminders } from './reminders.ts';
import { createLaneSweeper, createMemorySweeper } from './sweeper.ts';
import { createThreadExpiry } from './thread-expiry.ts';

/** How often business time is looked at for deadlines and business intervals, in milliseconds. */
const lookMs = 1_000;
/** From one look for what models saw too long ago to the next, in milliseconds of business time. */
const retentionMs = 3_600_000;

/** From one look for agents whose memory is to be audited to the next, in milliseconds of business time. */
const auditLookMs = 60_000;

/** Composes scheduler from its loops. Every one of them may run on any number of replicas. */
export function start(runtime: Runtime<SchedulerEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues } = runtime;
  const deps: Deps = { clock, db, fault, log, metrics: runtime.telemetry.metrics, queues };
  const expiry = createThreadExpiry(deps, {
    silenceMs: env.SALIENCE_SILENCE_MS,
    expiryMs: env.SALIENCE_THREAD_EXPIRY_MS,
  });
  const retention = createContextRetention(deps, env.SALIENCE_CONTEXT_DAYS);
  const loop = (name: string, everyMs: number, run: Run): Service =>
    createService(deps, { name, everyMs, run, stallMs: env.SALIENCE_STALL_MS });
  return Promise.resolve([
    loop('lane-sweeper', env.SALIENCE_SWEEP_MS, createLaneSweeper(deps)),
    loop('memory-sweeper', env.SALIENCE_SWEEP_MS, createMemorySweeper(deps)),
    loop('concept-sweeper', env.SALIENCE_SWEEP_MS, createConceptSweeper(deps)),
    loop('experience-sweeper', env.SALIENCE_SWEEP_MS, createExperienceSweeper(deps)),
    loop('outbox-relay', env.SALIENCE_OUTBOX_MS, createOutboxRelay(deps)),
    loop('reminders', env.SALIENCE_REMINDERS_MS, createReminders(deps, env.SALIENCE_REMINDER_LATE_MS)),
    loop('approvals-expiry', lookMs, createApprovalExpiry(deps)),
    loop('thread-expiry', lookMs, everyBusiness(clock, env.SALIENCE_EXPIRY_MS, expiry)),
    loop('context-retention', lookMs, everyBusiness(clock, retentionMs, retention)),
    loop('forgetting', lookMs, createForgetting(deps, env.SALIENCE_FORGET_WATCH_S)),
    loop('memory-audit', lookMs, everyBusiness(clock, auditLookMs, createMemoryAudit(deps))),
    loop('memory-retention', lookMs, everyBusiness(clock, retentionMs, createMemoryRetention(deps))),
    loop('fleet-gauges', env.SALIENCE_GAUGES_MS, createFleetGauges(deps)),
    loop('forget-workers', env.SALIENCE_FORGET_WORKERS_MS, () => forgetWorkers(db)),
  ]);
}

/** A run as a service. Told of a loop: since when it produced nothing, and since when no run of it ended well (law 8). */
function createService(
  { log, metrics }: Deps,
  { name, everyMs, run, stallMs }: { name: string; everyMs: number; run: Run; stallMs: number },
): Service {
  metrics.loopProgressed(name);
  metrics.loopSucceeded(name);
  return createLoop({
    name,
    everyMs,
    stallMs,
    async runOnce(signal, alive) {
      const produced = await run(signal, alive);
      if (produced === 0) return;
      metrics.loopProgressed(name);
      log.debug({ loop: name, produced }, 'loop produced');
    },
    onSuccess: () => metrics.loopSucceeded(name),
    onError: (error) => {
      const away = isSalienceError(error) && error.kind === 'retryable';
      // What is away is told by the readiness of this worker; a line for each run would drown the log.
      if (away) log.debug({ loop: name, code: error.code }, 'loop run put off; it will be repeated');
      else log.error({ loop: name, err: error }, 'loop run failed; it will be repeated');
    },
  });
}
