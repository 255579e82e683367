import { SalienceError } from '@salience/errors';
import { startTelemetry } from '@salience/telemetry';
import { afterEach, expect, it, vi } from 'vitest';
import type { Runtime } from './app.ts';
import { workLoop, type WorkLoopOptions } from './work-loop.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

async function world(options: Partial<WorkLoopOptions> = {}) {
  vi.useFakeTimers();
  const lines: { level: number | string; loop?: string; produced?: number; msg?: string }[] = [];
  const telemetry = await startTelemetry({
    service: 'test',
    version: '0',
    instanceId: 'test',
    logLevel: 'debug',
    logFormat: 'json',
    processMetrics: false,
    logDestination: { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  });
  const env = { SALIENCE_STALL_MS: 60_000 } as Runtime['env'];
  const loop = workLoop(
    { env, log: telemetry.log, telemetry },
    { name: 'sweeper', everyMs: 1_000, run: () => Promise.resolve(0), ...options },
  );
  const seconds = async (metric: string) => {
    const text = await telemetry.metrics.metricsText();
    return Number(new RegExp(`^${metric}\\{loop="sweeper".*\\} (.*)$`, 'm').exec(text)?.[1]);
  };
  return { loop, lines, seconds };
}

it('a loop shows since when it produced nothing and since when no run ended well, from before its first run (law 8)', async () => {
  let produced = 0;
  const { loop, seconds } = await world({ run: () => Promise.resolve(produced) });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await seconds('salience_loop_idle_seconds')).toBeCloseTo(5, 1);
  await loop.start(never);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await seconds('salience_loop_idle_seconds')).toBeCloseTo(15, 1);
  expect(await seconds('salience_loop_last_success_seconds')).toBeLessThan(1.1);
  produced = 3;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await seconds('salience_loop_idle_seconds')).toBeLessThan(1.1);
  await loop.stop(0);
});

it('a run that fails is logged and repeated: at debug while something is away, else as an error', async () => {
  const failures = [
    new SalienceError('database.unavailable', 'away', { kind: 'retryable' }),
    new Error('broken'),
  ];
  let runs = 0;
  const { lines, loop } = await world({
    run: () => {
      runs += 1;
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve(2) : Promise.reject(failure);
    },
  });
  await loop.start(never);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(runs).toBe(3);
  expect(lines.map(({ level, msg }) => [level, msg])).toMatchObject([
    [expect.anything(), 'loop run put off; it will be repeated'],
    [expect.anything(), 'loop run failed; it will be repeated'],
    [expect.anything(), 'loop produced'],
  ]);
  expect(new Set(lines.map(({ level }) => level)).size).toBe(2);
  expect(lines.at(-1)).toMatchObject({ loop: 'sweeper', produced: 2 });
  await loop.stop(0);
});

it('a loop hangs after the time of the worker, or after its own', async () => {
  const hangs = () => new Promise<number>(() => {});
  const { loop: common } = await world({ run: hangs });
  const { loop: patient } = await world({ run: hangs, stallMs: 300_000 });
  await common.start(never);
  await patient.start(never);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(common.stalled()).toBe('sweeper: its run hangs without a sign of life for 61 s');
  expect(patient.stalled()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(240_000);
  expect(patient.stalled()).toBeDefined();
});
