import { decodeDecision, type Mode } from '@salience/contracts';
import type { LabelledDecision } from '@salience/regulation';
import type { Policy } from '@salience/router';
import type { TestDatabase } from '@salience/testing';
import type { LivedTurn } from '@salience/testing/personas';
import { seenMode } from './fleet.ts';
import { dayOf } from './lived-world.ts';

/** A decision as it was stored, with the modes that the person really wanted. */
export interface KnownDecision {
  readonly day: number;
  readonly decision: LabelledDecision;
  readonly policyName: string;
  /** The mode that the person saw. */
  readonly seen: Mode;
  readonly wanted: readonly Mode[];
}

/** A row of a policy's history. */
export interface StoredChange {
  readonly action: string;
  readonly version: number;
  readonly parent: number | null;
  readonly parameter: string | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly pressure: string | null;
  readonly cause: string;
  /** Days from the start of the run, with their part. */
  readonly day: number;
  readonly adopted: boolean;
}

/** A label as it was kept. */
export interface StoredLabel {
  readonly turn: string;
  readonly kind: string;
  readonly via: string;
  readonly wanted: Mode | null;
  readonly reason: string;
}

/** Decisions about planned messages, oldest first: their wishes are known, and are the same whatever the agent does. */
export async function knownDecisions(
  database: TestDatabase,
  turns: readonly LivedTurn[],
): Promise<KnownDecision[]> {
  const rows = await database.admin<{ id: string; decision: Buffer; at: Date; agent: string }>(
    'select turn_id as id, agent_id as agent, decision, ended_at as at from salience.turn_ends where decision is not null',
  );
  const byTurn = new Map(rows.map((row) => [row.id, row]));
  return turns.flatMap((turn): KnownDecision[] => {
    const row = byTurn.get(turn.turn ?? '');
    if (row === undefined || turn.said !== 'message') return [];
    const decision = decodeDecision(row.decision);
    const { modeInitial: taken, policyName, policyVersion, signals, tiebreak } = decision;
    const { agent, at, id } = row;
    return [
      {
        day: turn.day,
        policyName,
        seen: seenMode(decision),
        wanted: turn.wanted,
        decision: {
          id,
          agent,
          person: turn.person,
          at: at.getTime(),
          signals,
          policyVersion,
          taken,
          tiebreak,
          label: null,
        },
      },
    ];
  });
}

/** The versions of a policy, by number. */
export async function versionsOf(database: TestDatabase, name: string): Promise<Map<number, Policy>> {
  const rows = await database.admin<{ version: number; weights: Policy['weights'] }>(
    'select version, weights from salience.router_policies where name = $1 order by version',
    [name],
  );
  return new Map(rows.map(({ version, weights }) => [version, { name, version, weights }]));
}

/** The history of a policy, in the order in which it was made. */
export async function changesOf(database: TestDatabase, name: string): Promise<StoredChange[]> {
  const rows = await database.admin<Omit<StoredChange, 'day'> & { readonly at: Date }>(
    `select action, version, parent_version as parent, parameter, value_before as before, value_after as after, pressure, cause, at,
       adopted_at is not null as adopted
     from salience.policy_changes where policy = $1 order by at, version, id`,
    [name],
  );
  return rows.map(({ at, ...row }) => ({ ...row, day: dayOf(at) }));
}

/** Every label of the run. */
export function storedLabels(database: TestDatabase): Promise<StoredLabel[]> {
  return database.admin<StoredLabel & Record<string, unknown>>(
    'select turn_id as turn, kind, given_via as via, wanted, reason from salience.decision_labels',
  );
}
