import { describe, expect, test } from 'vitest';
import { type Fleet, forecast, type TurnCosts } from './fleet-model.ts';

const costs: TurnCosts = { consumer: 1, digest: 2, chunker: 1, episodic: 1, postgres: 2, redis: 0.5 };
const fleet: Fleet = {
  digests: 10,
  consumers: 10,
  chunkers: 10,
  episodics: 10,
  concurrency: 8,
  modelMs: 200,
  modelSlots: Infinity,
  postgresCores: 8,
  commitsPerTurn: 0,
  flushMs: 0,
  poolSize: 8,
  maxConnections: 500,
};

describe('what a fleet is forecast to reach', () => {
  test('one turn at a time takes the sum of its parts', () => {
    const { turnsPerS, turnMs } = forecast(costs, { ...fleet, digests: 1, concurrency: 1 });
    expect(turnMs).toBeCloseTo(200 + 0.5 + 2 + 2 + 1, 6);
    expect(turnsPerS).toBeCloseTo(1_000 / turnMs, 6);
  });

  test('each process opens its pool and one connection that is kept for leases', () => {
    expect(forecast(costs, fleet).connections.opened).toBe(40 * 9);
  });

  test('never more than its lowest limit, and nothing is busier than always', () => {
    for (const digests of [1, 2, 5, 10, 50, 100, 500]) {
      const { turnsPerS, limits, busy } = forecast(costs, { ...fleet, digests, consumers: digests });
      const inPath = limits.filter(({ what }) => what !== 'chunker' && what !== 'episodic');
      expect(turnsPerS).toBeLessThanOrEqual((inPath[0]?.turnsPerS ?? 0) * 1.000_001);
      for (const share of Object.values(busy)) expect(share).toBeLessThanOrEqual(1.000_001);
    }
  });

  test('more digests never make it slower, and in the end the single thread of Redis decides', () => {
    const reached = [1, 10, 100, 1_000].map(
      (digests) => forecast(costs, { ...fleet, digests, consumers: 1_000, postgresCores: 64 }).turnsPerS,
    );
    expect(reached).toEqual(reached.toSorted((a, b) => a - b));
    expect(reached.at(-1)).toBeGreaterThan(1_900);
    expect(reached.at(-1)).toBeLessThanOrEqual(2_000);
  });

  test('two digests do nearly twice as much as one while the model is what takes long', () => {
    const [one, two] = [1, 2].map((digests) => forecast(costs, { ...fleet, digests }).turnsPerS);
    expect((two ?? 0) / (one ?? 1)).toBeGreaterThan(1.95);
  });

  test('a provider that answers few at once bounds the fleet, whatever its size', () => {
    const { turnsPerS } = forecast(costs, { ...fleet, digests: 100, modelSlots: 20 });
    expect(turnsPerS).toBeLessThanOrEqual((1_000 * 20) / 200);
  });

  test('a slow disk costs time, not throughput, where turns wait side by side', () => {
    const quick = forecast(costs, { ...fleet, digests: 100, postgresCores: 4 });
    const slow = forecast(costs, { ...fleet, digests: 100, postgresCores: 4, commitsPerTurn: 4, flushMs: 2 });
    expect(slow.turnsPerS / quick.turnsPerS).toBeGreaterThan(0.97);
  });

  test('on a machine that all share, everything that a turn costs on it bounds it, and one turn waits for its own parts only', () => {
    const shared: Fleet = { ...fleet, machine: { cores: 2, besideMs: 0.5 } };
    const full = forecast(costs, { ...shared, digests: 100 });
    expect(full.limits[0]).toEqual({ what: 'machine', turnsPerS: expect.closeTo(2_000 / 8, 6) });
    expect(full.turnsPerS).toBeLessThanOrEqual(250.001);
    expect(full.turnsPerS).toBeGreaterThan(245);
    const one = forecast(costs, { ...shared, digests: 1, concurrency: 1 });
    expect(one.turnMs).toBeCloseTo(200 + 0.5 + 2 + 2 + 1, 6);
  });
});
