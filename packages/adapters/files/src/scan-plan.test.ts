import { describe, expect, it } from 'vitest';
import { fileLimits } from './config.ts';
import { createScanPlan } from './scan-plan.ts';

const plan = () =>
  createScanPlan({ ...fileLimits, scanPauseMs: 10, scanEveryMs: 1_000, unwatchedScanMs: 100 });

describe('createScanPlan', () => {
  it('begins at once, and again after a while', () => {
    const scans = plan();
    expect(scans.dueAt()).toBeLessThan(0);
    expect(scans.begin()).toEqual({ scan: 1, reason: 'start' });
    scans.ended(5, true);
    expect(scans.dueAt()).toBe(1_005);
    expect(scans.begin()).toEqual({ scan: 2, reason: 'interval' });
  });

  it('keeps a pause, and the first reason that asked', () => {
    const scans = plan();
    scans.begin();
    scans.ended(0, true);
    expect(scans.ask('overflow')).toBe(true);
    expect(scans.ask('lost')).toBe(false);
    expect(scans.dueAt()).toBe(10);
    expect(scans.begin()).toEqual({ scan: 2, reason: 'overflow' });
    // What is asked for while a scan runs needs another one.
    expect(scans.ask('lost')).toBe(true);
  });

  it('begins anew until a scan was complete', () => {
    const scans = plan();
    scans.begin();
    scans.ended(0, false);
    scans.ask('lost');
    expect(scans.begin()).toEqual({ scan: 2, reason: 'start' });
  });

  it('scans more often without watches, and tries them again after a while', () => {
    const scans = plan();
    scans.begin();
    expect(scans.retryWatches(0)).toBe(false);
    scans.unwatched(0);
    scans.unwatched(900);
    scans.ended(0, true);
    expect(scans.dueAt()).toBe(100);
    expect(scans.begin()).toEqual({ scan: 2, reason: 'unwatched' });
    expect(scans.retryWatches(999)).toBe(false);
    expect(scans.retryWatches(1_000)).toBe(true);
    expect(scans.retryWatches(9_000)).toBe(false);
  });
});
