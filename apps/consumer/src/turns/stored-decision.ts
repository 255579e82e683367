import type { Decision, TurnId } from '@salience/contracts';
import { loadPolicyVersion } from '@salience/database/agents';
import { explainTurn } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';
import { parsePolicy, type Policy } from '@salience/router';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { unknownTurn } from './find-turn.ts';

/**
 * The decision of a turn with the policy that made it; `redacted` where its words were forgotten. Throws 404 for an unknown turn and 409
 * for one that was never routed.
 */
export async function storedDecision(
  { db }: Pick<ConsumerContext, 'db'>,
  { agent }: Caller,
  turnId: TurnId,
): Promise<'redacted' | { readonly decision: Decision; readonly policy: Policy }> {
  const explanation = await explainTurn(db, agent.id, turnId);
  if (explanation === undefined) throw unknownTurn();
  const { decision, turn } = explanation;
  if (turn.forgottenAt !== null) return 'redacted';
  if (decision === null)
    throw httpProblem(409, 'turn.undecided', 'This turn has no decision: it was never routed.');
  const { policyName, policyVersion } = decision;
  const policy = await loadPolicyVersion(db, policyName, policyVersion);
  if (policy !== undefined) return { decision, policy: parsePolicy(policy) };
  throw new SalienceError(
    'bug.policy-missing',
    `Policy ${policyName} version ${policyVersion} no longer exists.`,
    { kind: 'bug' },
  );
}
