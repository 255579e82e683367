import { describe, expect, it } from 'vitest';
import { KeyLookups } from './key-lookups.ts';

/** A database that answers when told to, and counts. */
class SlowStore {
  asked = 0;
  now = 0;
  most = 0;
  readonly #open: (() => void)[] = [];

  readonly load = async (answer: string | undefined): Promise<string | undefined> => {
    this.asked += 1;
    this.now += 1;
    this.most = Math.max(this.most, this.now);
    await new Promise<void>((resolve) => this.#open.push(resolve));
    this.now -= 1;
    return answer;
  };

  /** Answers everything that is asked now and as long as more comes, or so many times. */
  async answerAll(times = Number.POSITIVE_INFINITY): Promise<void> {
    for (let n = 0; n < times && this.#open.length > 0; n += 1) {
      for (const resolve of this.#open.splice(0)) resolve();
      // Whoever waited for a place asks now.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

describe('looking keys up', () => {
  it('asks once for the same key at a time, and not again for a wrong one', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(5_000);
    const asking = Array.from({ length: 100 }, () =>
      lookups.find('wrong', 'here', () => store.load(undefined)),
    );
    await store.answerAll();
    expect(await Promise.all(asking)).toEqual(Array.from({ length: 100 }, () => undefined));
    expect(await lookups.find('wrong', 'here', () => store.load(undefined))).toBeUndefined();
    expect(store.asked).toBe(1);
  });

  it('keeps guesses from flooding the database, and turns those away that would wait too long', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(5_000);
    const asking = Array.from({ length: 2_000 }, (_, n) =>
      lookups.find(`guess-${n}`, 'here', () => store.load(undefined)),
    );
    const settled = Promise.allSettled(asking);
    await store.answerAll();
    const refused = (await settled).filter((result) => result.status === 'rejected');
    expect(store.most).toBe(2);
    expect(store.asked + refused.length).toBe(2_000);
    expect(refused.length).toBeGreaterThan(900);
    expect(refused[0]?.reason).toMatchObject({ code: 'key.throttled' });
    // The flood is over: the next stranger is served.
    const next = lookups.find('late', 'here', () => store.load('agent'));
    await store.answerAll();
    expect(await next).toBe('agent');
  });

  it('asks for a key that was right before ahead of all guesses', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(0);
    const first = lookups.find('mine', 'here', () => store.load('agent'));
    await store.answerAll();
    expect(await first).toBe('agent');
    const guesses = Promise.allSettled(
      Array.from({ length: 500 }, (_, n) => lookups.find(`guess-${n}`, 'here', () => store.load(undefined))),
    );
    const again = lookups.find('mine', 'here', async () => 'agent');
    expect(await again).toBe('agent');
    await store.answerAll();
    await guesses;
  });

  it('hands its place on when the database fails', async () => {
    const lookups = new KeyLookups<string>(5_000);
    const broken = Array.from({ length: 10 }, (_, n) =>
      lookups.find(`k${n}`, 'here', () => Promise.reject(new Error('away'))),
    );
    expect((await Promise.allSettled(broken)).every((result) => result.status === 'rejected')).toBe(true);
    expect(await lookups.find('k0', 'here', async () => 'agent')).toBe('agent');
  });

  it('threat: guesses from one address keep nobody of another waiting, however many they are', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(5_000);
    const guesses = Promise.allSettled(
      Array.from({ length: 900 }, (_, n) => lookups.find(`guess-${n}`, 'there', () => store.load(undefined))),
    );
    const served: string[] = [];
    const mine = lookups.find('mine', 'here', async () => {
      served.push('mine');
      return store.load('agent');
    });
    const theirs = lookups.find('theirs', 'elsewhere', async () => {
      served.push('theirs');
      return store.load('other');
    });
    await store.answerAll(3);
    expect(served).toEqual(['mine', 'theirs']);
    expect(store.asked).toBeLessThan(10);
    await store.answerAll();
    expect([await mine, await theirs]).toEqual(['agent', 'other']);
    await guesses;
  });

  it('threat: where every place is taken, an address that has few gets one of those that has most', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(5_000);
    const flood = Array.from({ length: 6 }, (_, from) =>
      Array.from({ length: 1_000 }, (_, n) =>
        lookups.find(`guess-${from}-${n}`, `there-${from}`, () => store.load(undefined)),
      ),
    );
    const settled = Promise.allSettled(flood.flat());
    const mine = lookups.find('mine', 'here', () => store.load('agent'));
    await store.answerAll();
    expect(await mine).toBe('agent');
    const refused = (await settled).filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(500);
  });
});
