import type { PolicyDetail, PolicyDiffView } from '@salience/contracts';
import {
  findPolicyVersion,
  lastStanding,
  learningAgents,
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
import { baseOf, type KnownPolicy, liveOf, policyView, standingOf, weightChanges } from './policy-views.ts';

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

/** The policy that learns from all agents. */
const fleetName = 'fleet';

/** The fleet's policy before its first change. Undefined without a shipped one, which decides until then. */
async function fleetBefore({ db }: Db): Promise<KnownPolicy | undefined> {
  const version = await newestPolicyVersion(db, 'shipped');
  const decides = version === undefined ? undefined : { name: 'shipped', version };
  const row = decides && (await findPolicyVersion(db, decides.name, decides.version));
  if (decides === undefined || row === undefined) return undefined;
  const before = { decides, standing: await lastStanding(db) };
  return { name: fleetName, newest: decides.version, createdAt: row.createdAt, head: undefined, before };
}

/** The policy of an agent before its first change: what decides for all others does. Undefined where no agent that is there may get one. */
async function ofAgentBefore(context: Db, name: string): Promise<KnownPolicy | undefined> {
  const { db } = context;
  const learners: readonly string[] = ofAgent.test(name) ? await learningAgents(db) : [];
  if (!learners.includes(name.replace(ofAgent, ''))) return undefined;
  const fleet = await findPolicy(context, operatorView, fleetName);
  const { createdAt, newest } = fleet;
  return { name, newest, createdAt, head: undefined, before: { decides: liveOf(fleet), standing: null } };
}

/** Every policy that is there to see, by name; the fleet's also before its first change. */
export async function listPolicies(context: Db, { sees }: Viewer): Promise<KnownPolicy[]> {
  const { db } = context;
  const [names, heads] = await Promise.all([listPolicyNames(db), listPolicyHeads(db)]);
  const headOf = new Map(heads.map((head) => [head.name, head]));
  const fleet = headOf.has(fleetName) ? undefined : await fleetBefore(context);
  return names
    .filter(({ name }) => sees(name))
    .map(({ createdAt, name, version }): KnownPolicy => {
      return { name, newest: version, createdAt, head: headOf.get(name) };
    })
    .concat(fleet ?? [])
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A policy. Throws 404 for a name that is not there, or not theirs to see. */
export async function findPolicy(context: Db, viewer: Viewer, name: string): Promise<KnownPolicy> {
  const { db } = context;
  const [newest, head] = viewer.sees(name)
    ? await Promise.all([newestPolicyVersion(db, name), policyHead(db, name)])
    : [undefined, undefined];
  const row = newest === undefined ? undefined : await findPolicyVersion(db, name, newest);
  if (row === undefined && viewer.sees(name)) {
    const before = name === fleetName ? await fleetBefore(context) : await ofAgentBefore(context, name);
    if (before !== undefined) return before;
  }
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
  const live = liveOf(policy);
  const base = baseOf(policy);
  const figures = seesFigures(viewer, name);
  const [departures, replicas] = await Promise.all([
    base === null ? [] : differences(context, base, live),
    policy.head === undefined ? null : listPolicyReplicas(context.db, name),
  ]);
  const adopted = replicas?.filter(({ version }) => version === live.version).length ?? 0;
  return {
    ...policyView(policy, figures),
    departures,
    standing: figures ? standingOf(policy) : null,
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
  const to = asked.to === undefined ? liveOf(policy) : { name, version: asked.to };
  const from =
    asked.from === undefined
      ? (baseOf(policy) ?? (await earlierThan(context, to)))
      : { name, version: asked.from };
  return { from, to, weights: await differences(context, from, to) };
}

/** The newest version before another that is there: releases bring no row of each. Throws 404 where there is none. */
async function earlierThan({ db }: Db, { name, version }: Ref): Promise<Ref> {
  const earlier = await newestPolicyVersion(db, name, version);
  if (earlier !== undefined) return { name, version: earlier };
  throw httpProblem(404, 'version.unknown', `There is no version of the policy "${name}" before ${version}.`);
}

async function differences(context: Db, from: Ref, to: Ref): Promise<PolicyDiffView['weights']> {
  const [before, after] = await Promise.all([findVersion(context, from), findVersion(context, to)]);
  return weightChanges(before.weights, after.weights);
}
