import { decodeDecision, encodeDecision } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundLikeness,
  buildSignals,
  coldSnapshot,
  decide,
  decideEarly,
  extractCues,
  freshRouterState,
  referencePolicy,
  replay,
  shippedPolicy,
  toEarlyDecision,
} from '../index.ts';
import { anySignals, anyState } from '../../test/arbitraries.ts';

const orders = ['Salience, remind me tomorrow to call my mother', 'Where does Ana live?', 'thanks', 'yes'];

function early(text: string, overheard: boolean) {
  const cues = extractCues(text);
  const likeness = boundLikeness({ text, modelId: undefined, cues });
  return decideEarly(
    buildSignals(cues, { ...coldSnapshot, overheard }),
    likeness,
    shippedPolicy,
    freshRouterState,
  );
}

test.each(orders)('%j that was only overheard is silence, before embedder and memory are asked', (text) => {
  expect(early(text, true)?.result).toMatchObject({
    mode: 'IGNORE',
    confidence: 1,
    decidedBy: 'overheard_guard',
    needsTiebreak: false,
  });
  expect(early(text, false)?.result.mode).not.toBe('IGNORE');
});

test('no policy has the agent answer what it only overheard', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(shippedPolicy, referencePolicy),
      anySignals,
      anyState,
      (policy, signals, state) => {
        const result = decide({ ...signals, overheard: 1 }, policy, state);
        expect(result).toMatchObject({ mode: 'IGNORE', needsTiebreak: false, margin: 1 });
        expect(result.runnerUp).not.toBe('IGNORE');
      },
    ),
  );
});

test('law 13: such a decision replays from its bytes, and one about what was said to the agent stores nothing of it', () => {
  for (const text of orders) {
    const found = early(text, true);
    const decision = decodeDecision(encodeDecision(toEarlyDecision(found as NonNullable<typeof found>)));
    expect(decision.signals.overheard).toBe(1);
    expect(replay(decision, shippedPolicy)).toMatchObject({ identical: true, differences: [] });
  }
  const said = early('thanks', false);
  expect(toEarlyDecision(said as NonNullable<typeof said>).signals).not.toHaveProperty('overheard');
});
