import type { AgentId } from '@salience/contracts';
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { call, type Connections, type Database, withAgent } from '../connect.ts';
import { mailboxes } from '../schema/inlets.ts';

/** How far a mailbox was read. */
export type MailboxRow = typeof mailboxes.$inferSelect;

/** A mailbox that the caller reads until its lease runs out. */
export interface ClaimedMailbox {
  readonly fence: number;
  readonly uidValidity: number | null;
  readonly lastUid: number | null;
  readonly failures: number;
  /** When it was read for the first time, by the database's clock, and the last mail that was there when it got new numbers. */
  readonly anchoredAt: string | null;
  readonly oldUpto: number | null;
}

/** Takes the lease of a mailbox; null where it is held, or pauses after a failure. Pulse-sensor. */
export function claimMailbox(
  db: Database,
  wish: {
    readonly agentId: AgentId;
    readonly name: string;
    readonly owner: string;
    readonly leaseMs: number;
    readonly now: Date;
  },
): Promise<ClaimedMailbox | null> {
  return call(db, 'claim_mailbox', wish);
}

/** What is to be noted of a mailbox that the caller reads. */
export interface MailboxNote {
  readonly agentId: AgentId;
  readonly name: string;
  readonly fence: number;
  readonly now: Date;
  readonly leaseMs?: number;
  readonly release?: boolean;
  readonly uidValidity?: number;
  readonly lastUid?: number;
  readonly seen?: boolean;
  /** Reading begins here. */
  readonly anchored?: boolean;
  /** The mails up to this number were there before the mailbox got the numbers that it has now. */
  readonly oldUpto?: number;
  readonly error?: string;
  readonly retryAt?: Date;
}

/** Notes how reading goes; false where the lease is lost. Pulse-sensor. */
export function noteMailbox(db: Connections, note: MailboxNote): Promise<boolean> {
  return call(db, 'note_mailbox', note);
}

/**
 * The mailboxes that were read for an agent, by name. `readSince`: only those that were connected since then (business time), or are connected now: a quiet one is
 * noted once, when it connects, and held by a lease from then on.
 */
export function listMailboxes(
  db: Database,
  agentId: AgentId,
  { readSince }: { readonly readSince?: Date } = {},
): Promise<MailboxRow[]> {
  const held = and(
    isNotNull(mailboxes.seenAt),
    eq(mailboxes.failures, 0),
    sql`${mailboxes.leaseUntil} > clock_timestamp()`,
  );
  const read = readSince && or(gt(mailboxes.seenAt, readSince), held);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(mailboxes)
      .where(and(eq(mailboxes.agentId, agentId), read))
      .orderBy(asc(mailboxes.name)),
  );
}
