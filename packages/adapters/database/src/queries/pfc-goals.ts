import type { AgentId, GoalStatus, PfcTrust } from '@salience/contracts';
import { and, asc, desc, eq, notInArray } from 'drizzle-orm';
import { type Database, withAgent } from '../connect.ts';
import { pfcGoals } from '../schema/pfc.ts';

/** A goal as it is stored. */
export type GoalRow = Readonly<typeof pfcGoals.$inferSelect>;

/** Whose rows a call sees or changes: left out, everybody's. */
export interface OfTrust {
  readonly trust?: PfcTrust | undefined;
}

/** The goals of an agent with a status, or all: by priority, the highest first, then the older one, then by id. */
export function listGoals(
  db: Database,
  agentId: AgentId,
  status: GoalStatus | 'all' = 'active',
  { trust }: OfTrust = {},
): Promise<GoalRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(pfcGoals)
      .where(
        and(
          eq(pfcGoals.agentId, agentId),
          status === 'all' ? undefined : eq(pfcGoals.status, status),
          trust && eq(pfcGoals.trust, trust),
        ),
      )
      .orderBy(desc(pfcGoals.priority), asc(pfcGoals.createdAt), asc(pfcGoals.id)),
  );
}

/** Goals of an agent that nobody vouches for, at most: the newest. */
const unverifiedMax = 200;

/** Makes a goal; it is active. Of those that nobody vouches for the oldest give way to the newest. Consumer. */
export async function createGoal(
  db: Database,
  agentId: AgentId,
  goal: Pick<GoalRow, 'goal' | 'priority' | 'context' | 'trust'> & { readonly now: Date },
): Promise<GoalRow> {
  const { now, ...values } = goal;
  return await withAgent(db, agentId, async ({ orm }) => {
    const [made] = await orm
      .insert(pfcGoals)
      .values({ ...values, agentId, createdAt: now, updatedAt: now })
      .returning();
    if (goal.trust === 'unverified') {
      const unverified = and(eq(pfcGoals.agentId, agentId), eq(pfcGoals.trust, 'unverified'));
      const newest = orm.select({ id: pfcGoals.id }).from(pfcGoals).where(unverified);
      const kept = newest.orderBy(desc(pfcGoals.id)).limit(unverifiedMax);
      await orm.delete(pfcGoals).where(and(unverified, notInArray(pfcGoals.id, kept)));
    }
    return made as GoalRow;
  });
}

/** What may be changed of a goal. */
export type GoalChange = Partial<Pick<GoalRow, 'goal' | 'priority' | 'context' | 'status'>>;

/** Changes a goal; undefined where there is none. It is closed the first time it is completed or abandoned, and open again when it is active. Consumer. */
export function updateGoal(
  db: Database,
  agentId: AgentId,
  id: number,
  change: GoalChange & OfTrust & { readonly now: Date },
): Promise<GoalRow | undefined> {
  const { now, trust, ...to } = change;
  return withAgent(db, agentId, async ({ orm }) => {
    const [before] = await orm
      .select()
      .from(pfcGoals)
      .where(oneGoal(agentId, id, trust))
      .for('update');
    if (before === undefined) return undefined;
    const closed = to.status === 'completed' || to.status === 'abandoned';
    const completedAt = closed
      ? (before.completedAt ?? now)
      : to.status === 'active'
        ? null
        : before.completedAt;
    const [row] = await orm
      .update(pfcGoals)
      .set({ ...to, completedAt, updatedAt: now })
      .where(eq(pfcGoals.id, id))
      .returning();
    return row;
  });
}

/** Deletes a goal for good; false where there is none. Actions that served it keep what it was. Consumer. */
export async function deleteGoal(
  db: Database,
  agentId: AgentId,
  id: number,
  { trust }: OfTrust = {},
): Promise<boolean> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .delete(pfcGoals)
      .where(oneGoal(agentId, id, trust))
      .returning({ id: pfcGoals.id }),
  );
  return rows.length > 0;
}

function oneGoal(agentId: AgentId, id: number, trust: PfcTrust | undefined) {
  return and(eq(pfcGoals.agentId, agentId), eq(pfcGoals.id, id), trust && eq(pfcGoals.trust, trust));
}
