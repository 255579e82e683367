import { createBridge } from '@salience/bridge';
import { createMailSender, createWebhookSender } from '@salience/channels';
import { reachableAddresses } from '@salience/channels/addresses';
import { taskSignal } from '@salience/contracts';
import { forgetWorkers } from '@salience/database/operations';
import { hintedBy, type Runtime, timeZoneOf, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { everyBusiness } from './business-interval.ts';
import {
  createContextRetention,
  createDayRetention,
  createInboundRetention,
  createMemoryRetention,
  createPfcRetention,
  createSignalRetention,
  createOccurrenceRetention,
} from './retention.ts';
import type { Deps, Run } from './deps.ts';
import type { SchedulerEnv } from './env.ts';
import { createFleetGauges } from './fleet-gauges.ts';
import { createForgetting } from './forgetting.ts';
import { createMemoryAudit } from './memory-audit.ts';
import { createHandTelling } from './hands/tell-hands.ts';
import { createDeliveries } from './notices/deliver.ts';
import { createLetters } from './letters/send-letters.ts';
import { createNotices } from './notices/settle-notices.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import { createSweep, type Sweep } from './sweep.ts';
import { sweepsOf } from './sweeps.ts';
import { createAskedTicks, createTaskPass, createTick } from './tasks/tick.ts';

/** How often business time is looked at for business intervals, in milliseconds. */
const lookMs = 1_000;
/** From one look for what models saw too long ago to the next, in milliseconds of business time. */
const retentionMs = 3_600_000;
/** From one look for agents whose memory is to be audited to the next, in milliseconds of business time. */
const auditLookMs = 60_000;

/** Composes scheduler from its sweeps and its other loops. Every one of them may run on any number of replicas. */
export function start(runtime: Runtime<SchedulerEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues } = runtime;
  const deps: Deps = { clock, db, fault, log, metrics: runtime.telemetry.metrics, queues };
  const loop = (name: string, everyMs: number, run: Run): Service =>
    workLoop(runtime, { name, everyMs, run });
  const business = (everyMs: number, run: Run): Run => everyBusiness(clock, everyMs, run);
  const sweepLoop = (sweep: Sweep): Service => {
    const run = createSweep(deps, sweep);
    const { everyBusinessMs, everyMs, loop: name } = sweep;
    return loop(name, everyMs, everyBusinessMs === undefined ? run : business(everyBusinessMs, run));
  };
  const zone = timeZoneOf(env);
  const { SALIENCE_MAIL_FROM: from, SALIENCE_SMTP_URL: server } = env;
  const notices = createNotices(deps, { graceMs: env.SALIENCE_NOTICE_GRACE_MS, zone });
  const mails = server === undefined || from === undefined ? undefined : createMailSender({ server, from });
  const allowed = env.SALIENCE_CHANNEL_PRIVATE_HOSTS;
  const webhooks = createWebhookSender({ allowed });
  const deliveries = createDeliveries(deps, { webhooks, mails, zone });
  const hands = createHandTelling(deps, {
    webhooks,
    open: (address) => createBridge({ ...address, reach: (url) => reachableAddresses(url, { allowed }) }),
  });
  const terms = { approvalMs: env.SALIENCE_APPROVAL_MS, random: Math.random };
  const tasks = workLoop(runtime, {
    name: 'tasks',
    everyMs: env.SALIENCE_TASKS_MS,
    run: createTaskPass(deps, terms),
  });
  const contexts = createContextRetention(deps, env.SALIENCE_CONTEXT_DAYS);
  const occurrences = createOccurrenceRetention(deps, env.SALIENCE_OCCURRENCE_DAYS);
  const inbound = createInboundRetention(deps, env.SALIENCE_INBOUND_DAYS);
  return Promise.resolve([
    ...sweepsOf(deps, env).map(sweepLoop),
    hintedBy(runtime, taskSignal, tasks),
    loop('tick', env.SALIENCE_TICK_MS, createTick(deps, terms)),
    hintedBy(
      runtime,
      taskSignal,
      workLoop(runtime, { name: 'asked-ticks', everyMs: lookMs, run: createAskedTicks(deps, terms) }),
    ),
    loop('letters', env.SALIENCE_NOTICES_MS, createLetters(deps, mails)),
    loop('outbox-relay', env.SALIENCE_OUTBOX_MS, createOutboxRelay(deps)),
    loop('notices', env.SALIENCE_NOTICES_MS, notices),
    loop('deliveries', env.SALIENCE_NOTICES_MS, deliveries),
    loop('hands', env.SALIENCE_HANDS_MS, hands),
    loop('context-retention', lookMs, business(retentionMs, contexts)),
    loop('occurrence-retention', lookMs, business(retentionMs, occurrences)),
    loop('inbound-retention', lookMs, business(retentionMs, inbound)),
    loop(
      'signal-retention',
      lookMs,
      business(retentionMs, createSignalRetention(deps, env.SALIENCE_SIGNAL_DAYS)),
    ),
    loop('pfc-retention', lookMs, business(retentionMs, createPfcRetention(deps))),
    loop('day-retention', lookMs, business(retentionMs, createDayRetention(deps))),
    loop('forgetting', lookMs, createForgetting(deps, env.SALIENCE_FORGET_WATCH_S)),
    loop('memory-audit', lookMs, business(auditLookMs, createMemoryAudit(deps))),
    loop('memory-retention', lookMs, business(retentionMs, createMemoryRetention(deps))),
    loop('fleet-gauges', env.SALIENCE_GAUGES_MS, createFleetGauges(deps)),
    loop('forget-workers', env.SALIENCE_FORGET_WORKERS_MS, () => forgetWorkers(db)),
  ]);
}
