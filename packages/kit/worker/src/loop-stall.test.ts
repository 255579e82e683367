import { describe, expect, it, vi } from 'vitest';
import { createLoop, type LoopOptions } from './loop.ts';

const never = new AbortController().signal;

function loop(runOnce: LoopOptions['runOnce']) {
  return createLoop({ name: 'sweeper', everyMs: 10, stallMs: 1_000, runOnce, onError: () => {} });
}

describe('a stalled loop', () => {
  it('is one whose run gives no sign of life', async () => {
    vi.useFakeTimers();
    const hangs = loop(() => new Promise(() => {}));
    await hangs.start(never);
    await vi.advanceTimersByTimeAsync(900);
    expect(hangs.stalled()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(hangs.stalled()).toBe('sweeper: its run hangs without a sign of life for 2 s');
    vi.useRealTimers();
  });

  it('is not one that works long and says that it gets on', async () => {
    vi.useFakeTimers();
    const batches = arriving();
    const long = loop(async (_signal, alive) => {
      for await (const _batch of batches) alive();
    });
    await long.start(never);
    for (let step = 0; step < 40; step += 1) {
      await vi.advanceTimersByTimeAsync(900);
      expect(long.stalled()).toBeUndefined();
      batches.next();
    }
    vi.useRealTimers();
  });

  it('is not one that fails each time, nor one between two runs', async () => {
    vi.useFakeTimers();
    const fails = loop(() => Promise.reject(new Error('the server is away')));
    await fails.start(never);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fails.stalled()).toBeUndefined();
    vi.useRealTimers();
  });

  it('is not made of what a run left behind', async () => {
    vi.useFakeTimers();
    let late: () => void = () => {};
    const left = loop((_signal, alive) => {
      late = alive;
      return Promise.resolve();
    });
    await left.runOnce();
    late();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(left.stalled()).toBeUndefined();
    vi.useRealTimers();
  });
});

/** Batches that come when `next` is called, without end. */
function arriving() {
  let step = Promise.withResolvers<void>();
  return {
    next() {
      step.resolve();
      step = Promise.withResolvers();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        await step.promise;
        yield;
      }
    },
  };
}
