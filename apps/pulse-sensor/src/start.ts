import { createBridge } from '@salience/bridge';
import { reachableAddresses } from '@salience/channels/addresses';
import { Minds } from '@salience/intake';
import { type Runtime, timeZoneOf, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createBridgeHearing } from './bridge/hear-on-bridge.ts';
import { createBridgeHolder } from './bridge/hold-bridges.ts';
import type { Deps } from './deps.ts';
import type { PulseSensorEnv } from './env.ts';
import { createDraftWriter } from './mail/write-drafts.ts';
import { createMailReader } from './mail/read-mailbox.ts';
import { pulseServices } from './pulse-services.ts';

/** From the end of one look for a mailbox that may be read to the next, in milliseconds. */
const lookMs = 1_000;

/**
 * Composes pulse-sensor: what senses, judges and wakes, what listens to Bridges, and for each mailbox a loop that reads it and one that writes drafts to it. Each has its own, so that one
 * whose source fails holds up no other.
 */
export async function start(runtime: Runtime<PulseSensorEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues, telemetry, workerId } = runtime;
  const deps: Deps = {
    clock,
    db,
    fault,
    log,
    metrics: telemetry.metrics,
    queues,
    workerId,
    host: env.SALIENCE_HOST_NAME,
    approvalMs: env.SALIENCE_APPROVAL_MS,
    leaseMs: env.SALIENCE_SENSE_LEASE_MS,
  };
  return [
    ...pulseServices(runtime, deps),
    bridgeService(runtime, { ...deps, leaseMs: env.SALIENCE_BRIDGE_LEASE_MS }),
    ...(await mailServices(runtime, { ...deps, leaseMs: env.SALIENCE_MAIL_LEASE_MS })),
  ];
}

function bridgeService(runtime: Runtime<PulseSensorEnv>, deps: Deps): Service {
  const { env } = runtime;
  const allowed = env.SALIENCE_CHANNEL_PRIVATE_HOSTS;
  const run = createBridgeHolder({
    ...deps,
    open: (address) =>
      createBridge({
        ...address,
        reach: (url) => reachableAddresses(url, { allowed }),
        limits: { reconnectMs: env.SALIENCE_BRIDGE_RECONNECT_MS },
      }),
    hear: createBridgeHearing(deps, new Minds(deps.db), timeZoneOf(env)),
  });
  return workLoop(runtime, { name: 'bridges', everyMs: lookMs, run });
}

async function mailServices(runtime: Runtime<PulseSensorEnv>, deps: Deps): Promise<readonly Service[]> {
  const { env, log } = runtime;
  const file = env.SALIENCE_MAIL_CONFIG;
  if (file === undefined) return [];
  // The IMAP client takes megabytes, which a machine without a mailbox does not pay.
  const { createMailbox, readMailboxes } = await import('@salience/mail');
  const configs = await readMailboxes(file, env.SALIENCE_MAIL_ENV ?? {});
  return configs.flatMap((config) => {
    const limits = { pollMs: env.SALIENCE_MAIL_POLL_MS };
    const usual = createMailbox(config, { log }, limits);
    const atEnd = createMailbox({ ...config, from: 'now' }, { log }, limits);
    return [
      workLoop(runtime, {
        name: `mailbox:${config.name}`,
        everyMs: lookMs,
        run: createMailReader(deps, config, { usual, atEnd }),
      }),
      workLoop(runtime, {
        name: `drafts:${config.name}`,
        everyMs: lookMs,
        run: createDraftWriter(deps, config, usual),
      }),
    ];
  });
}
