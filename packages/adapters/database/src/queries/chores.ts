import type { AgentId } from '@salience/contracts';
import { ask, type Database, query } from '../connect.ts';

/** The recurring background work that an agent has, one worker at a time. */
export type ChoreTask = 'autobiography' | 'profiles';

/** A lease on a chore. What is stored names its fence. */
export interface Chore {
  readonly agentId: AgentId;
  readonly task: ChoreTask;
  readonly fence: number;
}

/** Who asks for a chore, for how long at first (database clock, milliseconds), at which business time. */
export interface ClaimChore {
  readonly owner: string;
  readonly leaseMs: number;
  readonly now: Date;
}

/**
 * An agent whose autobiography is due: `first` episodes that no version took in before the first version, `later` before the
 * others; or one of which something was forgotten. Undefined: none is due, or others have them. Roles that may see every agent.
 */
export function claimAutobiography(
  db: Database,
  { owner, leaseMs, now, first, later }: ClaimChore & { readonly first: number; readonly later: number },
): Promise<Chore | undefined> {
  return claim(db, 'autobiography', 'claim_autobiography', [owner, leaseMs, now, first, later]);
}

/** An agent of which a tool was used since its profile was written. Undefined: none. Roles that may see every agent. */
export function claimProfiles(db: Database, { owner, leaseMs, now }: ClaimChore): Promise<Chore | undefined> {
  return claim(db, 'profiles', 'claim_profiles', [owner, leaseMs, now]);
}

async function claim(
  db: Database,
  task: ChoreTask,
  fn: string,
  values: unknown[],
): Promise<Chore | undefined> {
  const places = values.map((_, i) => `$${i + 1}`).join(', ');
  const text = `select agent_id as "agentId", fence from salience.${fn}(${places})`;
  const [row] = await query<Omit<Chore, 'task'>>(db, fn, text, values);
  return row && { ...row, task };
}

/** Keeps a lease; false when another worker has it by now. */
export function renewChore(db: Database, chore: Chore, leaseMs: number): Promise<boolean> {
  return ask(db.reserved, 'renew_chore', chore.agentId, chore.task, chore.fence, leaseMs);
}

/** Gives a lease back: with when the chore is due again (unset: as it was), and the code of what went wrong. */
export function endChore(
  db: Database,
  { agentId, fence, task }: Chore,
  { error = null, nextAt = null }: { readonly nextAt?: Date | null; readonly error?: string | null },
): Promise<boolean> {
  return ask(db, 'end_chore', agentId, task, fence, nextAt, error, false);
}
