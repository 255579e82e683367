import { describe, expect, test } from 'vitest';
import { costsAt } from './costs-at.ts';
import type { TurnCosts } from './fleet-model.ts';

const one: TurnCosts = { consumer: 1, digest: 10, chunker: 1, episodic: 1, postgres: 5, redis: 0.5 };

describe('what a turn costs on a fleet of another size', () => {
  test('is what was measured at the sizes that were measured', () => {
    const two = { ...one, digest: 13, postgres: 6 };
    const [smaller, larger] = [
      { digests: 1, costs: one },
      { digests: 2, costs: two },
    ];
    expect(costsAt(smaller, larger, 1)).toEqual(one);
    expect(costsAt(smaller, larger, 2)).toEqual(two);
  });

  test('rises by as much with each further digest that takes in what the others committed', () => {
    const larger = { digests: 2, costs: { ...one, digest: 13, postgres: 6 } };
    const four = costsAt({ digests: 1, costs: one }, larger, 4);
    expect(four.digest).toBe(19);
    expect(four.postgres).toBe(8);
    expect(four.consumer).toBe(1);
  });

  test('does not fall below what was measured, however many digests there are', () => {
    const larger = { digests: 2, costs: { ...one, digest: 8 } };
    expect(costsAt({ digests: 1, costs: one }, larger, 50).digest).toBe(8);
  });

  test('stays the same when one size alone was measured', () => {
    expect(costsAt({ digests: 1, costs: one }, undefined, 4)).toEqual(one);
  });
});
