import {
  labelKindSchema,
  labelViaSchema,
  modes,
  reviewDimensions,
  type RoutingReview,
} from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptReview, type ReviewedDecision } from './accept-review.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const mode = fc.constantFrom(...modes);
const proposal: fc.Arbitrary<RoutingReview> = fc.record({
  ambiguity: share,
  dimensions: fc.record(
    Object.fromEntries(reviewDimensions.map((name) => [name, share])) as Record<
      (typeof reviewDimensions)[number],
      typeof share
    >,
  ),
  agrees: fc.boolean(),
  wanted: fc.option(mode),
  confidence: share,
});
const label = fc
  .tuple(fc.constantFrom(...labelViaSchema.options), fc.constantFrom(...labelKindSchema.options))
  .map(([way, kind]) => `${way}:${kind}` as const);
const decision: fc.Arbitrary<ReviewedDecision> = fc.record({
  message: fc.constantFrom('', '  ', 'Book a table.'),
  mode,
  labels: fc.array(label, { maxLength: 3 }),
});

test('law 6: a label comes only of a review that is sure, agrees with itself, and that no person overrides', () => {
  fc.assert(
    fc.property(proposal, decision, (proposed, decided) => {
      const accepted = acceptReview(proposed, decided);
      const isToldByPerson = decided.labels.some(
        (one) => one.startsWith('reaction:') || one.startsWith('feedback:'),
      );
      if (accepted.label === null) return;
      expect(proposed.confidence).toBeGreaterThan(0.7);
      expect(isToldByPerson).toBe(false);
      expect(accepted.label.wanted).toBe(proposed.agrees ? decided.mode : proposed.wanted);
      expect(accepted.label.kind === 'correct').toBe(proposed.agrees);
      expect(accepted.label.wanted === 'IGNORE' && decided.message.trim() !== '').toBe(false);
    }),
  );
});

test('a review that contradicts itself counts for nothing, and names no mode', () => {
  const base: RoutingReview = {
    ambiguity: 0,
    dimensions: {
      memory_availability: 0,
      intent_clarity: 0,
      tone_ambiguity: 0,
      context_sufficiency: 0,
      social_vs_substantive: 0,
    },
    agrees: false,
    wanted: 'ACT',
    confidence: 0.9,
  };
  const decided: ReviewedDecision = {
    message: 'Book a table.',
    mode: 'RESPOND',
    labels: ['silence:correct'],
  };
  expect(acceptReview(base, decided).label).toEqual({ kind: 'missed_act', wanted: 'ACT', confidence: 0.9 });
  for (const more of [
    { wanted: null },
    { wanted: 'RESPOND' as const },
    { wanted: 'IGNORE' as const },
    { agrees: true },
  ])
    expect(acceptReview({ ...base, ...more }, decided)).toMatchObject({
      wanted: null,
      confidence: 0,
      label: null,
    });
});
