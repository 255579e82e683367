import type { Id, PolicyAction } from '@salience/contracts';
import { and, asc, desc, eq, getTableColumns, isNull, lt, max, sql } from 'drizzle-orm';
import { call, type Database, prepared, query, statement } from '../connect.ts';
import { newId } from '../new-id.ts';
import { routerPolicies } from '../schema/agents.ts';
import { policyChanges, policyHeads } from '../schema/learning.ts';
import { latestFirst, type LatestPage } from './latest-first.ts';

/** A policy that is regulated, and the version that decides. */
export type PolicyHeadRow = Readonly<typeof policyHeads.$inferSelect>;

const headOf = prepared((orm) =>
  orm
    .select()
    .from(policyHeads)
    .where(eq(policyHeads.name, sql.placeholder('name')))
    .prepare('policy_head'),
);

/** The head of a policy; undefined of one that is not regulated. */
export async function policyHead(db: Database, name: string): Promise<PolicyHeadRow | undefined> {
  return (await headOf(db, { name }))[0];
}

/** Every head, by name. */
export function listPolicyHeads(db: Database): Promise<PolicyHeadRow[]> {
  return statement(db, (orm) => orm.select().from(policyHeads).orderBy(asc(policyHeads.name)));
}

const liveVersions = prepared((orm) =>
  orm
    .select({ name: policyHeads.name, version: policyHeads.liveVersion })
    .from(policyHeads)
    .orderBy(asc(policyHeads.name))
    .prepare('policy_live_versions'),
);

/** The version that decides, of each regulated policy: what a digest compares with what it holds. */
export function livePolicyVersions(
  db: Database,
): Promise<{ readonly name: string; readonly version: number }[]> {
  return liveVersions(db, {});
}

/** The names of all policies with the newest version of each, by name. */
export async function listPolicyNames(
  db: Database,
): Promise<{ readonly name: string; readonly version: number; readonly createdAt: Date }[]> {
  const { createdAt, name, version } = routerPolicies;
  const rows = await statement(db, (orm) =>
    orm
      .selectDistinctOn([name], { name, version, createdAt })
      .from(routerPolicies)
      .orderBy(asc(name), desc(version)),
  );
  return rows;
}

/** The highest version of a policy, or the highest below another one; undefined where there is none. */
export async function newestPolicyVersion(
  db: Database,
  name: string,
  below?: number,
): Promise<number | undefined> {
  const isBelow = below === undefined ? undefined : lt(routerPolicies.version, below);
  const rows = await statement(db, (orm) =>
    orm
      .select({ version: max(routerPolicies.version) })
      .from(routerPolicies)
      .where(and(eq(routerPolicies.name, name), isBelow)),
  );
  return rows[0]?.version ?? undefined;
}

const { id: _id, ...versionColumns } = getTableColumns(routerPolicies);

/** A version of a policy with where it comes from. */
export type PolicyVersionRow = Readonly<Omit<typeof routerPolicies.$inferSelect, 'id'>>;

/** One version of a policy; undefined when it was never published. */
export async function findPolicyVersion(
  db: Database,
  name: string,
  version: number,
): Promise<PolicyVersionRow | undefined> {
  const rows = await statement(db, (orm) =>
    orm
      .select(versionColumns)
      .from(routerPolicies)
      .where(and(eq(routerPolicies.name, name), eq(routerPolicies.version, version))),
  );
  return rows[0];
}

/** A change in the history of a policy. */
export type PolicyChangeRow = Readonly<typeof policyChanges.$inferSelect>;

/** A page of a policy's history, latest first. */
export function listPolicyChanges(
  db: Database,
  policy: string,
  { after, limit }: LatestPage,
): Promise<PolicyChangeRow[]> {
  const { earlier, order } = latestFirst(policyChanges.at, policyChanges.id, after);
  return statement(db, (orm) =>
    orm
      .select()
      .from(policyChanges)
      .where(and(eq(policyChanges.policy, policy), earlier))
      .orderBy(...order)
      .limit(limit),
  );
}

/** Notes that every live digest uses what a change made; false where that was noted before. Regulator. */
export async function noteAdopted(db: Database, id: Id<'policyChange'>, now: Date): Promise<boolean> {
  const rows = await statement(db, (orm) =>
    orm
      .update(policyChanges)
      .set({ adoptedAt: now })
      .where(and(eq(policyChanges.id, id), isNull(policyChanges.adoptedAt)))
      .returning({ id: policyChanges.id }),
  );
  return rows.length > 0;
}

/** Which live digests decide by a version of a policy. */
export interface Adoption {
  readonly live: number;
  /** Ids of those that do not. */
  readonly behind: readonly Id<'worker'>[];
}

/** Which digests decide by this version, of those that beat within 15 s and have not said goodbye. Database clock. */
export async function policyAdoption(db: Database, name: string, version: number): Promise<Adoption> {
  const rows = await query<Adoption>(
    db,
    'policy_adoption',
    `select count(*) as live, coalesce(array_agg(id order by id) filter (where (policies->>$1)::integer is distinct from $2), '{}') as behind
     from salience.workers where app = 'digest' and state <> 'stopped' and seen_at > clock_timestamp() - interval '15 seconds'`,
    [name, version],
  );
  return rows[0] as Adoption;
}

/** A digest that beats, and the version of a policy that it decides by; null: it tells of none. */
export interface PolicyReplica {
  readonly workerId: Id<'worker'>;
  readonly version: number | null;
}

/** The same by digest, by id. Database clock. */
export function listPolicyReplicas(db: Database, name: string): Promise<PolicyReplica[]> {
  return query(
    db,
    'policy_replicas',
    `select id as "workerId", (policies->>$1)::integer as version from salience.workers
     where app = 'digest' and state <> 'stopped' and seen_at > clock_timestamp() - interval '15 seconds' order by id`,
    [name],
  );
}

/** What the history says of a change. */
export interface NotedChange {
  readonly id: Id<'policyChange'>;
  readonly action: PolicyAction;
  readonly parameter?: string | null;
  readonly valueBefore?: number | null;
  readonly valueAfter?: number | null;
  readonly pressure?: string | null;
  readonly estimate?: Readonly<Record<string, unknown>> | null;
  readonly measured?: Readonly<Record<string, unknown>> | null;
  /** In a few words: why. */
  readonly cause: string;
}

/** Where a policy stands as the caller knows it: nothing is done where it stands elsewhere by now. */
export interface KnownHead {
  readonly version: number;
  readonly cycledAt: Date | null;
}

/** What is noted together with a change. */
interface Noted {
  /** What an earlier change did. Written once. */
  readonly settles?: {
    readonly id: Id<'policyChange'>;
    readonly measured: Readonly<Record<string, unknown>>;
  };
  /** A change of the same cycle that the version before it had: one that was confirmed before the next was made. */
  readonly also?: NotedChange;
  /** The request that is done by it. */
  readonly request?: {
    readonly id: Id<'policyRequest'>;
    readonly outcome: Readonly<Record<string, unknown>>;
  };
  /** Business time. */
  readonly now: Date;
}

/** Publishes the next version of a policy and has it decide, or does nothing; see sql/learning/publish_policy.sql. Resolves with the version, or null. Regulator (law 7). */
export function publishPolicy(
  db: Database,
  published: Noted & {
    readonly name: string;
    /** Null: the policy has no version that decides yet. */
    readonly from: KnownHead | null;
    readonly parent: { readonly name: string; readonly version: number };
    readonly base: { readonly name: string; readonly version: number };
    readonly weights: Readonly<Record<string, number>>;
    readonly reason: Readonly<Record<string, unknown>>;
    readonly state: unknown;
    readonly cycledAt: Date | null;
    readonly change: NotedChange;
  },
): Promise<number | null> {
  return call(db, 'publish_policy', {
    ...published,
    policyId: newId('policy', published.now.getTime()),
  });
}

/** Ends a cycle that published nothing; false where the policy stands elsewhere by now. See sql/learning/note_cycle.sql. Regulator. */
export function noteCycle(
  db: Database,
  cycle: Omit<Noted, 'request'> & {
    readonly name: string;
    readonly from: KnownHead;
    readonly state: unknown;
    readonly cycledAt: Date | null;
    readonly change?: NotedChange;
  },
): Promise<boolean> {
  return call(db, 'note_cycle', cycle);
}

/** Pins a policy to a version, or takes the pin back (null); see sql/learning/pin_policy.sql. Resolves with the version that decides, or null where nothing was done. Regulator. */
export function pinPolicy(
  db: Database,
  pin: Omit<Noted, 'settles'> & {
    readonly name: string;
    readonly from: Pick<KnownHead, 'version'>;
    readonly version: number | null;
    /** What that version departs from; left out: as before. */
    readonly base?: { readonly name: string; readonly version: number } | undefined;
    readonly by: string;
    readonly state: unknown;
    readonly change: NotedChange;
  },
): Promise<number | null> {
  return call(db, 'pin_policy', pin);
}
