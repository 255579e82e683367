import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import { ask, call, type Database } from '../connect.ts';

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

/** A quarantined turn with its whole text, and the workers that were lost on it. */
export interface QuarantinedTurnDetail extends QuarantinedTurn {
  /** The latest ones of its lane up to it, oldest first. */
  readonly takeovers: readonly {
    readonly fence: number;
    readonly lostOwner: string;
    readonly newOwner: string;
    readonly takenAt: string;
  }[];
}

/** What became of a wish to settle a quarantined turn. */
export type SettledQuarantine =
  | { readonly status: 'unknown' }
  | {
      /** `settled_before`: another operator resolved it first, and nothing changed. */
      readonly status: 'settled' | 'settled_before';
      readonly outcome: 'retried' | 'dropped';
      readonly turnId: TurnId;
      readonly agentId: AgentId;
      readonly threadId: ThreadId;
      readonly childTurnId: TurnId | null;
      /** Of a retry: the fence to wake the lane with. */
      readonly fence?: number | null;
      /** Of a retry, as where a message is accepted: the live worker to wake. */
      readonly heldBy?: Id<'worker'> | null;
    };

/** Quarantined turns of every agent (or of one), the latest first: the open ones, or all. Consumer and operator roles. */
export function listQuarantined(
  db: Database,
  page: { limit: number; agentId?: AgentId; before?: { endedAt: string; id: TurnId }; settled?: boolean },
): Promise<QuarantinedTurn[]> {
  return call(db, 'list_quarantined', page);
}

/** A quarantined turn of any agent, settled or not; undefined where there is none of this id. Consumer and operator roles. */
export async function findQuarantined(db: Database, id: TurnId): Promise<QuarantinedTurnDetail | undefined> {
  return (await ask<QuarantinedTurnDetail | null>(db, 'find_quarantined', id)) ?? undefined;
}

/** Number of unresolved quarantined turns of all agents. Consumer and operator roles. */
export function countQuarantined(db: Database): Promise<number> {
  return ask(db, 'count_quarantined');
}
