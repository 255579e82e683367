import { expect, it } from 'vitest';
import { loadBetween, sampleHost } from './sample-host.ts';

it('gives shares of this machine, the load since the sample before', async () => {
  const first = await sampleHost(null);
  const second = await sampleHost({ processors: { busyMs: 0, totalMs: 0 } });
  for (const { disk, load, memory } of [first, second]) {
    expect(Number.isFinite(load)).toBe(true);
    expect(load).toBeGreaterThanOrEqual(0);
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThanOrEqual(1);
    expect(disk).toBeGreaterThan(0);
    expect(disk).toBeLessThanOrEqual(1);
  }
  expect(second.load).toBeLessThanOrEqual(1);
  expect(second.processors.totalMs).toBeGreaterThanOrEqual(first.processors.totalMs);
});

it('gives no share of a disk that cannot be asked', async () => {
  expect(await sampleHost(null, '/no/such/folder')).toMatchObject({ disk: null });
});

it.each([
  [null, { busyMs: 5, totalMs: 10 }, null],
  [{ busyMs: 5, totalMs: 10 }, { busyMs: 5, totalMs: 10 }, null],
  // The machine began anew.
  [{ busyMs: 50, totalMs: 100 }, { busyMs: 5, totalMs: 10 }, null],
  [{ busyMs: 5, totalMs: 10 }, { busyMs: 10, totalMs: 30 }, 0.25],
  [{ busyMs: 5, totalMs: 10 }, { busyMs: 4, totalMs: 20 }, 0],
  [{ busyMs: 0, totalMs: 0 }, { busyMs: 30, totalMs: 20 }, 1],
])('the load from %j to %j is %j', (before, after, load) => {
  expect(loadBetween(before, after)).toBe(load);
});
