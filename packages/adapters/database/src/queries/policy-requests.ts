import type { Id, PolicyRequestKind } from '@salience/contracts';
import { and, asc, eq } from 'drizzle-orm';
import { type Database, query, statement } from '../connect.ts';
import { newId } from '../new-id.ts';
import { policyRequests } from '../schema/learning.ts';
import { latestFirst, type LatestPage } from './latest-first.ts';

/** What a person asked to be done with a policy. */
export type PolicyRequestRow = Readonly<typeof policyRequests.$inferSelect>;

/** Asks the regulator to do something with a policy, with the audit row `policy.request` in the same statement. Consumer and operator. */
export async function askPolicy(
  db: Database,
  asked: {
    readonly kind: PolicyRequestKind;
    readonly policy: string;
    readonly version?: number | undefined;
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly askedBy: string;
    /** Business time. */
    readonly now: Date;
  },
): Promise<PolicyRequestRow> {
  const { kind, policy, version = null, arguments: more = {}, askedBy, now } = asked;
  const id = newId('policyRequest', now.getTime());
  const entry = {
    id: newId('audit'),
    actor: askedBy,
    action: 'policy.request',
    target: policy,
    details: { request_id: id, kind, version },
    outcome: 'done',
  };
  // Its state and outcome are the regulator's: this role may not name those columns.
  const rows = await query<PolicyRequestRow & { readonly audited: unknown }>(
    db,
    'ask_policy',
    `with asked as (
       insert into salience.policy_requests (id, kind, policy, version, arguments, asked_by, asked_at) values ($1, $2, $3, $4, $5, $6, $7)
       returning id, kind, policy, version, arguments, asked_by as "askedBy", asked_at as "askedAt", state, outcome, done_at as "doneAt")
     select asked.*, salience.write_audit($8::jsonb) as audited from asked`,
    [id, kind, policy, version, JSON.stringify(more), askedBy, now, JSON.stringify(entry)],
  );
  const { audited: _audited, ...row } = rows[0] as PolicyRequestRow & { readonly audited: unknown };
  return row;
}

/** Requests that wait, the oldest first. Regulator. */
export function openPolicyRequests(db: Database, limit: number): Promise<PolicyRequestRow[]> {
  return statement(db, (orm) =>
    orm
      .select()
      .from(policyRequests)
      .where(eq(policyRequests.state, 'open'))
      .orderBy(asc(policyRequests.askedAt), asc(policyRequests.id))
      .limit(limit),
  );
}

/** Whether something of this kind waits to be done with a policy. */
export async function isAsked(db: Database, policy: string, kind: PolicyRequestKind): Promise<boolean> {
  const { kind: asked, policy: of, state } = policyRequests;
  const rows = await statement(db, (orm) =>
    orm
      .select({ id: policyRequests.id })
      .from(policyRequests)
      .where(and(eq(of, policy), eq(asked, kind), eq(state, 'open')))
      .limit(1),
  );
  return rows.length > 0;
}

/**
 * Ends the requests to move a policy that a later one, which waits too, takes the place of: refused, as `superseded` by it. Resolves with
 * how many. Simulations stand for themselves. Regulator.
 */
export async function supersedePolicyRequests(db: Database, now: Date): Promise<number> {
  const rows = await query(
    db,
    'supersede_policy_requests',
    `update salience.policy_requests r set state = 'refused', outcome = jsonb_build_object('why', 'superseded', 'by', n.id), done_at = $1
     from (select distinct on (policy) policy, id, asked_at from salience.policy_requests where state = 'open' and kind <> 'simulate'
       order by policy, asked_at desc, id desc) n
     where r.state = 'open' and r.kind <> 'simulate' and r.policy = n.policy and r.id <> n.id
     returning r.id`,
    [now],
  );
  return rows.length;
}

/** The pin that a request took the place of before it was carried out; undefined: none. Regulator. */
export async function supersededPin(
  db: Database,
  policy: string,
  by: Id<'policyRequest'>,
): Promise<Id<'policyRequest'> | undefined> {
  const rows = await query<{ id: Id<'policyRequest'> }>(
    db,
    'superseded_pin',
    "select id from salience.policy_requests where policy = $1 and kind = 'pin' and outcome->>'by' = $2 order by asked_at desc, id desc limit 1",
    [policy, by],
  );
  return rows[0]?.id;
}

/** A page of what was asked of a policy, latest first. */
export function listPolicyRequests(
  db: Database,
  policy: string,
  { after, limit }: LatestPage,
): Promise<PolicyRequestRow[]> {
  const { earlier, order } = latestFirst(policyRequests.askedAt, policyRequests.id, after);
  return statement(db, (orm) =>
    orm
      .select()
      .from(policyRequests)
      .where(and(eq(policyRequests.policy, policy), earlier))
      .orderBy(...order)
      .limit(limit),
  );
}

/** One request; undefined where there is none with this id. */
export async function findPolicyRequest(db: Database, id: string): Promise<PolicyRequestRow | undefined> {
  const rows = await statement(db, (orm) =>
    orm
      .select()
      .from(policyRequests)
      .where(eq(policyRequests.id, id as Id<'policyRequest'>)),
  );
  return rows[0];
}

/** Ends a request that changes no policy, or is refused, once; false where it was ended before. Regulator. */
export async function settlePolicyRequest(
  db: Database,
  id: Id<'policyRequest'>,
  {
    now,
    outcome,
    state,
  }: {
    readonly state: 'done' | 'refused';
    readonly outcome: Readonly<Record<string, unknown>>;
    readonly now: Date;
  },
): Promise<boolean> {
  const rows = await statement(db, (orm) =>
    orm
      .update(policyRequests)
      .set({ state, outcome, doneAt: now })
      .where(and(eq(policyRequests.id, id), eq(policyRequests.state, 'open')))
      .returning({ id: policyRequests.id }),
  );
  return rows.length > 0;
}
