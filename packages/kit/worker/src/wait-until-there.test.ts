import { describe, expect, it, vi } from 'vitest';
import { waitUntilThere, type WaitOptions } from './wait-until-there.ts';

function options(stop: AbortSignal) {
  const said: string[] = [];
  const reasons: (string | undefined)[] = [];
  const log = {
    info: (_: object, message: string) => said.push(message),
    warn: (_: object, message: string) => said.push(message),
  };
  const wait: WaitOptions = {
    what: 'Postgres',
    isAway: (error) => error instanceof Error && error.message === 'away',
    stop,
    log,
    onWaiting: (reason) => reasons.push(reason),
  };
  return { wait, said, reasons };
}

describe('waiting for a server', () => {
  it('goes on for as long as it takes, and says so now and then', async () => {
    vi.useFakeTimers();
    const { wait, said, reasons } = options(new AbortController().signal);
    let tries = 0;
    const found = waitUntilThere(() => {
      tries += 1;
      return tries < 100 ? Promise.reject(new Error('away')) : Promise.resolve('here');
    }, wait);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await found).toBe('here');
    // Pauses of five seconds at most: a hundred tries take minutes, not hours, and not a tight loop either.
    expect(said.filter((line) => line === 'waiting for Postgres').length).toBeGreaterThan(10);
    expect(said.length).toBeLessThan(30);
    expect(said.at(-1)).toBe('Postgres is there');
    expect(reasons[0]).toBe('waiting for Postgres: away');
    expect(reasons.at(-1)).toBeUndefined();
    vi.useRealTimers();
  });

  it('throws at once what time does not mend', async () => {
    const { wait } = options(new AbortController().signal);
    await expect(waitUntilThere(() => Promise.reject(new Error('wrong password')), wait)).rejects.toThrow(
      'wrong password',
    );
  });

  it('ends when the worker is told to stop, also in the middle of a pause', async () => {
    const stop = new AbortController();
    const { wait } = options(stop.signal);
    const found = waitUntilThere(() => {
      setImmediate(() => stop.abort());
      return Promise.reject(new Error('away'));
    }, wait);
    await expect(found).rejects.toThrow('aborted');
  });
});
