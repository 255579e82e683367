import { describe, expect, test } from 'vitest';
import { costsAt } from './costs-at.ts';
import type { TurnCosts } from './fleet-model.ts';

const one: TurnCosts = { consumer: 1, digest: 10, chunker: 1, episodic: 1, postgres: 5, redis: 0.5 };
const smaller = { digests: 1, costs: one };
const larger = { digests: 2, costs: { ...one, digest: 14, postgres: 6, consumer: 1.2 } };

describe('what a turn costs on a fleet of another size', () => {
  test('is what was measured at the sizes that were measured', () => {
    expect(costsAt(smaller, larger, 1)).toMatchObject({ digest: 10, postgres: 5 });
    expect(costsAt(smaller, larger, 2)).toMatchObject({ digest: 14, postgres: 6 });
  });

  test('rises with the share that others commit, which is never more than all of it', () => {
    expect(costsAt(smaller, larger, 4)).toMatchObject({ digest: 16, postgres: 6.5 });
    expect(costsAt(smaller, larger, 1_000).digest).toBeLessThan(18);
    expect(costsAt(smaller, larger, 1_000).digest).toBeGreaterThan(17.9);
  });

  test('of processes whose work does not depend on the digests both measurements count', () => {
    expect(costsAt(smaller, larger, 4).consumer).toBeCloseTo(1.1, 9);
  });

  test('stays the same when one size alone was measured', () => {
    expect(costsAt(smaller, undefined, 4)).toEqual(one);
  });
});
