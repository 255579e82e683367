import type {
  ActionOutcome,
  AgentId,
  EvaluatedAs,
  EvaluationGoal,
  EvaluationInputs,
  EvaluationSource,
  MatchedGoal,
  PfcTrust,
  RecentAction,
  TurnId,
} from '@salience/contracts';
import { and, desc, eq } from 'drizzle-orm';
import { ask, call, type Database, withAgent } from '../connect.ts';
import { pfcActionLog } from '../schema/pfc.ts';
import { type AsJson, revived } from '../typed-rows.ts';
import type { OfTrust } from './pfc-goals.ts';

/** An evaluated action as it is stored. */
export type ActionRow = Readonly<typeof pfcActionLog.$inferSelect>;

const actionTimes = ['heldUntil', 'outcomeAt', 'createdAt'] as const;

/** What an evaluation is made of, in one round trip. `trust`: goals, actions and outcomes of this trust alone; left out, all. */
export async function evaluationInputs(
  db: Database,
  agentId: AgentId,
  {
    channel = null,
    now,
    trust,
  }: OfTrust & { readonly now: Date; readonly channel?: string | null | undefined },
): Promise<EvaluationInputs> {
  return revivedInputs(await call<StoredInputs>(db, 'evaluation_inputs', { agentId, channel, now, trust }));
}

/** What an evaluation is made of, as it comes. */
export interface StoredInputs {
  readonly goals: EvaluationGoal[];
  readonly recent: readonly AsJson<RecentAction>[];
  readonly outcomes: readonly AsJson<ActionOutcome>[];
  readonly thresholds: unknown;
}

/** With times. */
export function revivedInputs({ goals, outcomes, recent, thresholds }: StoredInputs): EvaluationInputs {
  return {
    goals,
    recent: recent.map((row) => revived<RecentAction>(row, 'at')),
    outcomes: outcomes.map((row) => revived<ActionOutcome>(row, 'at')),
    thresholds,
  };
}

/** An evaluation that is to be logged. */
export interface LoggedAction {
  readonly agentId: AgentId;
  readonly action: string;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  readonly kind: string | null;
  readonly channel: string | null;
  /** 0 to 1. */
  readonly salience: number;
  readonly decision: EvaluatedAs;
  readonly matchedGoals: readonly MatchedGoal[];
  readonly reasoning: string;
  readonly factors: Readonly<Record<string, unknown>>;
  readonly source: EvaluationSource;
  readonly trust: PfcTrust;
  readonly turnId?: TurnId | undefined;
  /** Of one to be considered: until when it waits. */
  readonly heldUntil?: Date | undefined;
  /** Actions that say the same; the same words count without being named. */
  readonly like?: readonly number[] | undefined;
  readonly now: Date;
}

/**
 * Logs an evaluation. One to be considered that is like one that waits goes into that one; one to be done takes those that wait with it (both: `merged`). Those of
 * another trust are let alone.
 */
export async function logAction(db: Database, action: LoggedAction): Promise<ActionRow> {
  return revived<ActionRow>(await call<AsJson<ActionRow>>(db, 'log_action', action), ...actionTimes);
}

/** The latest evaluations, the newest first. Whose time to be considered is over is `expired`. */
export async function listActions(
  db: Database,
  agentId: AgentId,
  { limit, now, trust }: OfTrust & { readonly limit: number; readonly now: Date },
): Promise<ActionRow[]> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(pfcActionLog)
      .where(and(eq(pfcActionLog.agentId, agentId), trust && eq(pfcActionLog.trust, trust)))
      .orderBy(desc(pfcActionLog.createdAt), desc(pfcActionLog.id))
      .limit(limit),
  );
  return rows.map((row) =>
    row.hold === 'held' && row.heldUntil !== null && row.heldUntil <= now ? { ...row, hold: 'expired' } : row,
  );
}

/** How an action went. */
export interface Outcome {
  readonly outcome: string;
  readonly notes?: string | null | undefined;
  /** From −1, badly, to 1, well; null: it does not tell. */
  readonly value: number | null;
  readonly trust: PfcTrust;
  readonly now: Date;
}

/**
 * Records how an action went; undefined where there is no such action (`only`: of this trust). An earlier outcome is kept beside it. What nobody vouches for does not take
 * the place of what somebody did.
 */
export async function recordOutcome(
  db: Database,
  agentId: AgentId,
  id: number,
  outcome: Outcome & { readonly only?: PfcTrust | undefined },
): Promise<ActionRow | undefined> {
  const row = await call<AsJson<ActionRow> | null>(db, 'record_outcome', { ...outcome, agentId, id });
  return row === null ? undefined : revived<ActionRow>(row, ...actionTimes);
}

/**
 * Deletes actions and deliveries of hands before one instant, and before another thoughts that were consumed, and those of the background that nobody took; of what nobody took the
 * newest 2,000 of an agent and channel stay. Resolves with how many. Scheduler.
 */
export function deleteOldPfc(
  db: Database,
  { actions, limit, thoughts }: { readonly actions: Date; readonly thoughts: Date; readonly limit: number },
): Promise<number> {
  return ask(db, 'delete_old_pfc', actions, thoughts, limit);
}

/** Ends what waited longer than it was to; resolves with how many. Scheduler. */
export function expireHolds(db: Database, now: Date): Promise<number> {
  return ask(db, 'expire_holds', now);
}
