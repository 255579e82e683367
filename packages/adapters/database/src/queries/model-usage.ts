import type { AgentId, Id } from '@salience/contracts';
import { lt } from 'drizzle-orm';
import { call, type Connections, type Database, statement } from '../connect.ts';
import { modelUsage } from '../schema/usage.ts';

/** What a process counted of its calls of a model in a role for an agent, since it wrote that last. */
export interface CountedUsage {
  readonly agentId: string;
  readonly role: string;
  /** `provider:model`. */
  readonly model: string;
  readonly calls: number;
  readonly errors: number;
  readonly failedOver: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly untold: number;
  readonly costUsd: number;
  readonly unpriced: number;
  /** Milliseconds. */
  readonly totalMs: number;
  readonly longestMs: number;
  /** The code of the last error; null without one. */
  readonly lastError: string | null;
}

/** Adds what was counted to the day of `now` (business time; UTC days). One round trip. Roles of apps that ask models. */
export function noteModelUsage(db: Connections, rows: readonly CountedUsage[], now: Date): Promise<void> {
  return call(db, 'note_model_usage', { now, rows });
}

/** Deletes usage of days before an instant; resolves with how many rows. Scheduler. */
export async function deleteOldUsage(db: Database, before: Date): Promise<number> {
  const old = lt(modelUsage.day, before.toISOString().slice(0, 10));
  return (await statement(db, (orm) => orm.delete(modelUsage).where(old))).rowCount ?? 0;
}

/** What calls came to. A part that nobody told counts as none: `untold` answers have no tokens, `unpriced` ones no price. */
export interface UsageSums {
  readonly calls: number;
  readonly errors: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly untold: number;
  /** US dollars. */
  readonly costUsd: number;
  readonly unpriced: number;
  /** Milliseconds of all calls, and of the longest one. */
  readonly totalMs: number;
  readonly longestMs: number;
}

/** Costs of some days. */
export interface Costs {
  /** By day (`YYYY-MM-DD`) and role. */
  readonly days: readonly (UsageSums & { readonly day: string; readonly role: string })[];
  /** The dearest agents, by role. */
  readonly agents: readonly (UsageSums & {
    readonly agentId: AgentId;
    readonly agentName: string;
    readonly role: string;
  })[];
  readonly models: readonly (UsageSums & { readonly role: string; readonly model: string })[];
}

/** Costs of the days from `from` to `to`, both included, of all agents or of one; of agents the `top` dearest. Consumer, operator. */
export function loadCosts(
  db: Database,
  asked: {
    /** `YYYY-MM-DD`. */
    readonly from: string;
    readonly to: string;
    readonly agentId?: AgentId | undefined;
    readonly top: number;
  },
): Promise<Costs> {
  return call(db, 'operator_costs', asked);
}

/** A model that was asked lately, or that a pause holds. Times are ISO 8601. */
export interface ModelHealth {
  /** `provider:model`. */
  readonly model: string;
  readonly roles: readonly string[];
  /** Null: it was not asked then. */
  readonly since: (UsageSums & { readonly failedOver: number }) | null;
  readonly today: (UsageSums & { readonly failedOver: number }) | null;
  readonly lastAt: string | null;
  readonly lastError: { readonly code: string; readonly at: string } | null;
  /** What is left of a pause that its provider asked for, in milliseconds; null: none. */
  readonly pausedMs: number | null;
  /** Workers that leave its provider alone for the moment, because they could not reach it. */
  readonly awayFor: readonly Id<'worker'>[];
}

/** Models that were asked since a day, by name. `from` and `today`: `YYYY-MM-DD`. Consumer, operator. */
export function loadModelHealth(
  db: Database,
  asked: { readonly from: string; readonly today: string },
): Promise<ModelHealth[]> {
  return call(db, 'operator_models', asked);
}
