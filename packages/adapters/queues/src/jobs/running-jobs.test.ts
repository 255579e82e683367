import { describe, expect, it } from 'vitest';
import { RunningJobs } from './running-jobs.ts';

describe('waiting for running jobs', () => {
  it('waits as well for a job that begins while it waits: one that is being handed back is no work left behind', async () => {
    const running = new RunningJobs();
    const first = running.begin('a');
    const idle = running.idleWithin(60_000);
    const second = running.begin('b');
    first.end();
    let told = false;
    void idle.then(() => {
      told = true;
    });
    await new Promise(setImmediate);
    expect(told).toBe(false);
    second.end();
    expect(await idle).toBe(true);
    expect(running.labels()).toEqual([]);
  });

  it('says when a job outlasts the time', async () => {
    const running = new RunningJobs();
    running.begin('a');
    expect(await running.idleWithin(0)).toBe(false);
    expect(running.labels()).toEqual(['a']);
  });
});
