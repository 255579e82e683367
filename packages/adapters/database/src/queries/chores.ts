import type { AgentId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

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
export async function claimAutobiography(
  db: Database,
  { owner, leaseMs, now, first, later }: ClaimChore & { readonly first: number; readonly later: number },
): Promise<Chore | undefined> {
  const rows = await query<{ agent_id: AgentId; fence: number }>(
    db,
    'claim_autobiography',
    'select agent_id, fence from salience.claim_autobiography($1, $2, $3, $4, $5)',
    [owner, leaseMs, now, first, later],
  );
  return choreOf('autobiography', rows[0]);
}

/** An agent of which a tool was used since its profile was written. Undefined: none. Roles that may see every agent. */
export async function claimProfiles(
  db: Database,
  { owner, leaseMs, now }: ClaimChore,
): Promise<Chore | undefined> {
  const rows = await query<{ agent_id: AgentId; fence: number }>(
    db,
    'claim_profiles',
    'select agent_id, fence from salience.claim_profiles($1, $2, $3)',
    [owner, leaseMs, now],
  );
  return choreOf('profiles', rows[0]);
}

function choreOf(
  task: ChoreTask,
  row: { readonly agent_id: AgentId; readonly fence: number } | undefined,
): Chore | undefined {
  return row && { agentId: row.agent_id, task, fence: row.fence };
}

/** Keeps a lease; false when another worker has it by now. */
export async function renewChore(db: Database, chore: Chore, leaseMs: number): Promise<boolean> {
  const rows = await query<{ kept: boolean }>(
    db,
    'renew_chore',
    'select salience.renew_chore($1, $2, $3, $4) as kept',
    [chore.agentId, chore.task, chore.fence, leaseMs],
  );
  return rows[0]?.kept === true;
}

/** Gives a lease back: with when the chore is due again (unset: as it was), and the code of what went wrong. */
export async function endChore(
  db: Database,
  chore: Chore,
  end: { readonly nextAt?: Date; readonly error?: string },
): Promise<boolean> {
  const rows = await query<{ ended: boolean }>(
    db,
    'end_chore',
    'select salience.end_chore($1, $2, $3, $4, $5, false) as ended',
    [chore.agentId, chore.task, chore.fence, end.nextAt ?? null, end.error ?? null],
  );
  return rows[0]?.ended === true;
}
