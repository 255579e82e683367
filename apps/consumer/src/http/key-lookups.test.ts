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

  /** Answers everything that is asked now and as long as more comes. */
  async answerAll(): Promise<void> {
    while (this.#open.length > 0) {
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
    const asking = Array.from({ length: 100 }, () => lookups.find('wrong', () => store.load(undefined)));
    await store.answerAll();
    expect(await Promise.all(asking)).toEqual(Array.from({ length: 100 }, () => undefined));
    expect(await lookups.find('wrong', () => store.load(undefined))).toBeUndefined();
    expect(store.asked).toBe(1);
  });

  it('keeps guesses from flooding the database, and turns those away that would wait too long', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(5_000);
    const asking = Array.from({ length: 1_000 }, (_, n) =>
      lookups.find(`guess-${n}`, () => store.load(undefined)),
    );
    const settled = Promise.allSettled(asking);
    await store.answerAll();
    const refused = (await settled).filter((result) => result.status === 'rejected');
    expect(store.most).toBe(2);
    expect(store.asked + refused.length).toBe(1_000);
    expect(refused[0]?.reason).toMatchObject({ code: 'key.throttled' });
    // The flood is over: the next stranger is served.
    const next = lookups.find('late', () => store.load('agent'));
    await store.answerAll();
    expect(await next).toBe('agent');
  });

  it('asks for a key that was right before ahead of all guesses', async () => {
    const store = new SlowStore();
    const lookups = new KeyLookups<string>(0);
    const first = lookups.find('mine', () => store.load('agent'));
    await store.answerAll();
    expect(await first).toBe('agent');
    const guesses = Promise.allSettled(
      Array.from({ length: 500 }, (_, n) => lookups.find(`guess-${n}`, () => store.load(undefined))),
    );
    const again = lookups.find('mine', async () => 'agent');
    expect(await again).toBe('agent');
    await store.answerAll();
    await guesses;
  });

  it('hands its place on when the database fails', async () => {
    const lookups = new KeyLookups<string>(5_000);
    const broken = Array.from({ length: 10 }, (_, n) =>
      lookups.find(`k${n}`, () => Promise.reject(new Error('away'))),
    );
    expect((await Promise.allSettled(broken)).every((result) => result.status === 'rejected')).toBe(true);
    expect(await lookups.find('k0', async () => 'agent')).toBe('agent');
  });
});
