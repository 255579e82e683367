import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decayBetween, decayRules, halfLifeHours, retrievalWeight } from './decay.ts';

const hour = 3_600_000;
const seenAt = new Date('2026-03-01T12:00:00Z');
const later = (hours: number) => new Date(seenAt.getTime() + hours * hour);
const strengths = fc.double({ min: 0, max: 1, noNaN: true });
const hours = fc.double({ min: 0, max: 200_000, noNaN: true });

test('law 9: two half steps of decay equal one whole step', () => {
  fc.assert(
    fc.property(strengths, hours, hours, hours, (strength, first, second, third) => {
      const item = { strength, seenAt, explicit: false };
      const [a, b, c] = [later(first), later(first + second), later(first + second + third)];
      expect(decayBetween(item, a, b) * decayBetween(item, b, c)).toBeCloseTo(decayBetween(item, a, c), 10);
      expect(retrievalWeight(item, a) * decayBetween(item, a, c)).toBeCloseTo(retrievalWeight(item, c), 10);
    }),
  );
});

test('a weight is within 0 and 1, falls with time and rises with strength', () => {
  fc.assert(
    fc.property(strengths, strengths, hours, hours, (one, other, first, more) => {
      const [weak, strong] = one < other ? [one, other] : [other, one];
      const now = retrievalWeight({ strength: weak, seenAt, explicit: false }, later(first));
      expect(now).toBeGreaterThan(0);
      expect(now).toBeLessThanOrEqual(1);
      expect(
        retrievalWeight({ strength: weak, seenAt, explicit: false }, later(first + more)),
      ).toBeLessThanOrEqual(now);
      expect(
        retrievalWeight({ strength: strong, seenAt, explicit: false }, later(first)),
      ).toBeGreaterThanOrEqual(now);
    }),
  );
});

test('nothing fades faster than its stated half-life, and each further half takes longer', () => {
  fc.assert(
    fc.property(
      strengths,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 6 }),
      (strength, part, halves) => {
        const item = { strength, seenAt, explicit: false };
        const half = halfLifeHours(strength);
        expect(retrievalWeight(item, later(part * half))).toBeGreaterThanOrEqual(0.5 - 1e-6);
        expect(retrievalWeight(item, later(half))).toBeCloseTo(0.5, 5);
        expect(retrievalWeight(item, later(halves * half))).toBeGreaterThanOrEqual(0.5 ** halves - 1e-6);
      },
    ),
  );
  expect(halfLifeHours(0)).toBe(decayRules.weakHalfLifeHours);
  expect(halfLifeHours(1)).toBeCloseTo(decayRules.strongHalfLifeHours, 6);
});

test('law 9: what somebody asked to be kept never fades', () => {
  fc.assert(
    fc.property(strengths, hours, (strength, after) => {
      expect(retrievalWeight({ strength, seenAt, explicit: true }, later(after))).toBe(1);
    }),
  );
});

test('a clock that runs behind makes nothing fresher than fresh', () => {
  expect(retrievalWeight({ strength: 0.5, seenAt, explicit: false }, later(-5))).toBe(1);
  expect(decayBetween({ strength: 0.5, seenAt, explicit: false }, later(9), later(3))).toBe(1);
});
