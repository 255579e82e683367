import { type Mode, modes, type Scores } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { featuresOf } from '../policy/features.ts';
import { type Policy, weightOf } from '../policy/policy.ts';
import { type Term, termNames, terms } from '../policy/terms.ts';
import { signalNames, type Signals } from '../signals/signals.ts';

/** Two scores closer than this are equal: sums of decimal weights differ in their last bits. */
const resolution = 1e9;

function checkSignals(signals: Signals): void {
  const missing = signalNames.find((name) => !Number.isFinite(signals[name]));
  if (missing === undefined) return;
  throw new SalienceError(
    'router.signals_invalid',
    `Expected a finite number for signal ${missing}, got ${String(signals[missing])}. Build signals with buildSignals.`,
    { kind: 'bug', data: { signal: missing } },
  );
}

interface Rule extends Term {
  readonly weight: number;
}

/** A policy never changes, and one of them decides for many turns: its rules are picked out once. */
const rules = new WeakMap<Policy, readonly Rule[]>();

function rulesOf(policy: Policy): readonly Rule[] {
  const known = rules.get(policy);
  if (known !== undefined) return known;
  const picked = termNames
    .map((name): Rule => ({ ...terms[name], weight: weightOf(policy, name) }))
    .filter(({ weight }) => weight !== 0);
  rules.set(policy, picked);
  return picked;
}

/**
 * One score per mode: the sum of the policy's rules, to nine decimals. Says nothing of guards and
 * exclusions. Throws `router.signals_invalid` when a signal is missing or not finite.
 */
export function scoreModes(signals: Signals, policy: Policy): Scores {
  checkSignals(signals);
  const features = featuresOf(signals);
  const scores: Record<Mode, number> = { RESPOND: 0, CLARIFY: 0, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 };
  for (const { mode, value, weight } of rulesOf(policy)) scores[mode] += weight * value(signals, features);
  // Adding 0 turns -0 into 0, which JSON would do silently.
  for (const mode of modes) scores[mode] = Math.round(scores[mode] * resolution) / resolution + 0;
  return scores;
}

/** The range a mode's score can take under a policy, whatever the signals. */
export function scoreBound(policy: Policy, mode: Mode): number {
  return termNames
    .filter((name) => terms[name].mode === mode)
    .reduce((sum, name) => sum + weightOf(policy, name), 0);
}
