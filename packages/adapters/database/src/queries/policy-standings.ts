import { type AgentId, type Mode, type PolicyStanding, selfStartedSources } from '@salience/contracts';
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm';
import { ask, type Database, query, statement } from '../connect.ts';
import { routerPolicies } from '../schema/agents.ts';
import { policyStandings } from '../schema/learning.ts';

/** How a policy did on a day, and the version that decided then. */
export type StandingRow = Readonly<typeof policyStandings.$inferSelect>;

/** Keeps how a policy did that has no version of its own yet; see sql/learning/note_standing.sql. Of others it is kept with the cycle. Regulator. */
export async function noteStanding(
  db: Database,
  policy: string,
  decided: { readonly name: string; readonly version: number },
  standing: PolicyStanding,
): Promise<void> {
  const { name, version } = decided;
  const values = [policy, name, version, JSON.stringify(standing)];
  await query(db, 'note_standing', 'select salience.note_standing($1, $2, $3, $4::jsonb)', values);
}

/** How a policy did, day by day from one on, oldest first. `from`: `YYYY-MM-DD`. */
export function listStandings(
  db: Database,
  policy: string,
  { from, limit }: { readonly from: string; readonly limit: number },
): Promise<StandingRow[]> {
  return statement(db, (orm) =>
    orm
      .select()
      .from(policyStandings)
      .where(and(eq(policyStandings.policy, policy), gte(policyStandings.day, from)))
      .orderBy(asc(policyStandings.day))
      .limit(limit),
  );
}

/** Versions of a policy, with the weights of each, by number. */
export function listVersions(
  db: Database,
  name: string,
  versions: readonly number[],
): Promise<{ readonly version: number; readonly weights: Readonly<Record<string, number>> }[]> {
  const { name: of, version, weights } = routerPolicies;
  return statement(db, (orm) =>
    orm
      .select({ version, weights })
      .from(routerPolicies)
      .where(and(eq(of, name), inArray(version, [...versions])))
      .orderBy(asc(version)),
  );
}

/** Deletes standings of days before an instant; resolves with how many. Scheduler. */
export async function deleteOldStandings(db: Database, before: Date): Promise<number> {
  const old = lt(policyStandings.day, before.toISOString().slice(0, 10));
  return (await statement(db, (orm) => orm.delete(policyStandings).where(old))).rowCount ?? 0;
}

/** How many of an agent's decisions of a day took a mode. */
export interface RoutedDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly mode: Mode;
  readonly decisions: number;
}

/** How an agent's decisions about what people said fell to the modes, of turns that ended from `from` on and before `to`. */
export function loadRoutedDays(
  db: Database,
  agentId: AgentId,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<RoutedDay[]> {
  return ask(db, 'routed_days', agentId, from, to, [...selfStartedSources]);
}
