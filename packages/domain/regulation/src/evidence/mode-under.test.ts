import { type Mode, modes } from '@salience/contracts';
import { applyTiebreak, type Policy, referencePolicy, shippedPolicy, type Signals } from '@salience/router';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySignals } from '../../test/arbitraries.ts';
import { createGauge, type LabelledDecision, routedBy } from './measure.ts';
import { modesUnder } from './mode-under.ts';

const anyMode = fc.constantFrom(...modes);
const tiebreak = fc.option(
  fc.record({ candidates: fc.tuple(anyMode, anyMode), choice: fc.option(anyMode, { freq: 4 }) }),
  { freq: 3 },
);
const step = fc.constantFrom(0, 0.02, -0.02, 0.1, -0.1, 1 / 3, 0.123456789012);

/** The policies that a regulator makes of a shipped one, and worse. */
const anyPolicy = fc
  .tuple(fc.constantFrom(shippedPolicy, referencePolicy), fc.array(step, { minLength: 80, maxLength: 80 }))
  .map(([policy, steps]): Policy => {
    const weights = Object.entries(policy.weights).map(([name, weight], at) => [
      name,
      Math.max(weight + (steps[at] ?? 0), 0),
    ]);
    return { ...policy, weights: Object.fromEntries(weights) };
  });

function stored(signals: Signals, answer: LabelledDecision['tiebreak']): LabelledDecision {
  const parts = { id: 'd', agent: 'a', person: 'p', at: 0, policyVersion: 1, label: null } as const;
  return { ...parts, signals, taken: 'RESPOND', tiebreak: answer };
}

/** What the router itself says, with the rule of the stored answer. */
function routed(decision: LabelledDecision, policy: Policy) {
  const signals = decision.signals as Signals;
  const result = routedBy(signals, policy);
  const pair: readonly Mode[] = decision.tiebreak?.candidates ?? [];
  const stands = pair.includes(result.mode) && pair.includes(result.runnerUp);
  const answer =
    stands && decision.tiebreak !== null ? { choice: decision.tiebreak.choice, reason: '' } : null;
  return applyTiebreak(result, answer).mode;
}

test('law 13: a policy decides from measured values what the router decides from the signals', () => {
  const gauges = new Map(
    [shippedPolicy, referencePolicy].map((policy) => [policy.name, createGauge(policy)]),
  );
  fc.assert(
    fc.property(anySignals, anyPolicy, tiebreak, fc.boolean(), (signals, policy, answer, fitting) => {
      const gauge = gauges.get(policy.name);
      if (gauge === undefined) throw new Error('no gauge');
      // Half of the stored answers are about the two best, as they are in life.
      const { mode, runnerUp } = routedBy(signals, policy);
      const fits =
        fitting && answer !== null ? { candidates: [mode, runnerUp] as const, choice: runnerUp } : answer;
      const decision = stored(signals, fits);
      const [place] = modesUnder(gauge, [gauge.measure(decision)], policy);
      expect(modes[place ?? -1]).toBe(routed(decision, policy));
    }),
    { numRuns: 20_000 },
  );
});

test('scores that are equal to nine decimals go to the first mode of the list, as in the router', () => {
  const weights = { 'respond.base': 0.1 + 0.2, 'clarify.base': 0.3, 'act.base': 0.3000000005 };
  const policy: Policy = { name: 'even', version: 1, weights };
  const gauge = createGauge(policy);
  fc.assert(
    fc.property(anySignals, (signals) => {
      const decision = stored(signals, null);
      const [place] = modesUnder(gauge, [gauge.measure(decision)], policy);
      expect(modes[place ?? -1]).toBe(routed(decision, policy));
    }),
  );
});

test('a decision that is older than a signal is measured as if that signal moved nothing', () => {
  const gauge = createGauge(shippedPolicy);
  fc.assert(
    fc.property(anySignals, (signals) => {
      const neutral = { ...signals, asks_kept: 0, acted: -1 };
      const { asks_kept: _asked, acted: _acted, ...older } = neutral;
      const now = gauge.measure(stored(neutral, null));
      const then = gauge.measure({ ...stored(neutral, null), signals: older });
      expect(then.values).toEqual(now.values);
    }),
  );
});

test('a policy with a weight that the gauge does not know is refused', () => {
  const gauge = createGauge(referencePolicy);
  expect(() => modesUnder(gauge, [], shippedPolicy)).toThrow(/made for/);
});
