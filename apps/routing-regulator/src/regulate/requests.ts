import { newId } from '@salience/database';
import {
  openPolicyRequests,
  pinPolicy,
  policyHead,
  type PolicyHeadRow,
  type PolicyRequestRow,
  publishPolicy,
  settlePolicyRequest,
  supersededPin,
  supersedePolicyRequests,
} from '@salience/database/learning';
import { isSalienceError } from '@salience/errors';
import { paceRules } from '@salience/regulation';
import type { Policy, WeightName } from '@salience/router';
import { movedTo, readLineState } from './line-state.ts';
import { baseOfVersion, nextVersionOf } from './lines.ts';
import type { RegulatorDeps } from './regulator-deps.ts';
import { simulate } from './simulate.ts';

/** Requests of one look. */
const requestsMax = 20;

/** Why a request was not carried out. */
type Refusal =
  | 'policy_pinned'
  | 'policy_unpinned'
  | 'policy_unregulated'
  | 'version_unknown'
  | 'version_unreadable';

/** What became of a request: done, with its outcome kept in the same commit; refused; or to be tried again, as somebody moved the policy meanwhile. */
type Became = 'done' | 'again' | { readonly refused: Refusal };

/** Carries out what people asked for, the oldest first; what a later request takes the place of is not. Resolves with how many requests were ended. */
export async function carryOutRequests(
  deps: RegulatorDeps,
  signal: AbortSignal,
  alive: () => void,
): Promise<number> {
  // Of several that move a policy the last one counts.
  let ended = await supersedePolicyRequests(deps.db, await deps.clock.now());
  for (const request of await openPolicyRequests(deps.db, requestsMax)) {
    signal.throwIfAborted();
    alive();
    if (await endRequest(deps, request, signal, alive)) ended += 1;
  }
  return ended;
}

async function endRequest(
  deps: RegulatorDeps,
  request: PolicyRequestRow,
  signal: AbortSignal,
  alive: () => void,
): Promise<boolean> {
  const { clock, db, fault, log } = deps;
  const now = await clock.now();
  const settle = (state: 'done' | 'refused', outcome: Readonly<Record<string, unknown>>) =>
    settlePolicyRequest(db, request.id, { state, outcome, now });
  try {
    if (request.kind === 'simulate') {
      const { refused, ...outcome } = await simulate(deps, request, signal, alive);
      return await settle(refused === undefined ? 'done' : 'refused', {
        ...outcome,
        ...(refused ? { why: refused } : {}),
      });
    }
    await fault('regulator.before-request');
    const became = await move(deps, request, now);
    if (became === 'again') return false;
    if (became !== 'done') return await settle('refused', { why: became.refused });
    log.info({ policy: request.policy, kind: request.kind, by: request.askedBy }, 'request carried out');
    deps.tell(request.policy);
    return true;
  } catch (error) {
    if (signal.aborted || (isSalienceError(error) && error.kind === 'retryable')) throw error;
    // One that always fails would hold up all others.
    log.error({ err: error, request: request.id }, 'a request about a policy could not be carried out');
    return settle('refused', {
      why: 'failed',
      code: isSalienceError(error) ? error.code : 'error.unexpected',
    });
  }
}

async function move(deps: RegulatorDeps, request: PolicyRequestRow, now: Date): Promise<Became> {
  const { db, policies } = deps;
  const head = await policyHead(db, request.policy);
  if (head === undefined) return { refused: 'policy_unregulated' };
  if (request.kind === 'unpin') return unpin(deps, head, request, now);
  const version = request.version ?? head.liveVersion;
  const newest = (await nextVersionOf(db, head.name)) - 1;
  if (version < 1 || version > newest) return { refused: 'version_unknown' };
  const target = await policies.version(head.name, version);
  if (target === undefined) return { refused: 'version_unreadable' };
  return request.kind === 'pin'
    ? pin(deps, { head, target }, request, now)
    : rollBack(deps, { head, target }, request, now);
}

interface Move {
  readonly head: PolicyHeadRow;
  readonly target: Policy;
}

/** What is kept with the head when somebody has another version decide. */
async function stateAt({ policies }: RegulatorDeps, { head, target }: Move) {
  const live = await policies.version(head.name, head.liveVersion);
  const { changeId, regulator, standing } = readLineState(head, live ?? target);
  // What decides stays the same: its open change goes on being judged when it is let go.
  if (live !== undefined && target.version === head.liveVersion) return { regulator, changeId, standing };
  return { regulator: movedTo(regulator, target), changeId: null, standing };
}

async function pin(deps: RegulatorDeps, move: Move, request: PolicyRequestRow, now: Date): Promise<Became> {
  const { head, target } = move;
  const { askedBy: by, id } = request;
  const cause = `${by} holds the policy at version ${target.version}`;
  const pinned = await pinPolicy(deps.db, {
    name: head.name,
    from: { version: head.liveVersion },
    version: target.version,
    // A release that came since goes on top of it when it is let go.
    base: await baseOfVersion(deps.db, head.name, target.version),
    by,
    state: await stateAt(deps, move),
    change: { id: newId('policyChange', now.getTime()), action: 'pin', cause },
    request: { id, outcome: { version: target.version } },
    now,
  });
  return pinned === null ? 'again' : 'done';
}

async function unpin(
  deps: RegulatorDeps,
  head: PolicyHeadRow,
  { askedBy: by, id }: PolicyRequestRow,
  now: Date,
): Promise<Became> {
  if (head.pinnedVersion === null) return takeBackPin(deps, head, id, now);
  const target = await deps.policies.version(head.name, head.liveVersion);
  const unpinned = await pinPolicy(deps.db, {
    name: head.name,
    from: { version: head.liveVersion },
    version: null,
    by,
    state: target === undefined ? null : await stateAt(deps, { head, target }),
    change: {
      id: newId('policyChange', now.getTime()),
      action: 'unpin',
      cause: `${by} lets the policy be moved again`,
    },
    request: { id, outcome: { version: head.liveVersion } },
    now,
  });
  return unpinned === null ? 'again' : 'done';
}

/** Nothing is pinned: what there is to take back is a pin that was asked for and not carried out. */
async function takeBackPin(
  { db }: RegulatorDeps,
  { liveVersion, name }: PolicyHeadRow,
  id: PolicyRequestRow['id'],
  now: Date,
): Promise<Became> {
  const pin = await supersededPin(db, name, id);
  if (pin === undefined) return { refused: 'policy_unpinned' };
  const outcome = { version: liveVersion, instead_of: pin };
  return (await settlePolicyRequest(db, id, { state: 'done', outcome, now })) ? 'done' : 'again';
}

/** Publishes the weights of an earlier version as the next one. What it moves rests as after any change, so that learning does not undo it at once. */
async function rollBack(
  deps: RegulatorDeps,
  move: Move,
  request: PolicyRequestRow,
  now: Date,
): Promise<Became> {
  const { db, policies } = deps;
  const { head, target } = move;
  const { askedBy, id } = request;
  if (head.pinnedVersion !== null) return { refused: 'policy_pinned' };
  const { name } = head;
  const next: Policy = { name, version: await nextVersionOf(db, name), weights: target.weights };
  const live = await policies.version(name, head.liveVersion);
  const {
    changeId: _open,
    regulator,
    standing,
  } = {
    ...(await stateAt(deps, { head, target: next })),
  };
  const rests = now.getTime() + paceRules.cooldownHours * 3_600_000;
  const moved = (Object.keys(next.weights) as WeightName[]).filter(
    (weight) => next.weights[weight] !== live?.weights[weight],
  );
  const cooldowns = { ...regulator.cooldowns, ...Object.fromEntries(moved.map((weight) => [weight, rests])) };
  const cause = `${askedBy} asked for the weights of version ${target.version}`;
  const version = await publishPolicy(db, {
    name,
    from: { version: head.liveVersion, cycledAt: head.cycledAt },
    parent: { name, version: head.liveVersion },
    base: (await baseOfVersion(db, name, target.version)) ?? {
      name: head.baseName,
      version: head.baseVersion,
    },
    weights: next.weights as Readonly<Record<string, number>>,
    reason: { why: 'rollback', version: target.version, asked_by: askedBy },
    state: { regulator: { ...regulator, cooldowns, publishedAt: now.getTime() }, changeId: null, standing },
    cycledAt: head.cycledAt,
    change: { id: newId('policyChange', now.getTime()), action: 'rollback', cause },
    request: { id, outcome: { version: next.version, weights_of: target.version } },
    now,
  });
  return version === null ? 'again' : 'done';
}
