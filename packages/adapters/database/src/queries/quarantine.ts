import type { AgentId, ThreadId, TurnId } from '@salience/contracts';
import { classifyDatabaseError, type Database } from '../connect.ts';
import { newId } from '../new-id.ts';

/** What runs one statement: a pool, or a connection in a transaction of the caller's. */
interface Statements {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A turn that was set aside after its worker died three times on it. Times are ISO strings. */
export interface QuarantinedTurn {
  readonly id: TurnId;
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly threadId: ThreadId;
  readonly seq: number;
  /** Its first 200 characters. */
  readonly text: string;
  readonly speaker: string | null;
  readonly source: string;
  readonly attempts: number;
  readonly acceptedAt: string;
  readonly endedAt: string;
  readonly traceparent: string | null;
  readonly error: { code: string; message: string; recoverable: boolean } | null;
  readonly settledAs: 'retried' | 'dropped' | null;
  readonly settledAt: string | null;
  /** The turn that tries it again. */
  readonly childTurnId: TurnId | null;
}

/** What became of a wish to settle a quarantined turn. */
export type SettledQuarantine =
  | { readonly status: 'unknown' }
  | {
      /** `settled_before`: somebody was faster, and nothing changed. */
      readonly status: 'settled' | 'settled_before';
      readonly outcome: 'retried' | 'dropped';
      readonly turnId: TurnId;
      readonly agentId: AgentId;
      readonly threadId: ThreadId;
      readonly childTurnId: TurnId | null;
      /** Of a retry: the fence to wake the lane with. */
      readonly fence?: number | null;
    };

/**
 * Settles a quarantined turn of any agent, once: `retry` accepts it again as a new turn of its thread with the old one
 * as parent, `drop` only says that nothing more will come. Pass a connection of your own to have it in your transaction.
 * Consumer and operator roles.
 */
export function settleQuarantined(
  on: Database | Statements,
  wish: { turnId: TurnId; outcome: 'retry' | 'drop'; now: Date; traceparent?: string },
): Promise<SettledQuarantine> {
  const retry = wish.outcome === 'retry' ? { newTurnId: newId('turn', wish.now.getTime()) } : {};
  return ask(on, 'select salience.settle_quarantined($1::jsonb) as r', [
    JSON.stringify({ ...wish, ...retry }),
  ]);
}

/** Quarantined turns of every agent (or of one), the latest first: the open ones, or all. Consumer and operator roles. */
export function listQuarantined(
  db: Database,
  page: { limit: number; agentId?: AgentId; before?: { endedAt: string; id: TurnId }; settled?: boolean },
): Promise<QuarantinedTurn[]> {
  return ask(db, 'select salience.list_quarantined($1::jsonb) as r', [JSON.stringify(page)]);
}

/** How many quarantined turns nobody has settled, over all agents. Consumer and operator roles. */
export function countQuarantined(db: Database): Promise<number> {
  return ask(db, 'select salience.count_quarantined() as r', []);
}

async function ask<R>(on: Database | Statements, text: string, values: unknown[]): Promise<R> {
  try {
    const { rows } = await ('pool' in on ? on.pool : on).query(text, values);
    return (rows[0] as { r: R }).r;
  } catch (error) {
    throw classifyDatabaseError(error);
  }
}
