import type { PolicyRequestBody } from '@salience/contracts';
import { askPolicy, isAsked, type PolicyRequestRow } from '@salience/database/learning';
import { isSalienceError } from '@salience/errors';
import { parsePolicy } from '@salience/router';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';
import type { Operator } from '../operator/operator-door.ts';
import { findPolicy, findVersion, operatorView } from './find-policy.ts';
import { type KnownPolicy, liveOf } from './policy-views.ts';

/** Problems of a request. */
export const requestProblems = {
  404: ['policy.unknown', 'version.unknown'],
  409: ['policy.unregulated', 'policy.pinned', 'policy.unpinned'],
  422: ['policy.weights'],
};

/**
 * Asks the regulator, with an audit row. What cannot succeed as things stand is refused at once; the regulator decides by how they stand
 * when it comes to it. Throws `requestProblems`.
 */
export async function askRegulator(
  context: ConsumerContext,
  { actor }: Operator,
  name: string,
  body: PolicyRequestBody,
): Promise<PolicyRequestRow> {
  const { days, kind, version, weights } = body;
  const policy = await findPolicy(context, operatorView, name);
  await refuseState(context, policy, kind);
  const row = await findVersion(context, version === undefined ? liveOf(policy) : { name, version });
  if (kind === 'simulate') checkWeights({ ...row, weights: { ...row.weights, ...weights } });
  return await askPolicy(context.db, {
    kind,
    policy: name,
    // Before the first change there is no version to name: the regulator takes what decides.
    version: kind === 'unpin' || row.name !== name ? undefined : row.version,
    arguments: {
      ...(days === undefined ? {} : { days }),
      ...(weights === undefined ? {} : { weights }),
    },
    askedBy: actor,
    now: await context.clock.now(),
  });
}

async function refuseState(
  { db }: ConsumerContext,
  { before, head, name }: KnownPolicy,
  kind: PolicyRequestBody['kind'],
): Promise<void> {
  if (kind === 'simulate') return;
  if (before !== undefined)
    throw httpProblem(
      409,
      'policy.unregulated',
      `Nothing was changed yet: ${before.decides.name}@${before.decides.version} decides. To keep an agent to it, set "policy": "${before.decides.name}" in its settings; the policy "${name}" can be pinned once it has a version.`,
    );
  if (head === undefined)
    throw httpProblem(
      409,
      'policy.unregulated',
      `Nothing moves the policy "${name}" but a release, so it needs no pin and no rollback. An agent keeps to it by its setting "policy".`,
    );
  // A pin that the regulator has not come to yet is taken back as well.
  if (kind === 'unpin' && head.pinnedVersion === null && !(await isAsked(db, name, 'pin')))
    throw httpProblem(409, 'policy.unpinned', `The policy "${name}" is not pinned.`);
  if (kind === 'rollback' && head.pinnedVersion !== null)
    throw httpProblem(
      409,
      'policy.pinned',
      `The policy "${name}" is pinned to version ${head.pinnedVersion}. Unpin it first, or pin it to the other version.`,
    );
}

function checkWeights(policy: Parameters<typeof parsePolicy>[0]): void {
  try {
    parsePolicy(policy);
  } catch (error) {
    if (!isSalienceError(error) || error.code !== 'router.policy_invalid') throw error;
    throw httpProblem(422, 'policy.weights', error.message);
  }
}
