import { modes } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyTiebreak,
  buildSignals,
  coldSnapshot,
  decide,
  explainDecision,
  extractCues,
  freshRouterState,
  neutralOf,
  replay,
  shippedPolicy,
  type Signals,
  signalNames,
  toDecision,
} from '../index.ts';

const texts = [
  'Where does Ana live?',
  'could you please book a table for two',
  'thanks a lot!',
  'my sister moved to Leeds last week',
  'do it',
  'remember that the key is under the mat',
  'hello',
];

const decided = (text: string, change: Partial<Signals> = {}) => {
  const signals = { ...buildSignals(extractCues(text), coldSnapshot), ...change };
  const result = decide(signals, shippedPolicy, freshRouterState);
  return toDecision(result, applyTiebreak(result, null));
};

describe('what moved a decision', () => {
  const situation = fc.tuple(
    fc.constantFrom(...texts),
    fc.record({
      context_warmth: fc.double({ min: 0, max: 1, noNaN: true }),
      fact_count: fc.nat(12),
      act_likeness: fc.double({ min: 0, max: 1, noNaN: true }),
      evidence_score: fc.double({ min: 0, max: 1, noNaN: true }),
      evidence_count: fc.nat(3),
      speaker_count: fc.constantFrom(1, 3),
      agent_asked: fc.constantFrom(0, 1),
    }),
  );

  test('law 13: a decision stored with the signal neutral replays to the scores, margin and mode that are said', () => {
    fc.assert(
      fc.property(situation, ([text, change]) => {
        const stored = decided(text, change);
        const { decision } = explainDecision(stored, shippedPolicy);
        for (const { effectiveMargin, margin, mode, neutral, scores, signal } of decision.influences) {
          const otherwise = { ...stored, signals: { ...stored.signals, [signal]: neutral } };
          const { result } = replay(otherwise, shippedPolicy);
          expect({ scores, margin, effectiveMargin, mode }).toEqual({
            scores: result.scores,
            margin: result.margin,
            effectiveMargin: result.effectiveMargin,
            mode: result.mode,
          });
          expect(neutral).toBe(neutralOf(signal));
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test('a signal that is not named moved nothing', () => {
    fc.assert(
      fc.property(situation, ([text, change]) => {
        const stored = decided(text, change);
        const { influences } = explainDecision(stored, shippedPolicy).decision;
        const named = new Set<string>([
          'char_count',
          'excluded_modes',
          ...influences.map((one) => one.signal),
        ]);
        for (const signal of signalNames.filter((name) => !named.has(name))) {
          const otherwise = { ...stored, signals: { ...stored.signals, [signal]: neutralOf(signal) } };
          const { result } = replay(otherwise, shippedPolicy);
          expect([signal, result.scores, result.mode]).toEqual([signal, stored.scores, stored.modeInitial]);
        }
      }),
      { numRuns: 200, seed: 12 },
    );
  });

  test('the rules that are told add up to the scores', () => {
    for (const text of texts) {
      const stored = decided(text);
      const { rules } = explainDecision(stored, shippedPolicy).decision;
      for (const mode of modes) {
        const sum = rules
          .filter((rule) => rule.mode === mode)
          .reduce((total, { value, weight }) => total + weight * value, 0);
        expect(sum).toBeCloseTo(stored.scores[mode], 8);
      }
    }
  });

  test('what moved most comes first, and for whom is said by its sign', () => {
    const { influences, result } = explainDecision(
      decided('could you please book a table for two'),
      shippedPolicy,
    ).decision;
    expect(result.mode).toBe('ACT');
    const [first] = influences;
    expect(first?.signal).toBe('act_request');
    expect(first?.moved).toBeGreaterThan(0);
    const sizes = influences.map(({ moved }) => Math.abs(moved));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  test('the routing after the actions is explained too', () => {
    const signals = buildSignals(extractCues('Where does Ana live?'), coldSnapshot);
    const first = decide(signals, shippedPolicy, freshRouterState);
    const again = decide({ ...signals, acted: 1 }, shippedPolicy, {
      ...freshRouterState,
      exclude: ['ACT'],
    });
    const rerouted = { result: again, settled: applyTiebreak(again, null) };
    const stored = toDecision(first, applyTiebreak(first, null), rerouted.settled.mode, rerouted);
    const { reroute } = explainDecision(stored, shippedPolicy);
    expect(reroute?.influences.map(({ signal }) => signal)).toContain('acted');
    expect(explainDecision(decided('hello'), shippedPolicy).reroute).toBeNull();
  });
});
