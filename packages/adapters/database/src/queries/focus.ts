import type { AgentId, ThreadId, Trust } from '@salience/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import { type Database, type Orm, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { focuses } from '../schema/lists.ts';

const { setAt, text, trust } = focuses;

/** What a thread is to stay with. */
export type ThreadFocus = Readonly<Pick<typeof focuses.$inferSelect, 'text' | 'trust' | 'setAt'>>;

/**
 * Sets a thread's focus in place of the one it had. The same key sets it once: repeated, nothing changes, also when it was
 * cleared or replaced since. Gives the focus that holds now.
 */
export function setFocus(
  db: Database,
  focus: {
    readonly agentId: AgentId;
    readonly threadId: ThreadId;
    readonly text: string;
    readonly trust: Trust;
    readonly now: Date;
    readonly idempotencyKey: string;
  },
): Promise<ThreadFocus | undefined> {
  const { now, ...kept } = focus;
  return withAgent(db, focus.agentId, async ({ orm }) => {
    const { agentId, idempotencyKey } = focuses;
    const byKey = and(eq(agentId, focus.agentId), eq(idempotencyKey, focus.idempotencyKey));
    const known = await orm.select({ setAt }).from(focuses).where(byKey);
    if (known.length === 0) {
      await orm.update(focuses).set({ clearedAt: now }).where(isLive(focus.threadId));
      const row = { ...kept, id: newId('focus', now.getTime()), source: 'focus', setAt: now };
      await orm.insert(focuses).values(row);
    }
    return liveFocus(orm, focus.threadId);
  });
}

const isLive = (threadId: ThreadId) => and(eq(focuses.threadId, threadId), isNull(focuses.clearedAt));

async function liveFocus(orm: Orm, threadId: ThreadId): Promise<ThreadFocus | undefined> {
  return (await orm.select({ text, trust, setAt }).from(focuses).where(isLive(threadId)))[0];
}

/** Clears a thread's focus. Returns whether there was one. */
export function clearFocus(
  db: Database,
  focus: { readonly agentId: AgentId; readonly threadId: ThreadId; readonly now: Date },
): Promise<boolean> {
  return withAgent(db, focus.agentId, async ({ orm }) => {
    const cleared = orm.update(focuses).set({ clearedAt: focus.now }).where(isLive(focus.threadId));
    return (await cleared).rowCount !== 0;
  });
}

/** A thread's focus; undefined when it has none. */
export function loadFocus(
  db: Database,
  agentId: AgentId,
  threadId: ThreadId,
): Promise<ThreadFocus | undefined> {
  return withAgent(db, agentId, ({ orm }) => liveFocus(orm, threadId));
}
