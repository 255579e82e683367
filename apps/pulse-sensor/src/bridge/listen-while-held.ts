import type { BridgeHandlers, BridgeMessage } from '@salience/bridge';
import {
  type ClaimedBridge,
  lastOfBridgeChannel,
  noteBridge,
  noteBridgeChannel,
} from '@salience/database/bridges';
import type { TurnId } from '@salience/contracts';
import { isSalienceError, messageOf as errorMessage, SalienceError } from '@salience/errors';
import { isSameName, mentions } from '@salience/pfc';
import { wake } from '@salience/runtime';
import { holdLease } from '@salience/worker';
import type { BridgeDeps } from './bridge-deps.ts';
import { giveAnswers } from './give-answers.ts';
import { isOwn } from './own-message.ts';

const pauseMs = 2_000;
const pauseMsMax = 300_000;

/** Listens to a Bridge and gives the answers that are owed to it, until the lease is lost, the settings change, the Bridge fails or the process stops. Never rejects. */
export async function listenWhileHeld(
  deps: BridgeDeps,
  bridge: ClaimedBridge,
  signal: AbortSignal,
): Promise<void> {
  const { clock, db, leaseMs, log } = deps;
  const { agentId, fence } = bridge;
  const lease = holdLease({
    everyMs: Math.ceil(leaseMs / 4),
    renew: async () => {
      const revision = await noteBridge(db.reserved, { agentId, fence, now: await clock.now(), leaseMs });
      if (revision === null) return 'lost';
      return revision === bridge.revision ? undefined : 'changed';
    },
    onError: (error) =>
      log.warn({ agentId, error: errorMessage(error) }, 'the lease on a Bridge was not renewed'),
  });
  const own = new AbortController();
  const stop = AbortSignal.any([signal, lease.signal, own.signal]);
  try {
    const opened = deps.open({ url: bridge.url, apiKey: bridge.key });
    await Promise.all([
      opened.listen(bridge.channels, handlersFor(deps, bridge), stop),
      giveAnswers(deps, bridge, opened, stop),
    ]);
    await lease.end();
    await release(deps, bridge);
  } catch (error) {
    own.abort();
    await lease.end();
    await noteFailure(deps, bridge, error);
  }
}

/** What was for the agent: whom the switchboard asks, and whom a text addresses. */
function addressedIn(message: BridgeMessage, { agent, mentionNames, selfNames }: ClaimedBridge) {
  const names = [agent, ...selfNames.filter((name) => !name.startsWith('#')), ...mentionNames];
  return {
    targeted: message.targets.some((target) => names.some((name) => isSameName(name, target))),
    mentioned: mentions(message.content, mentionNames.length > 0 ? mentionNames : names),
  };
}

function handlersFor(deps: BridgeDeps, bridge: ClaimedBridge): BridgeHandlers {
  const { clock, db, fault, log, metrics } = deps;
  const { agentId, fence, place } = bridge;
  const note = async (channel: string, messageId: string, turnId: TurnId | null): Promise<void> => {
    const now = await clock.now();
    const owed = turnId === null ? {} : { turnId };
    if (!(await noteBridgeChannel(db, { agentId, fence, channel, messageId, now, ...owed })))
      throw leaseLost();
  };
  return {
    lastMessage: (channel) => lastOfBridgeChannel(db, agentId, channel),
    anchored: (channel, messageId) => note(channel, messageId, null),
    async onMessage(message) {
      const self = isOwn(message, bridge.selfNames);
      const turn = await deps.hear({ agentId, place, message, self, ...addressedIn(message, bridge) });
      await fault('pulse.bridge-heard');
      await note(message.channel, message.id, turn.owed);
      const reason = turn.owed === null ? 'overheard' : 'targeted';
      metrics.inbound.inc({ inlet: 'bridge', authorisation: 'allow', reason });
      if (turn.wake !== null) await wake(deps, turn.wake);
    },
    missed(channel, what, count) {
      metrics.adapterErrors.inc({ inlet: 'bridge', code: what }, count);
      log.warn({ agentId, channel, what, count }, 'something on a Bridge was not heard');
    },
    connected() {
      void clock
        .now()
        .then((now) => noteBridge(db, { agentId, fence, now, seen: true }))
        .catch(() => undefined);
      log.info({ agentId, channels: bridge.channels.length }, 'a Bridge is listened to');
    },
    disconnected(code) {
      metrics.adapterErrors.inc({ inlet: 'bridge', code });
      log.warn({ agentId, code }, 'the connection to a Bridge broke; it is tried again');
    },
  };
}

async function release({ clock, db, log }: BridgeDeps, { agentId, fence }: ClaimedBridge): Promise<void> {
  try {
    await noteBridge(db, { agentId, fence, now: await clock.now(), release: true });
  } catch (error) {
    log.warn({ agentId, error: errorMessage(error) }, 'a Bridge was not given back; its lease runs out');
  }
}

async function noteFailure(
  { clock, db, log, metrics }: BridgeDeps,
  { agentId, failures, fence }: ClaimedBridge,
  error: unknown,
): Promise<void> {
  const code = isSalienceError(error) ? error.code : 'error.unexpected';
  const asked = isSalienceError(error) ? (error.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(asked, Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures, 10)));
  metrics.adapterErrors.inc({ inlet: 'bridge', code });
  log.warn({ agentId, code, error: errorMessage(error), waitMs }, 'a Bridge cannot be listened to');
  try {
    const now = await clock.now();
    const retryAt = new Date(now.getTime() + waitMs);
    await noteBridge(db, { agentId, fence, now, error: code, retryAt, release: true });
  } catch (cause) {
    log.warn({ agentId, error: errorMessage(cause) }, 'a Bridge was not given back; its lease runs out');
  }
}

function leaseLost(): SalienceError {
  return new SalienceError('bridge.lease-lost', 'Another process listens to this Bridge now.', {
    kind: 'terminal',
  });
}
