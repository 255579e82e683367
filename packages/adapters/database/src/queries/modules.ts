import type { AgentId, Fingerprint, Id } from '@salience/contracts';
import { and, asc, eq, ne } from 'drizzle-orm';
import { ask, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { modules } from '../schema/signals.ts';

/** A module as it is stored. */
export type ModuleRow = Readonly<typeof modules.$inferSelect>;

/** A module as senses and judges see it, of one of all agents. */
export interface SensedModule {
  readonly agentId: AgentId;
  readonly id: Id<'module'>;
  readonly name: string;
  readonly cluster: string;
  readonly fingerprint: Fingerprint;
  readonly state: 'active' | 'paused';
  /** What a person set. */
  readonly threshold: number | null;
  readonly lastWakeAt: string | null;
  readonly breakerUntil: string | null;
  /** The module's own zone, else the owner's, else the agent's. */
  readonly zone: string | null;
  /** Of the owner, `HH:MM`. */
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
  /** `pulse` of the agent's settings. */
  readonly settings: Readonly<Record<string, unknown>> | null;
}

/** The modules that are sensed for, of all agents, by agent and name. Pulse-sensor. */
export function loadModules(db: Database): Promise<SensedModule[]> {
  return ask(db, 'load_modules');
}

/** Registers a module, or gives one of this name another fingerprint; the same one again changes nothing. Consumer. */
export function registerModule(
  db: Database,
  agentId: AgentId,
  {
    fingerprint,
    hash,
    now,
  }: { readonly fingerprint: Fingerprint; readonly hash: string; readonly now: Date },
): Promise<{ readonly row: ModuleRow; readonly outcome: 'changed' | 'new' | 'same' }> {
  return withAgent(db, agentId, async ({ orm }) => {
    const named = and(
      eq(modules.agentId, agentId),
      eq(modules.name, fingerprint.module_id),
      ne(modules.state, 'removed'),
    );
    const made = await orm
      .insert(modules)
      .values({
        id: newId('module', now.getTime()),
        agentId,
        name: fingerprint.module_id,
        cluster: fingerprint.cluster,
        fingerprint,
        hash,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (made[0] !== undefined) return { row: made[0], outcome: 'new' };
    const [before] = await orm.select().from(modules).where(named).for('update');
    if (before === undefined) throw new Error('expected the module that was in the way');
    if (before.hash === hash) return { row: before, outcome: 'same' };
    const [row] = await orm
      .update(modules)
      .set({ fingerprint, hash, cluster: fingerprint.cluster, updatedAt: now })
      .where(eq(modules.id, before.id))
      .returning();
    return { row: row ?? before, outcome: 'changed' };
  });
}

/** The modules of an agent that were not removed, by name. Consumer. */
export function listModules(db: Database, agentId: AgentId): Promise<ModuleRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(modules)
      .where(and(eq(modules.agentId, agentId), ne(modules.state, 'removed')))
      .orderBy(asc(modules.name)),
  );
}

/** Changes the state of a module, or the threshold that a person sets (null: none); undefined where there is none of this name. Consumer. */
export async function changeModule(
  db: Database,
  agentId: AgentId,
  name: string,
  change: { readonly now: Date } & Partial<Pick<ModuleRow, 'breakerUntil' | 'state' | 'threshold'>>,
): Promise<ModuleRow | undefined> {
  const { now, ...to } = change;
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(modules)
      .set({ ...to, updatedAt: now })
      .where(and(eq(modules.agentId, agentId), eq(modules.name, name), ne(modules.state, 'removed')))
      .returning(),
  );
  return rows[0];
}

/** Holds the wakes of a module back until an instant; null: no more. Pulse-sensor. */
export async function setBreaker(
  db: Database,
  agentId: AgentId,
  id: Id<'module'>,
  until: Date | null,
): Promise<void> {
  await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(modules)
      .set({ breakerUntil: until })
      .where(and(eq(modules.agentId, agentId), eq(modules.id, id))),
  );
}
