import {
  type AgentId,
  type Id,
  type Label,
  type LabelKind,
  labelSchema,
  type LabelVia,
  type Mode,
  selfStartedSources,
  type ThreadId,
  type Trust,
  type TurnId,
} from '@salience/contracts';
import { and, eq, getTableColumns } from 'drizzle-orm';
import { call, type Database, withAgent } from '../connect.ts';
import { decisionLabels, reflections } from '../schema/learning.ts';
import { latestFirst, type LatestPage } from './latest-first.ts';

/** A turn of a person, as a reader of reactions sees it. */
interface SaidTurn {
  readonly turnId: TurnId;
  readonly message: string;
  readonly speaker: string | null;
  readonly source: string;
  readonly trust: Trust;
}

/** What a person said after a decision about them, with nothing between. */
export interface FollowUp {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** Who said it, without their name: see sql/learning/giver_of.sql. */
  readonly givenBy: string;
  /** From the end of the decided turn; negative for what was said before that. */
  readonly secondsBetween: number;
  /** The cosine of the two messages about their mean, as far as their sign codes tell; null where one has none. */
  readonly similarity: number | null;
  /** `mode`: what the turn ended in; `decision`: as stored, for `decodeDecision`. */
  readonly before: SaidTurn & {
    readonly mode: Mode;
    readonly decision: Uint8Array;
    readonly reply: string | null;
  };
  readonly next: SaidTurn & { readonly saidAt: Date };
}

/** A decision that nobody answered. */
export interface Silence {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly givenBy: string;
  readonly message: string;
  readonly reply: string | null;
  readonly mode: Mode;
  /** When the silence counted as one. */
  readonly at: Date;
}

/** What somebody thinks of a turn that was decided about. */
export interface JudgedTurn {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  /** What the turn ended in. */
  readonly mode: Mode;
  /** As stored, for `decodeDecision`. */
  readonly decision: Uint8Array;
  /** From −1, bad, to 1, good. */
  readonly value: number;
  readonly note: string | null;
  /** The mode that the giver says it should have taken. */
  readonly wanted: Mode | null;
  readonly givenBy: string;
  readonly at: Date;
}

/** A part of what a loop reads, with where it began and where the next look does: `upto` is `from` where there is nothing new. */
export interface ReadPart<T> {
  readonly from: string | null;
  readonly upto: string | null;
  readonly found: readonly T[];
}

/** The loops that label, each with a mark of its own. */
export type LabelJob = 'feedback' | 'labels' | 'silences';

/** A move of a loop's mark, from where it was read. */
export interface MarkMove {
  readonly job: LabelJob | 'calibration' | 'reflection' | 'regulate';
  readonly from: string | null;
  readonly upto: string | null;
  /** Business time. */
  readonly now: Date;
}

type Read = Pick<ReadPart<never>, 'from' | 'upto'>;

/** Sources of turns that nobody said. */
const own = selfStartedSources;

/**
 * What people said next, of all agents, from the mark of `labels` on, in the order of their transactions: each message is looked at once, and once more where
 * it was written anew; none that commits late is passed over. Regulator.
 */
export async function loadFollowUps(db: Database, limit: number): Promise<ReadPart<FollowUp>> {
  type Row = Omit<FollowUp, 'before' | 'next' | 'similarity'> & {
    readonly before: Omit<FollowUp['before'], 'decision'> & { readonly decision: string };
    readonly codes: readonly [string, string] | null;
    readonly next: Omit<FollowUp['next'], 'saidAt'> & { readonly saidAt: string };
  };
  const { followUps, ...place } = await call<Read & { readonly followUps: readonly Row[] }>(
    db,
    'load_follow_ups',
    { own, limit },
  );
  return {
    ...place,
    found: followUps.map(({ before, codes, next, ...row }) => ({
      ...row,
      before: { ...before, decision: Buffer.from(before.decision, 'base64') },
      next: { ...next, saidAt: new Date(next.saidAt) },
      similarity: codes && similarityOf(Buffer.from(codes[0], 'base64'), Buffer.from(codes[1], 'base64')),
    })),
  };
}

/** Of two codes of one length: a bit differs as often as the angle is of a half turn (Charikar 2002). */
function similarityOf(a: Uint8Array, b: Uint8Array): number | null {
  if (a.length === 0) return null;
  let distance = 0;
  for (let at = 0; at < a.length; at += 1)
    for (let bits = (a[at] as number) ^ (b[at] as number); bits !== 0; bits &= bits - 1) distance += 1;
  return Math.cos((Math.PI * distance) / (8 * a.length));
}

/** Threads that became silent since the mark of `silences`, with the decision that nobody answered. Regulator. */
export async function loadSilences(
  db: Database,
  asked: { readonly now: Date; readonly expiryMs: number; readonly limit: number },
): Promise<ReadPart<Silence>> {
  type Row = Omit<Silence, 'at'> & { readonly at: string };
  const { silences, ...place } = await call<Read & { readonly silences: readonly Row[] }>(
    db,
    'load_silences',
    { ...asked, own },
  );
  return {
    ...place,
    found: silences.map((row) => ({ ...row, at: new Date(row.at) })),
  };
}

/** Feedback on turns that was given or changed since the mark of `feedback`. Regulator. */
export async function loadJudgedTurns(db: Database, limit: number): Promise<ReadPart<JudgedTurn>> {
  type Row = Omit<JudgedTurn, 'at' | 'decision'> & { readonly at: string; readonly decision: string };
  const { judged, ...place } = await call<Read & { readonly judged: readonly Row[] }>(
    db,
    'load_judged_turns',
    { own, limit },
  );
  return {
    ...place,
    found: judged.map((row) => ({
      ...row,
      decision: Buffer.from(row.decision, 'base64'),
      at: new Date(row.at),
    })),
  };
}

/**
 * Keeps labels and moves the mark in one commit; see sql/learning/save_labels.sql. Resolves with how many were kept, null where somebody else moved the mark:
 * then nothing was kept. Throws a ZodError for a label that is none, such as one with a text for a reason. Regulator.
 */
export function saveLabels(
  db: Database,
  {
    labels,
    mark = null,
    withdrawn = [],
  }: {
    readonly labels: readonly Label[];
    /** Feedback that labels nothing any more. */
    readonly withdrawn?: readonly { readonly turnId: TurnId; readonly givenBy: string }[];
    readonly mark?: MarkMove | null;
  },
): Promise<number | null> {
  return call(db, 'save_labels', {
    labels: labels.map((label) => labelSchema.parse(label)),
    withdrawn,
    mark,
  });
}

/** Moves a mark alone; false where somebody else has moved it. Regulator. */
export async function moveMark(db: Database, mark: MarkMove): Promise<boolean> {
  return (await saveLabels(db, { labels: [], mark })) !== null;
}

/** A label as it is kept. */
export interface LabelRow extends Readonly<typeof decisionLabels.$inferSelect> {
  /** Of one that a review gave: what it is founded on. */
  readonly review: Readonly<Pick<typeof reflections.$inferSelect, 'ambiguity' | 'dimensions'>> | null;
}

/** A page of an agent's labels, latest first. */
export function listLabels(
  db: Database,
  agentId: AgentId,
  {
    after,
    kind,
    limit,
    turnId,
  }: {
    readonly turnId?: TurnId | undefined;
    readonly kind?: LabelKind | undefined;
  } & LatestPage,
): Promise<LabelRow[]> {
  const { earlier, order } = latestFirst(decisionLabels.at, decisionLabels.id, after);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select({
        ...getTableColumns(decisionLabels),
        review: { ambiguity: reflections.ambiguity, dimensions: reflections.dimensions },
      })
      .from(decisionLabels)
      .leftJoin(
        reflections,
        and(eq(reflections.turnId, decisionLabels.turnId), eq(decisionLabels.givenVia, 'reflection')),
      )
      .where(
        and(
          eq(decisionLabels.agentId, agentId),
          turnId && eq(decisionLabels.turnId, turnId),
          kind && eq(decisionLabels.kind, kind),
          earlier,
        ),
      )
      .orderBy(...order)
      .limit(limit),
  );
}

/** What a label says, as it comes with its decision. */
export interface GivenLabel {
  readonly kind: LabelKind;
  readonly wanted: Mode | null;
  readonly confidence: number;
  readonly givenVia: LabelVia;
  readonly reason: string;
  readonly givenBy: string;
  readonly at: Date;
}

/** Ids of labels. */
export type LabelId = Id<'label'>;
