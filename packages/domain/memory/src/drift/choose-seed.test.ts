import { describe, expect, it } from 'vitest';
import { chooseSeed, isCoolingDown, type SeedCandidate } from './choose-seed.ts';
import { driftRules, type SeedStrategy } from './drift-rules.ts';

const now = new Date('2030-06-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

function concept(id: string, part: Partial<SeedCandidate> = {}): SeedCandidate {
  return { id, strength: 0.5, lastSeenAt: hoursAgo(1), salience: 0.5, driftedAt: null, ...part };
}

/** Draws that are given, then the middle of everything. */
function draws(...given: readonly number[]): () => number {
  const left = [...given];
  return () => left.shift() ?? 0.5;
}

function even(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pool = [
  ...Array.from({ length: 8 }, (_, n) =>
    concept(`faded${n}`, { lastSeenAt: hoursAgo(24 * 200), strength: 0.1 + n / 20 }),
  ),
  ...Array.from({ length: 30 }, (_, n) =>
    concept(`late${String(n).padStart(2, '0')}`, { lastSeenAt: hoursAgo(n), salience: n / 30 }),
  ),
];
const choose = (draw: () => number, from = pool, except: ReadonlySet<string> = new Set()) =>
  chooseSeed(from, { draw, except, now });

describe('a seed', () => {
  it('comes by each strategy as often as its weight says', () => {
    const draw = even(11);
    const counts: Record<SeedStrategy, number> = { decaying: 0, recent: 0, salient: 0, random: 0 };
    const all = 1_500;
    for (let n = 0; n < all; n += 1) counts[choose(draw)?.strategy ?? 'random'] += 1;
    for (const [strategy, weight] of Object.entries(driftRules.strategyWeights))
      expect(counts[strategy as SeedStrategy] / all).toBeCloseTo(weight, 1);
  });

  it('that fades is one of the five weakest; what was seen lately never counts as fading', () => {
    const found = new Set(Array.from({ length: 50 }, (_, n) => choose(draws(0, n / 50))?.concept.id ?? ''));
    expect([...found].toSorted()).toEqual(['faded0', 'faded1', 'faded2', 'faded3', 'faded4']);
    expect(choose(draws(0), pool.slice(8))?.strategy).toBe('recent');
  });

  it('of late comes likelier the later it was seen, and never beyond the twenty latest', () => {
    const draw = even(3);
    const counts = new Map<string, number>();
    for (let n = 0; n < 2_000; n += 1) {
      const chosen = choose(draw);
      if (chosen?.strategy === 'recent')
        counts.set(chosen.concept.id, (counts.get(chosen.concept.id) ?? 0) + 1);
    }
    expect(counts.size).toBe(20);
    expect(counts.has('late20')).toBe(false);
    const first = ['late00', 'late01', 'late02', 'late03', 'late04'].reduce(
      (sum, id) => sum + (counts.get(id) ?? 0),
      0,
    );
    const last = ['late15', 'late16', 'late17', 'late18', 'late19'].reduce(
      (sum, id) => sum + (counts.get(id) ?? 0),
      0,
    );
    expect(first).toBeGreaterThan(last);
  });

  it('that mattered must have been seen within a week and have mattered', () => {
    const salient = draws(0.75, 0.999);
    expect(choose(salient)).toMatchObject({ strategy: 'salient', concept: { id: 'late29' } });
    expect(choose(draws(0.75, 0), [concept('nothing', { salience: 0 })])?.strategy).toBe('random');
  });

  it('is never one that rests, nor one that was tried', () => {
    const resting = pool.map((one) => ({ ...one, driftedAt: hoursAgo(0.99) }));
    expect(choose(draws(0.5), resting)).toBeUndefined();
    expect(choose(draws(0.5), [concept('a'), concept('b')], new Set(['a']))?.concept.id).toBe('b');
    expect(choose(draws(0.5), [])).toBeUndefined();
  });

  it('rests for an hour, to the millisecond', () => {
    const rested = new Date(now.getTime() - driftRules.cooldownMs);
    expect(isCoolingDown(rested.toISOString(), now)).toBe(false);
    expect(isCoolingDown(new Date(rested.getTime() + 1).toISOString(), now)).toBe(true);
    expect(isCoolingDown(null, now)).toBe(false);
  });

  it('is the same for the same draws, in whatever order the store gave the pool', () => {
    for (let seed = 1; seed < 50; seed += 1) {
      expect(choose(even(seed), pool.toReversed())).toEqual(choose(even(seed)));
    }
  });
});

it('law 8: a seed whose thought was judged bad is left alone for two weeks, and a liked strategy is chosen more often', () => {
  const now = new Date('2026-01-15T00:00:00Z');
  const concept = (id: string, dislikedAt: string | null) => ({
    id,
    strength: 0.5,
    lastSeenAt: now.toISOString(),
    salience: 0.5,
    driftedAt: null,
    dislikedAt,
  });
  const except = new Set<string>();
  const bad = [concept('a', '2026-01-10T00:00:00Z')];
  expect(chooseSeed(bad, { draw: () => 0, except, now })).toBeUndefined();
  expect(chooseSeed([concept('a', '2025-12-30T00:00:00Z')], { draw: () => 0, except, now })?.concept.id).toBe(
    'a',
  );
  const strategy = (liking: object) =>
    chooseSeed([concept('a', null)], { draw: () => 0.85, except, liking, now })?.strategy;
  expect(strategy({})).toBe('salient');
  expect(strategy({ random: 1, salient: -1, decaying: -1, recent: -1 })).toBe('random');
});
