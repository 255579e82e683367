import {
  type AgentId,
  type Decision,
  decodeDecision,
  type Label,
  type LabelKind,
  labelSchema,
  type LabelVia,
  type Mode,
  type PolicyStanding,
  policyStandingSchema,
  recalibrationKnotsSchema,
  selfStartedSources,
  type ThreadId,
  type TurnId,
} from '@salience/contracts';
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import { ask, call, type Database, query, statement } from '../connect.ts';
import { calibrations, reflections } from '../schema/learning.ts';
import type { GivenLabel, MarkMove } from './labels.ts';

/** A decision about what a person said. */
export interface DecidedTurn {
  readonly turnId: TurnId;
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** Whom it was about: of the agent, without their name. The same word of two agents is two people. */
  readonly person: string;
  readonly endedAt: Date;
  /** The mode that was taken. */
  readonly mode: Mode;
  readonly confidence: number;
  readonly policyName: string;
  readonly policyVersion: number;
  readonly decision: Decision;
  /** In the order in which they were given. */
  readonly labels: readonly GivenLabel[];
}

/** The last row of a page, after which the next one begins. */
export type AfterDecided = Pick<DecidedTurn, 'endedAt' | 'turnId'>;

const own = [...selfStartedSources];

/**
 * A page of the decisions about what people said that ended from `from` on and before `to`, oldest first, labelled or not. Whoever asks for a time that is not
 * over may miss what commits late. Decisions that were forgotten, and those of tainted turns, are left out. Regulator.
 */
export async function loadDecisions(
  db: Database,
  {
    after,
    agentId,
    from,
    limit,
    to,
  }: {
    readonly from: Date;
    readonly to: Date;
    readonly limit: number;
    readonly after?: AfterDecided | undefined;
    readonly agentId?: AgentId | undefined;
  },
): Promise<DecidedTurn[]> {
  type Row = Omit<DecidedTurn, 'decision' | 'labels'> & {
    readonly decision: Buffer;
    readonly labels: readonly (Omit<GivenLabel, 'at'> & { readonly at: string })[];
  };
  const rows = await query<Row>(
    db,
    'load_decisions',
    `select turn_id as "turnId", agent_id as "agentId", thread_id as "threadId", person, ended_at as "endedAt", mode, confidence, policy_name as "policyName",
       policy_version as "policyVersion", decision, labels from salience.load_decisions($1, $2, $3, $4, $5, $6, $7)`,
    [from, to, after?.endedAt ?? null, after?.turnId ?? null, own, agentId ?? null, limit],
  );
  return rows.map(({ decision, labels, ...row }) => ({
    ...row,
    decision: decodeDecision(decision),
    labels: labels.map((label) => ({ ...label, at: new Date(label.at) })),
  }));
}

/** How many decisions about what people said ended within a time. Regulator. */
export function countDecisions(db: Database, from: Date, to: Date): Promise<number> {
  return ask(db, 'count_decisions', from, to, own);
}

/** Agents with at least so many labelled decisions since an instant, those with the most first. Regulator. */
export function labelledAgents(
  db: Database,
  since: Date,
  least: number,
): Promise<{ readonly agentId: AgentId; readonly decisions: number }[]> {
  return query(
    db,
    'labelled_agents',
    `select agent_id as "agentId", count(distinct turn_id) as decisions from salience.decision_labels
     where decided_at >= $1 and given_via <> 'silence'
       and not exists (select from salience.agents a where a.id = agent_id and a.settings ? 'policy')
     group by 1 having count(distinct turn_id) >= $2 order by 2 desc, 1`,
    [since, least],
  );
}

/** Agents by which and for which something is learned: those that are there and whose settings name no policy. Regulator and consumer. */
export async function learningAgents(db: Database): Promise<AgentId[]> {
  const learn = "select id from salience.agents where not settings ? 'policy'";
  const rows = await query<{ id: AgentId }>(db, 'learning_agents', learn, []);
  return rows.map(({ id }) => id);
}

/** A decision that may be reviewed, by the router's confidence. Whether its tie-breaker was asked stands in the decision. */
export interface Reviewable {
  readonly stratum: 'high' | 'low' | 'middle';
  readonly turnId: TurnId;
  readonly agentId: AgentId;
  readonly endedAt: Date;
  readonly decision: Decision;
}

/** Decisions that nobody reviewed, at most `each` of a stratum, drawn by `seed`; see sql/learning/load_review_pool.sql. Regulator. */
export async function loadReviewPool(
  db: Database,
  asked: {
    readonly from: Date;
    readonly to: Date;
    /** Confidence below which a decision is of the low stratum, and from which it is of the high one. */
    readonly low: number;
    readonly high: number;
    readonly seed: string;
    readonly each: number;
  },
): Promise<Reviewable[]> {
  const { each, from, high, low, seed, to } = asked;
  const rows = await query<Omit<Reviewable, 'decision'> & { readonly decision: Buffer }>(
    db,
    'load_review_pool',
    `select stratum, turn_id as "turnId", agent_id as "agentId", ended_at as "endedAt", decision
     from salience.load_review_pool($1, $2, $3, $4, $5, $6, $7)`,
    [from, to, own, low, high, seed, each],
  );
  return rows.map((row) => ({ ...row, decision: decodeDecision(row.decision) }));
}

/** What a reviewer is shown. */
export interface ReviewedTurn {
  readonly turnId: TurnId;
  readonly agentId: AgentId;
  /** What the agent had said to the same person just before; null: nothing, or something came between. */
  readonly before: string | null;
  readonly message: string;
  readonly reply: string | null;
  /** What the person said next; null: nothing yet, or something came between. */
  readonly nextMessage: string | null;
  /** `way:kind` of its labels. */
  readonly labels: readonly `${LabelVia}:${LabelKind}`[];
  readonly decision: Decision;
}

/** What a reviewer is shown of these decisions; those that were forgotten are left out. Regulator. */
export async function loadReviewed(db: Database, turnIds: readonly TurnId[]): Promise<ReviewedTurn[]> {
  const rows = await query<Omit<ReviewedTurn, 'decision'> & { readonly decision: Buffer }>(
    db,
    'load_reviewed',
    `select turn_id as "turnId", agent_id as "agentId", before, message, reply, next_message as "nextMessage", labels, decision
     from salience.load_reviewed($1, $2)`,
    [turnIds, own],
  );
  return rows.map((row) => ({ ...row, decision: decodeDecision(row.decision) }));
}

/** A review of a decision. */
export type ReflectionRow = Readonly<typeof reflections.$inferSelect>;

/** Keeps reviews, each once, with the labels that they give; resolves with how many were kept. Throws as `saveLabels`. Regulator. */
export function saveReflections(
  db: Database,
  kept: {
    readonly reflections: readonly Omit<ReflectionRow, 'agentId'>[];
    readonly labels: readonly Label[];
  },
): Promise<number> {
  const labels = kept.labels.map((label) => labelSchema.parse(label));
  return call(db, 'save_reflections', { reflections: kept.reflections, labels });
}

/** Reviews that were made from an instant on and before another, oldest first. Regulator. */
export function loadReflections(db: Database, from: Date, to: Date, limit: number): Promise<ReflectionRow[]> {
  return statement(db, (orm) =>
    orm
      .select()
      .from(reflections)
      .where(and(gte(reflections.at, from), lt(reflections.at, to)))
      .orderBy(asc(reflections.at), asc(reflections.turnId))
      .limit(limit),
  );
}

/** A map from the router's confidence to how often it is right. */
export type CalibrationRow = Readonly<typeof calibrations.$inferSelect>;

/** Keeps the next version of a calibration; undefined where another one was made meanwhile. `from`: the version that it takes the place of, 0 for the first. Regulator. */
export async function saveCalibration(
  db: Database,
  { from, ...made }: Omit<CalibrationRow, 'version'> & { readonly from: number },
): Promise<number | undefined> {
  const rows = await statement(db, (orm) =>
    orm
      .insert(calibrations)
      .values({ ...made, version: from + 1 })
      .onConflictDoNothing()
      .returning({ version: calibrations.version }),
  );
  return rows[0]?.version;
}

/** The newest version of a calibration; undefined where none was made. */
export async function loadCalibration(db: Database, name: string): Promise<CalibrationRow | undefined> {
  const rows = await statement(db, (orm) =>
    orm
      .select()
      .from(calibrations)
      .where(eq(calibrations.name, name))
      .orderBy(desc(calibrations.version))
      .limit(1),
  );
  return rows[0];
}

/** The name of the calibration of the router. */
export const routerCalibration = 'router';

/** The newest map from the router's confidence to how often it is right, for whoever shows a decision; undefined where none was made that this release can read. See `recalibrated`. */
export async function loadRecalibration(db: Database): Promise<
  | (Pick<CalibrationRow, 'at' | 'decisions' | 'version'> & {
      readonly knots: readonly { readonly confidence: number; readonly share: number }[];
    })
  | undefined
> {
  const row = await loadCalibration(db, routerCalibration);
  const knots = recalibrationKnotsSchema.safeParse(row?.knots);
  if (row === undefined || !knots.success) return undefined;
  const { at, decisions, version } = row;
  return { at, decisions, version, knots: knots.data };
}

/** Keeps or takes the lease of a loop; its fence, or null where somebody else holds it. Database clock, milliseconds. Regulator. */
export function takeLearning(
  db: Database,
  job: string,
  owner: string,
  leaseMs: number,
): Promise<number | null> {
  return ask(db.reserved, 'take_learning', job, owner, leaseMs);
}

/** Gives the lease of a loop back; false where somebody else holds it by now. Regulator. */
export function releaseLearning(db: Database, job: string, fence: number): Promise<boolean> {
  return ask(db, 'release_learning', job, fence);
}

/** Where a loop of learning stands, and since when; both null where it has not begun. Regulator. */
export async function learningMark(
  db: Database,
  job: MarkMove['job'],
): Promise<{ readonly readTo: string | null; readonly movedAt: Date | null }> {
  const rows = await query<{ readTo: string | null; movedAt: Date | null }>(
    db,
    'learning_mark',
    'select read_to as "readTo", moved_at as "movedAt" from salience.learning_marks where job = $1',
    [job],
  );
  return rows[0] ?? { readTo: null, movedAt: null };
}

/**
 * How decisions did when the regulator looked at those of all agents last, which it keeps with the mark of `regulate`; null where it did not
 * look, or another release kept something else.
 */
export async function lastStanding(db: Database): Promise<PolicyStanding | null> {
  const { readTo } = await learningMark(db, 'regulate');
  const standing = policyStandingSchema.safeParse(jsonOf(readTo));
  return standing.success ? standing.data : null;
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
