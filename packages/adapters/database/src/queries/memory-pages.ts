import type { AgentId, KeptKind, MemoryDayView, StatementView } from '@salience/contracts';
import { and, eq } from 'drizzle-orm';
import { ask, askAll, type Database, withAgent } from '../connect.ts';
import { forgetRequests } from '../schema/keeping.ts';
import type { ForgetRequestRow } from './forgetting.ts';
import { latestFirst, type LatestPage, type PagePlace } from './latest-first.ts';
import type { KeptItem } from './memory-items.ts';

/** Whom a list of memory is about: their names in lower case, and whether what was said without a name is theirs. */
export interface AboutWhom {
  readonly names: readonly string[];
  readonly owner: boolean;
}

/** What a page of memory is asked for. */
export interface MemoryPageAsk {
  readonly agentId: AgentId;
  readonly kinds: readonly KeptKind[];
  readonly whom?: AboutWhom | undefined;
  readonly from?: Date | undefined;
  /** Not part of it. */
  readonly to?: Date | undefined;
  readonly after?: PagePlace | undefined;
  readonly limit: number;
}

/** An item with the turn that it was first said in; null where it was not said in a turn. */
export type RememberedItem = KeptItem & { readonly turn_id: string | null };

/** A page of what an agent remembers, the latest first. Counts no access. Takes time in proportion to the items of these kinds. */
export function listRemembered(db: Database, page: MemoryPageAsk): Promise<RememberedItem[]> {
  const { after, agentId, from, kinds, limit, to, whom } = page;
  return askAll(db, 'memory_page', { agentId, kinds, ...whom, from, to, ...after, limit });
}

/** The turns of exchanges, by their ids; an exchange that is not there has none. */
export async function turnsOfExchanges(
  db: Database,
  agentId: AgentId,
  exchanges: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (exchanges.length === 0) return new Map();
  const rows = await withAgent(db, agentId, (session) =>
    session.query<{ id: string; turn: string }>(
      'select id, turn_id as turn from salience.exchanges where agent_id = $1 and id = any ($2)',
      [agentId, exchanges],
    ),
  );
  return new Map(rows.rows.map(({ id, turn }) => [id, turn]));
}

/** Statements of subjects and when they held. */
export interface StatementsAsk {
  readonly agentId: AgentId;
  /** In lower case; left out: of all. */
  readonly names?: readonly string[] | undefined;
  /** Only what held then. */
  readonly at?: Date | undefined;
  readonly after?: PagePlace | undefined;
  readonly limit: number;
  /** So many of the subjects that there are; left out: none. */
  readonly subjects?: number | undefined;
}

/** A page of statements, the latest to begin first; times are ISO 8601 as Postgres writes them. */
export function listStatements(
  db: Database,
  { after, ...asked }: StatementsAsk,
): Promise<{
  readonly items: readonly StatementView[];
  readonly subjects:
    | readonly { readonly subject: string; readonly statements: number; readonly ended: number }[]
    | null;
}> {
  return ask(db, 'memory_statements', { ...asked, before: after?.at, id: after?.id });
}

/** Days in a zone on which something was remembered, the latest first, before a day. Takes time in proportion to what is remembered before it. */
export function listDays(
  db: Database,
  agentId: AgentId,
  page: { readonly zone: string; readonly before?: string | undefined; readonly limit: number },
): Promise<MemoryDayView[]> {
  return askAll(db, 'memory_days', agentId, page.zone, page.before ?? null, page.limit);
}

/** An agent's requests to forget, the latest first. */
export function listForgettings(
  db: Database,
  agentId: AgentId,
  { after, limit }: LatestPage,
): Promise<ForgetRequestRow[]> {
  const { counts, goneAt, id, reason, requestedAt, requestedBy, scope, state } = forgetRequests;
  const { earlier, order } = latestFirst(requestedAt, id, after);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select({ id, scope, state, reason, requestedBy, requestedAt, goneAt, counts })
      .from(forgetRequests)
      .where(and(eq(forgetRequests.agentId, agentId), earlier))
      .orderBy(...order)
      .limit(limit),
  );
}
