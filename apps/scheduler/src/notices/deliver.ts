import type { MailSender, SendOutcome, WebhookSender } from '@salience/channels';
import {
  beginDelivery,
  type ClaimedDelivery,
  claimDeliveries,
  expireDeliveries,
  newChannelCode,
  setChannelCode,
  settleDelivery,
} from '@salience/database/channels';
import { annotateSpan, attributeKeys, failSpan, spanNames, withSpan } from '@salience/telemetry';
import type { Deps, Run } from '../deps.ts';
import { messageOf, type SentCode } from './message.ts';
import { quietEnd } from './quiet-end.ts';
import { retryAt } from './retry-at.ts';

/** Deliveries at once, each over a channel of its own. */
const batch = 16;
/** Longer than any sender takes: a claim that ran out means that its scheduler died. */
const claimSeconds = 60;
const codeMs = 900_000;

/** How deliveries leave. */
export interface DeliverTerms {
  readonly webhooks: WebhookSender;
  /** Undefined: no mail server is set. */
  readonly mails: MailSender | undefined;
  /** The zone of the installation. */
  readonly zone: string;
}

/**
 * Makes the run that sends what is due to channels, each delivery by one scheduler at a time. A webhook is told until it says that it has it,
 * under one id; a mail leaves once, and one of which nobody knows whether it left is unknown (law 4).
 */
export function createDeliveries(deps: Deps, terms: DeliverTerms): Run {
  const { clock, db, log, metrics } = deps;
  return async (signal, alive) => {
    let total = await expireDeliveries(db, { now: await clock.now(), limit: batch });
    if (total > 0) {
      metrics.deliveries.inc({ channel: 'mail', outcome: 'unknown' }, total);
      log.warn(
        { count: total },
        'mails were under way when their scheduler ended; nobody knows whether they arrived',
      );
    }
    while (!signal.aborted) {
      const now = await clock.now();
      const claimed = await claimDeliveries(db, { now, limit: batch, seconds: claimSeconds });
      if (claimed.length === 0) break;
      await Promise.all(claimed.map((delivery) => deliver(deps, terms, delivery, now)));
      total += claimed.length;
      alive?.();
    }
    return total;
  };
}

async function deliver(deps: Deps, terms: DeliverTerms, delivery: ClaimedDelivery, now: Date): Promise<void> {
  const { clock, db, fault } = deps;
  // It may have waited for a scheduler, or for another attempt.
  const quiet = delivery.kind === 'notice' ? quietEnd(delivery, now, terms.zone) : undefined;
  if (quiet !== undefined) {
    await settleDelivery(db, delivery, { outcome: 'retry', nextAt: quiet, now });
    return;
  }
  const code = delivery.kind === 'code' ? await makeCode(deps, delivery, now) : undefined;
  if (delivery.kind === 'code' && code === undefined) return;
  const attributes = {
    [attributeKeys.agentId]: delivery.agentId,
    [attributeKeys.turnId]: delivery.notice?.turnId,
    [attributeKeys.channel]: delivery.channelKind,
  };
  const parent = delivery.notice?.traceparent;
  const settings = { kind: 'client', attributes, parent, begins: true } as const;
  await withSpan(spanNames.noticeDeliver, settings, async () => {
    await fault('scheduler.sending');
    const outcome = await send(deps, terms, delivery, code);
    await fault('scheduler.sent');
    await settle(deps, delivery, outcome, await clock.now());
  });
}

async function makeCode({ db }: Deps, delivery: ClaimedDelivery, now: Date): Promise<SentCode | undefined> {
  const { code, codeHash } = newChannelCode(delivery.channelId);
  const expiresAt = new Date(now.getTime() + codeMs);
  return (await setChannelCode(db, delivery, { codeHash, expiresAt })) ? { code, expiresAt } : undefined;
}

async function send(
  { db, fault }: Deps,
  { mails, webhooks, zone }: DeliverTerms,
  delivery: ClaimedDelivery,
  code: SentCode | undefined,
): Promise<SendOutcome> {
  const { channelKind, oldSecret, secret, target } = delivery;
  const { body, id, subject, text } = messageOf(delivery, code, zone);
  if (channelKind === 'webhook')
    return secret === null
      ? { kind: 'failed', error: 'no-secret' }
      : await webhooks.send({ url: target, secret, oldSecret: oldSecret ?? undefined, id, body });
  if (mails === undefined) return { kind: 'retry', error: 'not-configured' };
  return await mails.send({ id, to: target, subject, text, at: new Date() }, async () => {
    const ours = await beginDelivery(db, delivery);
    await fault('scheduler.mail-begun');
    return ours;
  });
}

async function settle(
  { db, log, metrics }: Deps,
  delivery: ClaimedDelivery,
  outcome: SendOutcome,
  now: Date,
): Promise<void> {
  if (outcome.kind === 'lost') return;
  const nextAt = outcome.kind === 'retry' ? retryAt(delivery, now) : undefined;
  const ended = outcome.kind === 'retry' && nextAt === undefined ? 'failed' : outcome.kind;
  const error = 'error' in outcome ? { error: outcome.error } : {};
  const ours = await settleDelivery(db, delivery, {
    outcome: ended,
    now,
    ...error,
    ...(nextAt === undefined ? {} : { nextAt }),
  });
  annotateSpan({ [attributeKeys.deliveryOutcome]: ours ? ended : 'lost' });
  if (!ours) return;
  if ('error' in outcome) failSpan(outcome.error);
  const counted = ended === 'retry' ? 'retried' : ended === 'gone' ? 'failed' : ended;
  metrics.deliveries.inc({ channel: delivery.channelKind, outcome: counted });
  const { agentId, attempt, channelId, channelKind, id, kind } = delivery;
  const fields = { agentId, channelId, deliveryId: id, channel: channelKind, kind, attempt, ...error };
  if (ended === 'delivered') log.info(fields, 'delivered');
  else log.warn({ ...fields, outcome: ended, nextAt }, 'not delivered');
}
