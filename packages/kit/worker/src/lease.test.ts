import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdLease, type LeaseOptions } from './lease.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function hold(renew: LeaseOptions['renew']) {
  const errors: unknown[] = [];
  let renewals = 0;
  const lease = holdLease({
    everyMs: 100,
    renew: () => {
      renewals += 1;
      return renew();
    },
    onError: (error) => errors.push(error),
  });
  return { lease, errors, renewals: () => renewals };
}

describe('a lease that is held', () => {
  it('is renewed again and again until it ends', async () => {
    const { lease, renewals } = hold(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(99);
    expect(renewals()).toBe(0);
    await vi.advanceTimersByTimeAsync(201);
    expect(renewals()).toBe(3);
    await lease.end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renewals()).toBe(3);
    expect(lease.signal.aborted).toBe(false);
  });

  it('aborts with the first reason why the work must stop, and stays held while the work winds up', async () => {
    const reasons = ['cancelled', 'lease-lost', 'lease-lost'];
    const { lease, renewals } = hold(() => Promise.resolve(reasons.shift()));
    await vi.advanceTimersByTimeAsync(300);
    expect(lease.signal.reason).toBe('cancelled');
    expect(renewals()).toBe(3);
    await lease.end();
  });

  it('outlives a renewal that failed: the next one decides', async () => {
    let away = true;
    const { lease, errors, renewals } = hold(() =>
      away ? Promise.reject(new Error('the store is away')) : Promise.resolve(),
    );
    await vi.advanceTimersByTimeAsync(200);
    away = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(renewals()).toBe(3);
    expect(errors).toHaveLength(2);
    expect(lease.signal.aborted).toBe(false);
  });

  it('never renews twice at once, and its end waits for the renewal under way', async () => {
    const renewal = Promise.withResolvers<undefined>();
    const { lease, renewals } = hold(() => renewal.promise);
    await vi.advanceTimersByTimeAsync(500);
    expect(renewals()).toBe(1);
    let over = false;
    const end = lease.end().then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(over).toBe(false);
    renewal.resolve(undefined);
    await end;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renewals()).toBe(1);
  });

  it('ends within a second although its renewal hangs', async () => {
    const { lease } = hold(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(100);
    let over = false;
    const end = lease.end().then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await end;
    expect(over).toBe(true);
  });
});
