import type {
  ActStep,
  AgentId,
  ConsequenceTier,
  EvaluationInputs,
  Id,
  ThreadId,
  Trust,
  TurnId,
} from '@salience/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import { ask, call, type Database, withAgent } from '../connect.ts';
import { actSteps } from '../schema/acting.ts';
import { leaseMs } from './lanes.ts';
import { type LoggedAction, revivedInputs, type StoredInputs } from './pfc-actions.ts';

/** A new approval; its step is `asked` and written in the same call. */
export interface NewApproval {
  readonly id: Id<'approval'>;
  /** The step that needs the approval. */
  readonly n: number;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** SHA-256 of tool and canonical arguments, hex. */
  readonly argumentsHash: string;
  /** The tool's definition as shown, part by part, and SHA-256 over it, hex. */
  readonly definition: Readonly<Record<string, string>>;
  readonly definitionHash: string;
  readonly reason: string;
  readonly tier: ConsequenceTier;
  /** The business time at which it is refused. */
  readonly expiresAt: Date;
}

/** How an action was evaluated before its step; `context` names the step. */
export type EvaluatedStep = Omit<LoggedAction, 'agentId' | 'now' | 'context'> & {
  readonly turnId: TurnId;
  readonly context: { readonly runId: TurnId; readonly n: number; readonly tier: ConsequenceTier };
};

/** What a running turn writes about its run. */
export interface SaveSteps {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The running turn: the run's own, or a continuation. */
  readonly turnId: TurnId;
  readonly fence: number;
  readonly now: Date;
  /** New or changed steps; a step that has ended is refused. */
  readonly steps: readonly ActStep[];
  readonly approvals?: readonly NewApproval[];
  /** How actions that are ruled on in these steps were evaluated. */
  readonly evaluated?: readonly EvaluatedStep[];
  /** Only needed when there are no steps to write. */
  readonly runId?: TurnId;
}

/** The step of a message that steered the run: already stored, its text in `note`; the message's turn ended merged. */
export interface SteeredStep extends ActStep {
  /** The turn of the message. */
  readonly messageTurnId: TurnId;
  readonly speaker: string | null;
  readonly trust: Trust;
  readonly saidAt: string;
}

/** `fenced`: another worker owns the lane now and nothing was written. */
export interface SavedSteps {
  readonly status: 'saved' | 'fenced';
  readonly steered: readonly SteeredStep[];
  /** The turn was asked to stop. */
  readonly cancel: boolean;
}

/**
 * Writes steps of a run under the lane's fence, with the approvals they need, and takes up messages that steer it. The
 * caller numbers its next step after the highest one written or returned. Also renews the lease. One round trip.
 */
export function saveSteps(db: Database, save: SaveSteps): Promise<SavedSteps> {
  return call(db, 'save_steps', {
    ...save,
    approvals: save.approvals ?? [],
    evaluated: save.evaluated ?? [],
    leaseMs,
  });
}

/** The steps of a run in order; empty when there are none. One round trip. */
export function loadRun(db: Database, agentId: AgentId, runId: TurnId): Promise<ActStep[]> {
  return ask(db, 'load_run', agentId, runId);
}

/** The answer of an action that arrived after its timeout. */
export interface LateResultRow
  extends Readonly<Pick<typeof actSteps.$inferSelect, 'agentId' | 'runId' | 'n'>> {
  readonly text: string;
}

/** Stores it with its step, for the record only; the first one counts. False if one was stored before. */
export function recordLate(db: Database, { agentId, n, runId, text }: LateResultRow): Promise<boolean> {
  const step = and(eq(actSteps.runId, runId), eq(actSteps.n, n), eq(actSteps.agentId, agentId));
  return withAgent(db, agentId, async ({ orm }) => {
    const kept = await orm
      .update(actSteps)
      .set({ late: text })
      .where(and(step, isNull(actSteps.late)));
    return kept.rowCount === 1;
  });
}

/** The standing of a kind of call: its record of the last 30 days. */
export interface Standing {
  /** Of untainted runs. */
  readonly successes: number;
  /** Of any run; refusals count too. */
  readonly failures: number;
}

/** The standing of a tool's kinds of call for the agent until `now`. One round trip. */
export function loadStanding(
  db: Database,
  of: { readonly agentId: AgentId; readonly tool: string; readonly kind: string; readonly now: Date },
): Promise<Standing> {
  return ask(db, 'load_standing', of.agentId, of.tool, of.kind, of.now);
}

/** What a ruling is made of. */
export interface RulingInputs {
  readonly standing: Standing;
  /** Null if it was not asked for. */
  readonly evaluation: EvaluationInputs | null;
}

/**
 * The standing of a kind of call and, if asked for, what the agent pursues and did lately: of what somebody vouches for alone. One round
 * trip.
 */
export async function loadRuling(
  db: Database,
  of: {
    readonly agentId: AgentId;
    readonly tool: string;
    readonly kind: string;
    readonly now: Date;
    readonly evaluation: boolean;
  },
): Promise<RulingInputs> {
  const found = await call<{ standing: Standing; evaluation: StoredInputs | null }>(db, 'load_ruling', of);
  return { ...found, evaluation: found.evaluation && revivedInputs(found.evaluation) };
}

/** The result of parking. No `wakeAt`: the turn was asked to stop meanwhile, so wake the lane at once to end it. */
export interface ParkedLane {
  readonly status: 'parked' | 'fenced';
  readonly wakeAt: string | null;
}

/**
 * Releases the lane until a business time. The turn in hand stays its next one, its attempt uncounted; the lane cannot be
 * claimed before. One round trip.
 */
export function parkLane(
  db: Database,
  park: {
    readonly agentId: AgentId;
    readonly threadId: ThreadId;
    readonly turnId: TurnId;
    readonly fence: number;
    readonly until: Date;
    readonly now: Date;
  },
): Promise<ParkedLane> {
  return call(db, 'park_lane', park);
}
