import type { AgentId, Id, Mode } from '@salience/contracts';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { thoughts } from '../schema/drift.ts';
import { feedback } from '../schema/feedback.ts';
import { turns } from '../schema/turns.ts';
import { latestFirst, type LatestPage } from './latest-first.ts';

/** What somebody thinks of a turn or a thought. */
export type FeedbackRow = Readonly<Omit<typeof feedback.$inferSelect, 'writtenXid'>>;

const { writtenXid: _writtenXid, ...shown } = getTableColumns(feedback);

/** A judgement to keep. */
export interface GiveFeedback {
  readonly target: Id<'thought'> | Id<'turn'>;
  /** From −1, bad, to 1, good. */
  readonly value: number;
  readonly note?: string | undefined;
  /** Of a turn: the mode that it should have taken. */
  readonly wanted?: Mode | undefined;
  /** The caller's name as in the audit log. */
  readonly givenBy: string;
  readonly now: Date;
}

/** Keeps a judgement; a later one of the same giver replaces it. Undefined if the agent has no such turn or thought. */
export function giveFeedback(
  db: Database,
  agentId: AgentId,
  { note, now, wanted, ...given }: GiveFeedback,
): Promise<FeedbackRow | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const table = given.target.startsWith('tht_') ? thoughts : turns;
    const [found] = await orm
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.agentId, agentId), eq(sql`${table.id}`, given.target)));
    if (found === undefined) return undefined;
    const said = { value: given.value, note: note ?? null, wanted: wanted ?? null, createdAt: now };
    const [row] = await orm
      .insert(feedback)
      .values({ ...given, ...said, agentId, id: newId('feedback', now.getTime()) })
      .onConflictDoUpdate({ target: [feedback.agentId, feedback.target, feedback.givenBy], set: said })
      .returning(shown);
    if (table === turns)
      await orm.execute(
        sql`select salience.note_feedback(${agentId}, ${given.target}, ${given.value}, ${given.givenBy}, ${now})`,
      );
    // A thought that was judged bad is over: searches no longer find it, and it is not said.
    if (table === thoughts && given.value < 0)
      await orm
        .update(thoughts)
        .set({ expiresAt: sql`least(${thoughts.expiresAt}, ${now})`, writtenXid: sql`pg_current_xact_id()` })
        .where(eq(sql`${thoughts.id}`, given.target));
    return row;
  });
}

/** Which judgements. */
export interface FeedbackPage extends LatestPage {
  readonly target?: string | undefined;
}

/** A page of what was judged, latest first. */
export function listFeedback(
  db: Database,
  agentId: AgentId,
  { after, limit, target }: FeedbackPage,
): Promise<FeedbackRow[]> {
  const { earlier, order } = latestFirst(feedback.createdAt, feedback.id, after);
  const meant = target === undefined ? undefined : eq(feedback.target, target);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select(shown)
      .from(feedback)
      .where(and(eq(feedback.agentId, agentId), meant, earlier))
      .orderBy(...order)
      .limit(limit),
  );
}
