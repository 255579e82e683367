import type { Bridge, CallOutcome } from '@salience/bridge';
import type { WebhookSender } from '@salience/channels';
import {
  type ClaimedHandDelivery,
  claimHandDeliveries,
  settleHandDelivery,
} from '@salience/database/bridges';
import type { Deps, Run } from '../deps.ts';

/** Deliveries at once. */
const batch = 16;
/** Longer than any sender takes: a claim that ran out means that its scheduler died. */
const claimSeconds = 60;
/** A hand that moved so long ago is told to nobody: the talk has moved on. In milliseconds of business time. */
const lateMs = 600_000;
/** From one attempt to the next, by the number of attempts, in milliseconds; then as the last. */
const pausesMs = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000];

/** How hands are told. */
export interface HandTerms {
  readonly webhooks: WebhookSender;
  /** Opens the Bridge at an address with a key. */
  readonly open: (address: {
    readonly url: string;
    readonly apiKey: string;
  }) => Pick<Bridge, 'lowerHand' | 'raiseHand'>;
}

/**
 * Makes the run that tells Bridges and webhooks of raised hands, and Bridges of those that are down again, each under one key, so that it may be repeated until somebody says that they have it. What may have
 * arrived is unknown and shown as that; one that is too old or moved again is late, and told to nobody (law 4).
 */
export function createHandTelling(deps: Deps, terms: HandTerms): Run {
  const { clock, db, log, metrics } = deps;
  return async (signal, alive) => {
    let total = 0;
    while (!signal.aborted) {
      const ask = { now: await clock.now(), limit: batch, seconds: claimSeconds, lateMs };
      const { deliveries, late } = await claimHandDeliveries(db, ask);
      if (late > 0) {
        metrics.deliveries.inc({ channel: 'hand', outcome: 'late' }, late);
        log.info({ count: late }, 'hands had moved again or were too old before they could be told');
      }
      await Promise.all(deliveries.map((delivery) => tell(deps, terms, delivery)));
      total += deliveries.length + late;
      alive?.();
      if (deliveries.length + late < batch) break;
    }
    return total;
  };
}

async function tell(deps: Deps, terms: HandTerms, delivery: ClaimedHandDelivery): Promise<void> {
  const { clock, db, fault, log, metrics } = deps;
  await fault('scheduler.hand-claimed');
  const outcome = await leave(terms, delivery);
  await fault('scheduler.hand-told');
  const now = await clock.now();
  const again = outcome.kind === 'retry' || outcome.kind === 'unknown';
  const pause = pausesMs[Math.min(delivery.attempt, pausesMs.length) - 1] ?? 1_000;
  const state = outcome.kind === 'done' ? 'sent' : outcome.kind === 'retry' ? 'pending' : outcome.kind;
  const error = 'error' in outcome ? { error: outcome.error } : {};
  const ours = await settleHandDelivery(db, delivery, {
    state,
    now,
    ...error,
    ...(again ? { nextAt: new Date(now.getTime() + pause) } : {}),
  });
  if (!ours) return;
  metrics.deliveries.inc({ channel: 'hand', outcome: countedAs(outcome.kind) });
  const { agentId, attempt, channel, target, version } = delivery;
  const fields = { agentId, channel, target, version, attempt, state, ...error };
  if (state === 'sent') log.info(fields, 'a hand was told');
  else log.warn(fields, 'a hand was not told');
}

function countedAs(kind: CallOutcome['kind']): string {
  if (kind === 'done') return 'delivered';
  return kind === 'retry' ? 'retried' : kind;
}

async function leave({ open, webhooks }: HandTerms, delivery: ClaimedHandDelivery): Promise<CallOutcome> {
  const { channel, key, oldSecret, secret, target, url } = delivery;
  if (url === null || secret === null) return { kind: 'failed', error: 'no-target' };
  if (target === 'bridge' || target === 'bridge:lower') {
    const opened = bridgeOf(open, { url, apiKey: secret });
    if (opened === undefined) return { kind: 'failed', error: 'bad-address' };
    return await (target === 'bridge' ? opened.raiseHand(channel, key) : opened.lowerHand(channel, key));
  }
  const sent = await webhooks.send({
    url,
    secret,
    oldSecret: oldSecret ?? undefined,
    id: key,
    body: bodyOf(delivery),
  });
  if (sent.kind === 'delivered') return { kind: 'done' };
  // A webhook knows a repetition by its id, and a sender of webhooks loses nothing to another.
  if (sent.kind === 'lost') return { kind: 'retry', error: 'lost' };
  return { kind: sent.kind === 'gone' ? 'failed' : sent.kind, error: sent.error };
}

function bridgeOf(
  open: HandTerms['open'],
  address: { readonly url: string; readonly apiKey: string },
): Pick<Bridge, 'lowerHand' | 'raiseHand'> | undefined {
  try {
    return open(address);
  } catch {
    // What was set as an address is none any more.
    return undefined;
  }
}

function bodyOf({
  agent,
  agentId,
  bid,
  channel,
  createdAt,
  raisedAt,
  reason,
  version,
}: ClaimedHandDelivery): string {
  const data = { agent, agent_id: agentId, channel, version, reason, bid, raised_at: raisedAt };
  return JSON.stringify({ type: 'hand.raised', timestamp: new Date(createdAt).toISOString(), data });
}
