import { policyHead, type PolicyHeadRow, type PolicyRequestRow } from '@salience/database/learning';
import { isSalienceError } from '@salience/errors';
import { parsePolicy, type Policy } from '@salience/router';
import { z } from 'zod';
import { workInThread } from './in-thread.ts';
import { agentOf, decidedBy } from './lines.ts';
import type { RegulatorDeps } from './regulator-deps.ts';
import { dayMs, decisionsOf, windowOf } from './window.ts';

const argumentsSchema = z.object({
  weights: z.record(z.string(), z.number()).optional(),
  days: z.number().int().min(1).max(90).optional(),
});
/** Days whose decisions are read, where the request does not say. */
const daysUsual = 28;

/**
 * What stored decisions would have become under a version, with some weights in place of its own, against the version that decides. Changes
 * nothing. The cost is a mean of misroutes, 0 to 1; its change is below 0 where the candidate is better.
 */
export async function simulate(
  deps: RegulatorDeps,
  request: PolicyRequestRow,
  signal: AbortSignal,
  alive: () => void,
): Promise<{ readonly refused?: string } & Readonly<Record<string, unknown>>> {
  const { clock, db, policies } = deps;
  const { policy: name } = request;
  const asked = argumentsSchema.safeParse(request.arguments);
  if (!asked.success) return { refused: 'arguments_invalid' };
  const { head, of } = await deciding(db, name);
  const live = head === undefined ? await policies.newest(of) : await policies.version(of, head.liveVersion);
  const version = request.version ?? live?.version;
  const given = version === undefined ? undefined : await policies.version(of, version);
  if (live === undefined || given === undefined) return { refused: 'version_unknown' };
  const candidate = candidateOf(given, asked.data.weights ?? {});
  if (candidate === undefined) return { refused: 'weights_invalid' };
  const now = await clock.now();
  const window = await windowOf(db, now, {
    agentId: agentOf(name),
    days: asked.data.days ?? daysUsual,
  });
  const pages = decisionsOf(db, window, alive);
  const done = await workInThread({ kind: 'simulate', live, candidate }, pages, signal);
  const { estimate } = done;
  return {
    policy: of,
    version: given.version,
    against: live.version,
    days: (window.to.getTime() - window.from.getTime()) / dayMs,
    decisions: done.decisions,
    labelled: done.labelled,
    people: done.people,
    unreadable: done.unreadable,
    moved: estimate.moved,
    moved_labelled: estimate.movedLabelled,
    moved_people: estimate.movedPeople,
    cost: { mean: estimate.mean, lower: estimate.lower, upper: estimate.upper },
    modes: { live: done.live, candidate: done.candidate },
  };
}

/** The policy that decides where this one is asked about, and its head if it is regulated. */
async function deciding(
  db: RegulatorDeps['db'],
  name: string,
): Promise<{ readonly of: string; readonly head: PolicyHeadRow | undefined }> {
  const head = await policyHead(db, name);
  const instead = head === undefined ? decidedBy(name) : undefined;
  return instead === undefined ? { of: name, head } : deciding(db, instead);
}

/** Undefined where a weight is not one of the router's, or out of its range. */
function candidateOf(given: Policy, weights: Readonly<Record<string, number>>): Policy | undefined {
  try {
    return parsePolicy({ ...given, weights: { ...(given.weights as Record<string, number>), ...weights } });
  } catch (error) {
    if (!isSalienceError(error) || error.code !== 'router.policy_invalid') throw error;
    return undefined;
  }
}
