import type { AgentId, Id, TurnId } from '@salience/contracts';
import { and, desc, eq } from 'drizzle-orm';
import { call, type Connections, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { letters } from '../schema/inlets.ts';

/** A letter as it is stored. */
export type LetterRow = typeof letters.$inferSelect;

/** Writes a letter, once per idempotency key; the same key gives the same letter. Digest. */
export function writeLetter(
  db: Database,
  letter: Pick<
    typeof letters.$inferInsert,
    'body' | 'idempotencyKey' | 'inboundId' | 'inReplyTo' | 'kind' | 'mailbox' | 'recipient' | 'subject'
  > & { readonly agentId: AgentId; readonly turnId: TurnId; readonly now: Date },
): Promise<LetterRow> {
  const { now, ...row } = letter;
  return withAgent(db, letter.agentId, async ({ orm }) => {
    const [made] = await orm
      .insert(letters)
      .values({ ...row, id: newId('letter', now.getTime()), nextAt: now, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (made !== undefined) return made;
    const [known] = await orm
      .select()
      .from(letters)
      .where(and(eq(letters.agentId, letter.agentId), eq(letters.idempotencyKey, letter.idempotencyKey)));
    return known as LetterRow;
  });
}

/** A letter that the caller delivers. Times are ISO strings. */
export interface ClaimedLetter {
  readonly id: Id<'letter'>;
  readonly agentId: AgentId;
  readonly attempt: number;
  readonly kind: LetterRow['kind'];
  readonly mailbox: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo: string | null;
  readonly createdAt: string;
  /** The trace of the turn that wrote it. */
  readonly traceparent: string | null;
}

/** Takes letters that are due for `seconds`: drafts of a mailbox (pulse-sensor), or those that leave (scheduler). */
export function claimLetters(
  db: Connections,
  wish: {
    readonly kind: LetterRow['kind'];
    readonly agentId?: AgentId;
    readonly mailbox?: string;
    readonly now: Date;
    readonly limit: number;
    readonly seconds: number;
  },
): Promise<ClaimedLetter[]> {
  return call(db, 'claim_letters', wish);
}

/** Notes that the first byte is about to leave; false where the caller has lost it, and nothing may leave. Scheduler role. */
export function beginLetter(
  db: Connections,
  letter: Pick<ClaimedLetter, 'attempt' | 'id'>,
): Promise<boolean> {
  return call(db, 'begin_letter', { id: letter.id, attempt: letter.attempt });
}

/** Notes how an attempt ended; false where the letter was not the caller's any more. */
export function settleLetter(
  db: Connections,
  letter: Pick<ClaimedLetter, 'agentId' | 'attempt' | 'id'>,
  end: {
    readonly outcome: 'done' | 'failed' | 'retry' | 'unknown';
    readonly now: Date;
    readonly error?: string;
    readonly nextAt?: Date;
  },
): Promise<boolean> {
  const { agentId, attempt, id } = letter;
  return call(db, 'settle_letter', { agentId, attempt, id, ...end });
}

/** Ends letters whose sender died while they left, as unknown; resolves with how many. Scheduler role. */
export function expireLetters(
  db: Connections,
  options: { readonly now: Date; readonly limit: number },
): Promise<number> {
  return call(db, 'expire_letters', options);
}

/** The letters of an agent, latest first. */
export function listLetters(db: Database, agentId: AgentId, limit: number): Promise<LetterRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(letters)
      .where(eq(letters.agentId, agentId))
      .orderBy(desc(letters.createdAt), desc(letters.id))
      .limit(limit),
  );
}
