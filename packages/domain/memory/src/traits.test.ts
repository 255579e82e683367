import { describe, expect, test } from 'vitest';
import { chooseTraits, type KnownTrait, traitsOfThen } from './traits.ts';

const seen = new Date('2026-01-01T00:00:00Z');
const later = (days: number) => new Date(seen.getTime() + days * 86_400_000);
const trait = (id: string, more: Partial<KnownTrait> = {}): KnownTrait => ({
  id,
  person: 'user',
  key: id,
  value: 'x',
  category: 'general',
  origin: 'explicit',
  confidence: 0.9,
  trust: 'user',
  lastSeenAt: seen,
  ...more,
});
const chosen = (traits: readonly KnownTrait[], days: number, max = 8) =>
  chooseTraits(traits, later(days), max).map(({ id, weight }) => [id, weight] as const);

test('of a past time each key tells what held then, and the day it was told or held until where it matters', () => {
  const held = (id: string, key: string, from: number, to: number | null) => ({
    ...trait(id, { key, value: id }),
    validFrom: later(from),
    validTo: to === null ? null : later(to),
  });
  const name = held('Ada', 'name', 0, null);
  const now = [name, held('Porto', 'lives_in', 30, null), held('nurse', 'works_as', 40, null)];
  const then = [name, held('Oslo', 'lives_in', 0, 30)];
  expect(traitsOfThen(now, then, later(10), 'UTC').map(({ value }) => value)).toEqual([
    'Ada',
    'Oslo (until 2026-01-31)',
    'nurse (told 2026-02-10)',
  ]);
});

describe('traits that are worth knowing', () => {
  test('law 9: what was stated never fades; what was inferred does, and is then no longer mentioned', () => {
    const stated = trait('stated');
    const inferred = trait('inferred', { origin: 'inferred', confidence: 0.6 });
    expect(chosen([inferred, stated], 0)).toEqual([
      ['stated', 0.9],
      ['inferred', 0.6],
    ]);
    const [, after] = chosen([inferred, stated], 20);
    expect(after?.[1]).toBeGreaterThan(0.2);
    expect(after?.[1]).toBeLessThan(0.6);
    expect(chosen([inferred, stated], 3_650)).toEqual([['stated', 0.9]]);
  });

  test('what is core comes first, however sure the others are', () => {
    const traits = [
      trait('a'),
      trait('b', { category: 'core', confidence: 0.5 }),
      trait('c', { confidence: 0.95 }),
    ];
    expect(chosen(traits, 0, 2).map(([id]) => id)).toEqual(['b', 'c']);
  });
});
