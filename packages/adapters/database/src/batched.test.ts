import { SalienceError } from '@salience/errors';
import { describe, expect, it } from 'vitest';
import { batched } from './batched.ts';

const away = new SalienceError('database.unavailable', 'away', { kind: 'retryable' });

function gate<I>(inFlight: number, max: number, answer: (item: I) => unknown = (item) => item) {
  const batches: I[][] = [];
  const open: (() => void)[] = [];
  const call = batched<I, unknown>({
    keyOf: (item) => String(item).slice(0, 1),
    max,
    inFlight,
    async run(items) {
      batches.push([...items]);
      await new Promise<void>((resolve) => open.push(resolve));
      return items.map(answer);
    },
  });
  const release = async (): Promise<void> => {
    for (const go of open.splice(0)) go();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  return { batches, call, release };
}

describe('batched calls', () => {
  it('leave together when they come together, and answer each its own', async () => {
    const { batches, call, release } = gate<string>(1, 8, (item) => `re ${item}`);
    const all = Promise.all(['a1', 'a2', 'a3'].map(call));
    await new Promise(setImmediate);
    await release();
    expect(await all).toEqual(['re a1', 're a2', 're a3']);
    expect(batches).toEqual([['a1', 'a2', 'a3']]);
  });

  it('gather while one is under way, never more than the bound, and never two keys in one', async () => {
    const { batches, call, release } = gate<string>(1, 2);
    const first = call('a1');
    await new Promise(setImmediate);
    const rest = Promise.all(['a2', 'a3', 'b1', 'a4'].map(call));
    await new Promise(setImmediate);
    for (let round = 0; round < 4; round += 1) await release();
    await Promise.all([first, rest]);
    expect(batches).toEqual([['a1'], ['b1'], ['a2', 'a3'], ['a4']]);
  });

  it('if a batch fails, only the failing call fails', async () => {
    const call = batched<string, string>({
      keyOf: () => '',
      max: 8,
      inFlight: 1,
      run(items) {
        if (items.includes('bad'))
          return Promise.reject(new SalienceError('database.failed', 'bad', { kind: 'bug' }));
        return Promise.resolve(items.map((item) => `re ${item}`));
      },
    });
    const results = await Promise.allSettled(['good', 'bad', 'fine'].map(call));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      're good',
      'failed',
      're fine',
    ]);
  });

  it('all hear at once that the server is away', async () => {
    let runs = 0;
    const call = batched<string, string>({
      keyOf: () => '',
      max: 8,
      inFlight: 1,
      run() {
        runs += 1;
        return Promise.reject(away);
      },
    });
    const results = await Promise.allSettled(['one', 'two'].map(call));
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
  });

  it('one that was taken down by a deadlock is tried again, a few times', async () => {
    const deadlock = new SalienceError('database.unavailable', 'deadlock', {
      kind: 'retryable',
      data: { sqlstate: '40P01' },
    });
    let left = 2;
    let runs = 0;
    const call = batched<string, string>({
      keyOf: () => '',
      max: 8,
      inFlight: 1,
      run([item = '']) {
        runs += 1;
        left -= 1;
        return left >= 0 ? Promise.reject(deadlock) : Promise.resolve([`re ${item}`]);
      },
    });
    expect(await call('one')).toBe('re one');
    expect(runs).toBe(3);
    left = 100;
    await expect(call('one')).rejects.toBe(deadlock);
    expect(runs).toBe(7);
  });
});
