import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  replay,
  shippedPolicy,
  applyTiebreak,
  toDecision,
} from '@salience/router';
import { confidenceInThread } from '@salience/topics';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const texts = [
  'And the other one?',
  'What about that?',
  'Why?',
  'Do it again.',
  'Can you change it?',
  'More of that, please.',
];

/** The decision in a running thread that has come to be so sure of its topic, on a message that says `observed` of it. */
function decided(text: string, threadConfidence: number, observed: number, turns: number) {
  const thread = { topicId: 'garden', confidence: threadConfidence };
  const topicConfidence = confidenceInThread(thread, { topicId: 'garden', confidence: observed });
  const snapshot = {
    ...coldSnapshot,
    workingMemoryTurns: turns,
    topicConfidence,
    minutesSinceActivity: 1,
    isNewTopic: false,
  };
  return decide(buildSignals(extractCues(text), snapshot), shippedPolicy, freshRouterState);
}

it('law 8: a thread that is sure of its topic decides some message otherwise than one that is not', () => {
  const changed = texts.flatMap((text) =>
    [0.1, 0.3, 0.5].filter(
      (observed) => decided(text, 0, observed, 2).mode !== decided(text, 1, observed, 2).mode,
    ),
  );
  expect(changed.length).toBeGreaterThan(0);
});

it('law 13: whatever the thread was sure of, the stored decision comes out again bit for bit (property)', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...texts), share, share, fc.nat(6), (text, thread, observed, turns) => {
      const result = decided(text, Math.fround(thread), observed, turns);
      const stored = JSON.parse(JSON.stringify(toDecision(result, applyTiebreak(result, null)))) as never;
      expect(replay(stored, shippedPolicy)).toMatchObject({ identical: true });
    }),
  );
});

it('on another topic, or without one before, only the message counts', () => {
  const sure = { topicId: 'garden', confidence: 1 };
  expect(confidenceInThread(sure, { topicId: 'boat', confidence: 0.2 })).toBe(0.2);
  expect(confidenceInThread({ topicId: null, confidence: 1 }, { topicId: 'boat', confidence: 0.2 })).toBe(
    0.2,
  );
  expect(confidenceInThread(sure, { topicId: 'garden', confidence: 0.2 })).toBeCloseTo(0.6);
});
