import { describe, expect, it, vi } from 'vitest';
import { createQueueStall } from './queue-stall.ts';

const job = { queue: 'memory-chunk', timeoutMs: 120_000 };
const idle = { lastProgressAt: 0, outliving: () => [], running: () => [] };

describe('the judge of a consumer', () => {
  it('blames nobody while nothing waits, however long', () => {
    const stall = createQueueStall(job, 1_000);
    stall.looked(0);
    expect(stall.reason(idle)).toBeUndefined();
  });

  it('counts the silence from when jobs were first seen to wait, not from before an outage', () => {
    vi.useFakeTimers();
    const stall = createQueueStall(job, 1_000);
    stall.looked(3);
    vi.advanceTimersByTime(900);
    stall.unknown();
    vi.advanceTimersByTime(3_600_000);
    stall.looked(3);
    expect(stall.reason(idle)).toBeUndefined();
    vi.advanceTimersByTime(1_500);
    stall.looked(3);
    expect(stall.reason(idle)).toBe('memory-chunk: nothing done for 2 s while 3 jobs wait');
    vi.useRealTimers();
  });

  it('gives a running job its own time first', () => {
    vi.useFakeTimers();
    const stall = createQueueStall(job, 1_000);
    stall.looked(1);
    vi.advanceTimersByTime(100_000);
    const busy = { ...idle, running: () => ['memory.chunk/ex_1'] };
    expect(stall.reason(busy)).toBeUndefined();
    vi.advanceTimersByTime(30_000);
    expect(stall.reason(busy)).toContain('nothing done for 130 s');
    vi.useRealTimers();
  });

  it('names a handler that outlived its job', () => {
    const hung = { ...idle, outliving: () => [{ label: 'memory.chunk/ex_1', ms: 61_000 }] };
    expect(createQueueStall(job, 60_000).reason(hung)).toBe(
      'memory-chunk: memory.chunk/ex_1 still runs 61 s after it timed out',
    );
  });
});
