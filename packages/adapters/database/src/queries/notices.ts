import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';
import type { TurnRow } from './turns.ts';

/** How a turn that nobody asked for is told. Times are ISO strings. */
export interface NoticeRow {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
  readonly threadKey: string;
  readonly source: string;
  /** The speaker whom it is for; null: the owner. */
  readonly speaker: string | null;
  /** The person whom that means; null for a mere name. */
  readonly personId: Id<'person'> | null;
  readonly createdAt: string;
  readonly dueAt: string;
  readonly seenAt: string | null;
  readonly settledAt: string | null;
  readonly settledAs: 'seen' | 'delivered' | 'undelivered' | 'nothing' | null;
  readonly reason: string | null;
  readonly deliveries: readonly {
    readonly channelId: Id<'channel'>;
    readonly kind: string;
    readonly state: string;
    readonly error: string | null;
    readonly settledAt: string | null;
  }[];
}

/** A notice with its turn, which has ended. */
export interface ToldNotice {
  readonly turn: TurnRow;
  readonly notice: NoticeRow;
}

/** A place in the stream of an agent's notices: a transaction, decimal, and the last turn of it that is known; '' for none. */
export interface NoticePlace {
  readonly xid: string;
  readonly turn: string;
}

/** Notices after a place, in the order of the stream, and the transaction from which on anything may still come. */
export interface NoticesAfter {
  readonly upto: string;
  readonly items: readonly (ToldNotice & { readonly xid: string })[];
}

/**
 * The notices whose turns ended after a place; at most `limit`. Without a place, none, and where things stand. A transaction that still
 * runs holds back what later ones wrote, so that nothing is ever told behind a place that a reader has passed.
 */
export async function noticesAfter(
  db: Database,
  agentId: AgentId,
  place: NoticePlace | undefined,
  limit: number,
): Promise<NoticesAfter> {
  const rows = await query<{ r: NoticesAfter }>(
    db,
    'notices_after',
    'select salience.notices_after($1, $2, $3, $4) as r',
    [agentId, place?.xid ?? null, place?.turn ?? '', limit],
  );
  return (rows[0] as { r: NoticesAfter }).r;
}

/** Which notices. */
export interface NoticePage {
  readonly state: 'all' | 'undelivered' | 'unseen';
  readonly limit: number;
  readonly person?: Id<'person'> | undefined;
  /** Those after this one in the list. */
  readonly before?: { readonly at: Date; readonly id: string } | undefined;
  /** Default: the newest first. */
  readonly oldestFirst?: boolean;
  /** Only what transactions before this one wrote. */
  readonly upto?: string;
}

/** A page of the agent's notices whose turns have ended with something to tell. */
export async function listNotices(db: Database, agentId: AgentId, page: NoticePage): Promise<ToldNotice[]> {
  const rows = await query<{ r: ToldNotice }>(
    db,
    'list_notices',
    'select salience.list_notices($1, $2::jsonb) as r',
    [agentId, JSON.stringify(page)],
  );
  return rows.map(({ r }) => r);
}

/** Notes that a stream showed these turns. The first time counts; what is no notice stays what it is. Returns how many were new. */
export async function markSeen(
  db: Database,
  agentId: AgentId,
  turnIds: readonly TurnId[],
  now: Date,
): Promise<number> {
  const rows = await query<{ n: number }>(db, 'mark_seen', 'select salience.mark_seen($1, $2, $3) as n', [
    agentId,
    turnIds,
    now,
  ]);
  return rows[0]?.n ?? 0;
}
