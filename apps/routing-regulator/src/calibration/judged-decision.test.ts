import type { DecidedTurn } from '@salience/database/learning';
import { expect, test } from 'vitest';
import { judgedDecision } from './judged-decision.ts';

type Given = DecidedTurn['labels'][number];
const turn = (labels: readonly Partial<Given>[]) =>
  ({
    confidence: 0.4,
    endedAt: new Date(0),
    // Acted, then answered: what the first routing took is what a confidence is about.
    decision: { modeInitial: 'ACT', modeTerminal: 'RESPOND', tiebreak: null },
    labels: labels.map((label) => ({
      kind: 'correct',
      wanted: null,
      confidence: 0.9,
      givenVia: 'reaction',
      reason: 'test',
      givenBy: 'owner',
      at: new Date(0),
      ...label,
    })),
  }) as unknown as DecidedTurn;
const correctBy = (labels: readonly Partial<Given>[]) => judgedDecision(turn(labels))?.correct ?? null;

test('a decision is right by the strongest label that it has: feedback, reaction, a sure review, silence', () => {
  expect(judgedDecision(turn([{}]))).toEqual({ mode: 'ACT', confidence: 0.4, correct: true });
  expect(correctBy([])).toBeNull();
  const silence = { givenVia: 'silence', kind: 'correct', confidence: 0.2 } as const;
  const review = { givenVia: 'reflection', kind: 'missed_clarify', confidence: 0.9 } as const;
  const reaction = { givenVia: 'reaction', kind: 'correct' } as const;
  const feedback = { givenVia: 'feedback', kind: 'over_engagement', confidence: 0.5 } as const;
  expect(correctBy([silence])).toBe(true);
  expect(correctBy([silence, review])).toBe(false);
  expect(correctBy([silence, { ...review, confidence: 0.6 }])).toBe(true);
  expect(correctBy([silence, review, reaction])).toBe(true);
  expect(correctBy([silence, review, reaction, feedback])).toBe(false);
});
