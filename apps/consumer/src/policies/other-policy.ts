import type { Decision } from '@salience/contracts';
import { parsePolicy, type Policy } from '@salience/router';
import type { ConsumerContext } from '../consumer-context.ts';
import { findPolicy, findVersion, type Viewer } from './find-policy.ts';
import { liveOf } from './policy-views.ts';

/** The policy that is asked for in place of the one that decided; undefined where none is. Throws 404 for one that is not there, or not theirs to see. */
export async function otherPolicy(
  context: Pick<ConsumerContext, 'db'>,
  viewer: Viewer,
  { policyName, policyVersion }: Pick<Decision, 'policyName' | 'policyVersion'>,
  { policy, version }: { readonly policy?: string | undefined; readonly version?: number | undefined },
): Promise<Policy | undefined> {
  if (policy === undefined && version === undefined) return undefined;
  const name = policy ?? policyName;
  return await policyAt(context, viewer, name, version ?? (name === policyName ? policyVersion : undefined));
}

/** A version of a policy, or without one the version that decides. Throws as `findPolicy` and `findVersion`. */
export async function policyAt(
  context: Pick<ConsumerContext, 'db'>,
  viewer: Viewer,
  name: string,
  version: number | undefined,
): Promise<Policy> {
  const found = await findPolicy(context, viewer, name);
  const row = await findVersion(context, version === undefined ? liveOf(found) : { name, version });
  return parsePolicy({ name: row.name, version: row.version, weights: row.weights });
}
