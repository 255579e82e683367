import { SalienceError } from '@salience/errors';
import { type WeightName, weightNames } from './terms.ts';

/** A named, numbered set of weights. A published version never changes. */
export interface Policy {
  readonly name: string;
  /** Counts up from 1. */
  readonly version: number;
  /** Magnitudes, 0 or more. A rule without a weight is not part of the policy. */
  readonly weights: Readonly<Partial<Record<WeightName, number>>>;
}

/** Largest weight a policy may hold; with it every score is bounded. */
const weightMax = 10;

const known: ReadonlySet<string> = new Set(weightNames);

/**
 * Reads a policy from a row or a file. Throws `router.policy_invalid` (terminal) for a weight nobody knows, a
 * weight that is no number from 0 to 10, or a version below 1.
 */
export function parsePolicy(value: {
  readonly name: string;
  readonly version: number;
  readonly weights: Readonly<Record<string, number>>;
}): Policy {
  const wrong = Object.entries(value.weights).find(
    ([name, weight]) =>
      !known.has(name) || !(typeof weight === 'number' && weight >= 0 && weight <= weightMax),
  );
  if (wrong !== undefined) {
    throw new SalienceError(
      'router.policy_invalid',
      `Expected known weights from 0 to ${weightMax} in policy ${value.name}, got ${wrong[0]} = ${wrong[1]}. Correct the weight or remove it.`,
      { data: { policy: value.name, version: value.version, weight: wrong[0] } },
    );
  }
  if (!Number.isInteger(value.version) || value.version < 1) {
    throw new SalienceError(
      'router.policy_invalid',
      `Expected a version of 1 or more for policy ${value.name}, got ${value.version}. Number versions upwards from 1.`,
      { data: { policy: value.name } },
    );
  }
  return { name: value.name, version: value.version, weights: value.weights as Policy['weights'] };
}

/** The weight of a rule, 0 when the policy does not have it. */
export function weightOf(policy: Policy, name: WeightName): number {
  return policy.weights[name] ?? 0;
}
