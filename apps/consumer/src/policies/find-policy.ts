import type { PolicyDetail, PolicyDiffView } from '@salience/contracts';
import {
  findPolicyVersion,
  listPolicyHeads,
  listPolicyNames,
  listPolicyReplicas,
  newestPolicyVersion,
  policyHead,
  type PolicyVersionRow,
} from '@salience/database/learning';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import {
  baseOf,
  type KnownPolicy,
  liveVersionOf,
  policyView,
  standingOf,
  weightChanges,
} from './policy-views.ts';

type Db = Pick<ConsumerContext, 'db'>;
type Ref = PolicyDiffView['from'];

/** Who looks at policies. */
export interface Viewer {
  /** Whether the policy of this name is theirs to see. */
  readonly sees: (name: string) => boolean;
  /** Whether they may know which worker is which, and what the talk of all agents together shows. */
  readonly seesFleet: boolean;
}

/** Operators see everything. */
export const operatorView: Viewer = { sees: () => true, seesFleet: true };

const ofAgent = /^fleet:/;

/** What a caller sees: the person of the machine and operators everything, a holder of a key the policies of all and the one of their agent. */
export function viewOf({ agent, operator, voice }: Caller): Viewer {
  if (operator !== undefined || voice === 'person') return operatorView;
  return { sees: (name) => !ofAgent.test(name) || name === `fleet:${agent.id}`, seesFleet: false };
}

/** Whether the figures of a policy are theirs to see: those of a common one are made from the talk of every agent. */
export function seesFigures({ seesFleet }: Viewer, name: string): boolean {
  return seesFleet || ofAgent.test(name);
}

/** Every policy that is there to see, by name. */
export async function listPolicies({ db }: Db, { sees }: Viewer): Promise<KnownPolicy[]> {
  const [names, heads] = await Promise.all([listPolicyNames(db), listPolicyHeads(db)]);
  const headOf = new Map(heads.map((head) => [head.name, head]));
  return names
    .filter(({ name }) => sees(name))
    .map(({ createdAt, name, version }) => ({ name, newest: version, createdAt, head: headOf.get(name) }));
}

/** A policy. Throws 404 for a name that is not there, or not theirs to see. */
export async function findPolicy({ db }: Db, viewer: Viewer, name: string): Promise<KnownPolicy> {
  const [newest, head] = viewer.sees(name)
    ? await Promise.all([newestPolicyVersion(db, name), policyHead(db, name)])
    : [undefined, undefined];
  const row = newest === undefined ? undefined : await findPolicyVersion(db, name, newest);
  if (row === undefined)
    throw httpProblem(404, 'policy.unknown', 'There is no policy of this name. GET /policies lists them.');
  return { name, newest: row.version, createdAt: row.createdAt, head };
}

/** A version of a policy. Throws 404 for one that was never published. */
export async function findVersion({ db }: Db, { name, version }: Ref): Promise<PolicyVersionRow> {
  const row = await findPolicyVersion(db, name, version);
  if (row !== undefined) return row;
  const detail = `There is no version ${version} of the policy "${name}". GET /policies shows the newest, GET /policies/${name}/history how each came about.`;
  throw httpProblem(404, 'version.unknown', detail);
}

/** Everything that is known of a policy. */
export async function policyDetail(context: Db, viewer: Viewer, name: string): Promise<PolicyDetail> {
  const policy = await findPolicy(context, viewer, name);
  const live = liveVersionOf(policy);
  const base = baseOf(policy);
  const [departures, replicas] = await Promise.all([
    base === null ? [] : differences(context, base, { name, version: live }),
    base === null ? null : listPolicyReplicas(context.db, name),
  ]);
  const adopted = replicas?.filter(({ version }) => version === live).length ?? 0;
  return {
    ...policyView(policy),
    departures,
    standing: seesFigures(viewer, name) ? standingOf(policy.head) : null,
    adoption: replicas === null ? null : { live: replicas.length, adopted },
    replicas:
      replicas !== null && viewer.seesFleet
        ? replicas.map(({ version, workerId }) => ({ worker_id: workerId, version }))
        : null,
  };
}

/** What differs between two versions; see the query's schema for what is left out. */
export async function policyDiff(
  context: Db,
  policy: KnownPolicy,
  asked: { readonly from?: number | undefined; readonly to?: number | undefined },
): Promise<PolicyDiffView> {
  const { name } = policy;
  const to = { name, version: asked.to ?? liveVersionOf(policy) };
  const before = { name, version: Math.max(1, to.version - 1) };
  const from = asked.from === undefined ? (baseOf(policy) ?? before) : { name, version: asked.from };
  return { from, to, weights: await differences(context, from, to) };
}

async function differences(context: Db, from: Ref, to: Ref): Promise<PolicyDiffView['weights']> {
  const [before, after] = await Promise.all([findVersion(context, from), findVersion(context, to)]);
  return weightChanges(before.weights, after.weights);
}
