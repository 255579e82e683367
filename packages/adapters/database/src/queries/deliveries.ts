import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import { call, type Database, inTransaction } from '../connect.ts';
import { newId } from '../new-id.ts';
import { storableJson } from '../storable.ts';

/** When a person wants no channel to speak: `HH:MM` on the clock of the zone; both null for never. */
export interface QuietHours {
  /** The person's, else the agent's; null where neither says. */
  readonly zone: string | null;
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
}

/** A notice to be decided about. Instants are ISO. */
export interface DueNotice extends QuietHours {
  readonly turnId: TurnId;
  readonly agentId: AgentId;
  /** It is for the owner, who may have no row yet. */
  readonly forOwner: boolean;
  readonly state: string;
  readonly endedAt: string | null;
  readonly forgotten: boolean;
  readonly createdAt: string;
  /** Null if the speaker is no person. */
  readonly person: Id<'person'> | null;
  /** The confirmed channels of the person. */
  readonly channels: readonly Id<'channel'>[];
}

/** What is to become of a notice. */
export type NoticeDecision =
  | { readonly to: 'look'; readonly at: Date }
  | { readonly to: 'nothing' }
  | { readonly to: 'undelivered'; readonly reason: 'no-channel' | 'nobody' }
  | { readonly to: 'deliver' };

/**
 * Decides about due notices, at most `limit`, each once across the fleet: they stay locked until what was decided is committed. Returns
 * how many there were. Scheduler.
 */
export async function decideNotices(
  db: Database,
  ask: { readonly now: Date; readonly limit: number },
  decide: (notice: DueNotice) => NoticeDecision,
): Promise<number> {
  const { now } = ask;
  return await inTransaction(db, async (session) => {
    const due = await session.query<{ r: DueNotice[] }>('select salience.due_notices($1::jsonb) as r', [
      storableJson(ask),
    ]);
    const notices = due.rows[0]?.r ?? [];
    if (notices.length === 0) return 0;
    const decisions = notices.map((notice) => ({
      turnId: notice.turnId,
      agentId: notice.agentId,
      ...writtenAs(decide(notice), notice, now),
    }));
    await session.query('select salience.decide_notices($1::jsonb)', [storableJson({ now, decisions })]);
    return notices.length;
  });
}

function writtenAs(decision: NoticeDecision, { channels }: DueNotice, now: Date): object {
  switch (decision.to) {
    case 'look':
      return { lookAt: decision.at };
    case 'nothing':
      return { settledAs: 'nothing' };
    case 'undelivered':
      return { settledAs: 'undelivered', reason: decision.reason };
    case 'deliver':
      return {
        deliveries: channels.map((channelId) => ({ id: newId('delivery', now.getTime()), channelId })),
      };
  }
}

/** Settles notices that streams showed, and withdraws what waits to be sent for them. Returns how many. Scheduler. */
export function settleSeen(
  db: Database,
  ask: { readonly now: Date; readonly limit: number },
): Promise<number> {
  return call(db, 'settle_seen', ask);
}

/** A delivery that the caller holds, with all that is sent. Instants are ISO. */
export interface ClaimedDelivery extends QuietHours {
  readonly id: Id<'delivery'>;
  readonly agentId: AgentId;
  readonly channelId: Id<'channel'>;
  /** Counts from 1; with the id it is what the caller holds. */
  readonly attempt: number;
  readonly kind: 'code' | 'notice' | 'test';
  readonly createdAt: string;
  readonly channelKind: 'mail' | 'webhook';
  readonly target: string;
  readonly secret: string | null;
  /** The secret before, while it signs too. */
  readonly oldSecret: string | null;
  /** The name of the agent. */
  readonly agent: string;
  readonly person: string | null;
  readonly notice: {
    readonly turnId: TurnId;
    readonly threadId: ThreadId;
    readonly source: string;
    readonly state: string;
    /** The text that began the turn. */
    readonly said: string;
    readonly reply: string | null;
    readonly dueAt: string | null;
    readonly endedAt: string | null;
    /** The trace of the turn. */
    readonly traceparent: string | null;
  } | null;
}

/** Takes due deliveries for `seconds`, one of a channel at most. Scheduler. */
export function claimDeliveries(
  db: Database,
  ask: { readonly now: Date; readonly limit: number; readonly seconds: number },
): Promise<ClaimedDelivery[]> {
  return call(db, 'claim_deliveries', ask);
}

type Held = Pick<ClaimedDelivery, 'attempt' | 'id'>;

/** Notes that the first byte of a mail is about to leave. False if the delivery is no longer the caller's: then nothing may leave. Scheduler. */
export function beginDelivery(db: Database, { attempt, id }: Held): Promise<boolean> {
  return call(db, 'begin_delivery', { id, attempt });
}

/** Notes the code that a delivery is about to take along. False if it is no longer the caller's. Scheduler. */
export function setChannelCode(
  db: Database,
  { attempt, id }: Held,
  code: { readonly codeHash: string; readonly expiresAt: Date },
): Promise<boolean> {
  return call(db, 'set_channel_code', { deliveryId: id, attempt, ...code });
}

/** How an attempt ended, for `settleDelivery`. */
export interface EndedAttempt {
  readonly outcome: 'delivered' | 'failed' | 'gone' | 'retry' | 'unknown';
  /** A code. */
  readonly error?: string;
  /** Business time, of `retry`. */
  readonly nextAt?: Date;
  readonly now: Date;
}

/** Notes how an attempt ended, and settles the notice if that decides it. False if it is no longer the caller's. Scheduler. */
export function settleDelivery(db: Database, { attempt, id }: Held, ended: EndedAttempt): Promise<boolean> {
  return call(db, 'settle_delivery', { id, attempt, ...ended });
}

/** Ends mails whose sender died while they left. Returns how many. Scheduler. */
export function expireDeliveries(
  db: Database,
  ask: { readonly now: Date; readonly limit: number },
): Promise<number> {
  return call(db, 'expire_deliveries', ask);
}
