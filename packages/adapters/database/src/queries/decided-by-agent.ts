import {
  type AgentId,
  type Decision,
  decodeDecision,
  type ThreadId,
  threadIdSchema,
  type TurnId,
  turnIdSchema,
} from '@salience/contracts';
import { and, asc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import { type Database, withAgent } from '../connect.ts';
import { turnEnds } from '../schema/turn-ends.ts';

/** A decision of an agent as it is stored. */
export interface StoredDecision {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
  readonly endedAt: Date;
  /** The beginning of the message, at most 160 characters. */
  readonly text: string;
  /** Undefined where another release wrote it in a way that this one cannot read. */
  readonly decision: Decision | undefined;
}

const textChars = 160;

/**
 * A page of the decisions of an agent's turns that ended from `from` on and before `to`, oldest first; those that were forgotten are left
 * out. Read-only.
 */
export function listDecided(
  db: Database,
  agentId: AgentId,
  page: {
    readonly from: Date;
    readonly to: Date;
    /** The last row of the page before. */
    readonly after: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<StoredDecision[]> {
  const { agentId: owner, decision, endedAt, message, threadId, turnId } = turnEnds;
  // Cursors have milliseconds.
  const ended = sql<Date>`date_trunc('milliseconds', ${endedAt})`.mapWith(endedAt);
  const { after, from, limit, to } = page;
  return withAgent(db, agentId, async ({ orm }) => {
    const rows = await orm
      .select({
        turnId,
        threadId,
        endedAt: ended,
        text: sql<string | null>`left(${message}, ${textChars})`,
        decision,
      })
      .from(turnEnds)
      .where(
        and(
          eq(owner, agentId),
          isNotNull(decision),
          gte(endedAt, after?.at ?? from),
          lt(endedAt, to),
          after === undefined
            ? undefined
            : or(sql`${ended} > ${after.at}`, and(sql`${ended} = ${after.at}`, sql`${turnId} > ${after.id}`)),
        ),
      )
      .orderBy(asc(ended), asc(turnId))
      .limit(limit);
    return rows.map(({ decision: bytes, endedAt: at, text, threadId: thread, turnId: turn }) => ({
      turnId: turnIdSchema.parse(turn),
      threadId: threadIdSchema.parse(thread),
      endedAt: at,
      text: text ?? '',
      decision: bytes === null ? undefined : readable(bytes),
    }));
  });
}

function readable(bytes: Buffer): Decision | undefined {
  try {
    return decodeDecision(bytes);
  } catch {
    return undefined;
  }
}
