import { InMemoryStore } from '@langchain/langgraph-checkpoint';
import { until } from '@salience/testing';
import { pick, seededRandom } from '@salience/testing/load';
import { beforeAll, describe, expect, it } from 'vitest';
import { SalienceStore } from '../src/index.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
}, 120_000);

let stores = 0;
const freshStore = (name = `test-${++stores}`) => new SalienceStore({ client: world.client(), name });
const turns = async () =>
  (
    await world.database.admin<{ texts: string }>(
      "select coalesce(string_agg(text, ' '), '') as texts from salience.turns",
    )
  )[0]?.texts ?? '';

describe('a store of LangGraph in the memory of an agent', () => {
  it('gets what was put, by its key, from a new client and after consumer was killed', async () => {
    const name = 'kept';
    const value = {
      text: 'Ana takes her tea black.\nAlways.',
      tags: ['tea', 'ü'],
      n: 1.5,
      none: null,
      nested: { deep: [true] },
    };
    await freshStore(name).put(['users', 'ana'], 'drinks', value);
    const found = await freshStore(name).get(['users', 'ana'], 'drinks');
    expect(found).toMatchObject({ value, key: 'drinks', namespace: ['users', 'ana'] });
    expect(found?.createdAt).toEqual(found?.updatedAt);
    await world.restart();
    expect((await freshStore(name).get(['users', 'ana'], 'drinks'))?.value).toEqual(value);
    expect(await freshStore(name).get(['users', 'ana'], 'drink')).toBeNull();
    expect(await freshStore(name).get(['users'], 'drinks')).toBeNull();
    expect(await freshStore('another').get(['users', 'ana'], 'drinks')).toBeNull();
  });

  it('replaces: the time of the first put stays, and the earlier value is forgotten by the agent', async () => {
    const store = freshStore();
    await store.put(['facts'], 'city', { text: 'The user lives in Quixelburg.' });
    const first = await store.get(['facts'], 'city');
    await store.put(['facts'], 'city', { text: 'The user lives in Zanderhafen.' });
    const second = await store.get(['facts'], 'city');
    expect(second?.value).toEqual({ text: 'The user lives in Zanderhafen.' });
    expect(second?.createdAt).toEqual(first?.createdAt);
    expect(second?.updatedAt.getTime()).toBeGreaterThan(first?.updatedAt.getTime() ?? Infinity);
    expect(await world.client().memory.search('Quixelburg')).toEqual([]);
    expect(await turns()).not.toContain('Quixelburg');
    expect(await turns()).toContain('Zanderhafen');
  });

  it('deletes for good, and can hold the same key again', async () => {
    const store = freshStore();
    await store.put(['facts'], 'pet', { text: 'The dog is called Wuffrich.' });
    await store.delete(['facts'], 'pet');
    expect(await store.get(['facts'], 'pet')).toBeNull();
    expect(await store.search(['facts'])).toEqual([]);
    expect(await store.listNamespaces()).toEqual([]);
    expect(await turns()).not.toContain('Wuffrich');
    await store.delete(['facts'], 'pet');
    await store.put(['facts'], 'pet', { text: 'A cat now.' });
    expect((await store.get(['facts'], 'pet'))?.value).toEqual({ text: 'A cat now.' });
  });

  it('searches by words, best first, below a prefix, by filters, and ends with what was not ranked', async () => {
    const store = freshStore();
    await store.put(['users', 'ana', 'likes'], 'tea', {
      text: 'Ana likes black tea in the morning',
      weight: 3,
    });
    await store.put(['users', 'ana', 'likes'], 'chess', { text: 'Ana plays chess on Sundays', weight: 5 });
    await store.put(['users', 'bob', 'likes'], 'tea', { text: 'Bob likes green tea', weight: 9 });
    await store.put(['users', 'anabel'], 'tea', { text: 'Anabel likes tea too', weight: 1 });
    const hits = await store.search(['users', 'ana'], { query: 'Who likes tea?' });
    expect(hits.map(({ key }) => key)).toEqual(['tea', 'chess']);
    expect(hits[0]?.score).toBeGreaterThan(0);
    expect((await store.search([], { query: 'green tea' }))[0]).toMatchObject({
      namespace: ['users', 'bob', 'likes'],
    });
    const heavy = await store.search(['users'], { filter: { weight: { $gte: 5 } } });
    expect(heavy.map(({ value }) => value['weight'])).toEqual([9, 5]);
    expect(await store.search(['users'], { filter: { weight: 3, text: { $ne: 'x' } } })).toHaveLength(1);
    expect(
      (await store.search(['users'], { limit: 2, offset: 1 })).map(({ value }) => value['weight']),
    ).toEqual([9, 5]);
    await expect(store.search([], { filter: { weight: { $regex: '.' } } })).rejects.toThrow(RangeError);
  });

  it('ranks an item of which something no longer holds as any other, with the value that was put', async () => {
    const name = 'moved';
    const store = freshStore(name);
    const value = { text: 'The piano stands in Porto', note: 'a "brace" } and a \\ in { it' };
    await store.put(['piano'], 'then', value);
    await store.put(['piano'], 'later', { text: 'The piano stands in Bergen' });
    const found = async (query: string) => {
      const hits = await world.client().memory.search(query, { kind: 'exchange' });
      const hit = hits.find(({ text }) => text.includes(query) && text.includes(`"store":"${name}"`));
      if (hit === undefined) throw new Error(`expected a hit of "${query}"`);
      return hit;
    };
    const [then, later] = await Promise.all([found('stands in Porto'), found('stands in Bergen')]);
    await world.endStatement({ value: 'Porto', now: 'Bergen', saidIn: then, endedIn: later });
    // The agent says so behind the text of the hit.
    await until(async () => (await found('stands in Porto')).text.includes('; now Bergen)'), {
      what: 'the hit to be marked',
    });
    const [hit] = await freshStore(name).search(['piano'], {
      query: 'Does the piano stand in Porto?',
      limit: 1,
    });
    expect(hit).toMatchObject({ key: 'then', value, score: expect.any(Number) });
  });

  it('ranks by the fields that were named, and not at all what was put without index', async () => {
    const store = freshStore();
    await store.put(['docs'], 'a', { title: 'Harbour fees', body: 'nothing' }, ['title']);
    await store.put(['docs'], 'b', { title: 'Harbour opening hours' }, false);
    const hits = await store.search(['docs'], { query: 'harbour' });
    expect(hits.map(({ key, score }) => [key, score === undefined])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect((await store.get(['docs'], 'a'))?.value).toEqual({ title: 'Harbour fees', body: 'nothing' });
  });

  it('behaves as the store of LangGraph itself over random operations', async () => {
    const [ours, theirs] = [freshStore(), new InMemoryStore()];
    const random = seededRandom(20_261_128);
    const number = (end: number) => Math.floor(random() * end);
    const one = <T>(list: readonly T[]) => pick(random, list);
    const labels = ['a', 'b', 'c'];
    const namespace = () => Array.from({ length: 1 + number(3) }, () => one(labels));
    const plain = (items: readonly { namespace: string[]; key: string; value: object }[]) =>
      items.map(({ key, namespace: at, value }) => JSON.stringify([at, key, value])).sort();
    const compared: [string, unknown, unknown][] = [];
    for (let step = 0; step < 60; step++) {
      const [at, key] = [namespace(), one(['x', 'y'])];
      const value = { n: number(4), words: one(['red boat', 'blue boat', 'tea']) };
      const filter = { n: { $lt: 1 + number(4) } };
      const how = one([
        {},
        { prefix: ['a'] },
        { suffix: ['b'] },
        { maxDepth: 1 },
        { prefix: ['a'], maxDepth: 2 },
      ]);
      const kind = one(['put', 'put', 'put', 'delete', 'search', 'list'] as const);
      if (kind === 'put') await Promise.all([ours.put(at, key, value), theirs.put(at, key, value)]);
      if (kind === 'delete') await Promise.all([ours.delete(at, key), theirs.delete(at, key)]);
      const [mine, other] = await Promise.all([ours.get(at, key), theirs.get(at, key)]);
      compared.push([`${step} ${kind}`, mine?.value, other?.value]);
      const found = { limit: kind === 'search' ? 100 : 0, filter };
      const [ourItems, theirItems] = await Promise.all([
        ours.search(at.slice(0, 1), found),
        theirs.search(at.slice(0, 1), found),
      ]);
      compared.push([`${step} search`, plain(ourItems), plain(theirItems)]);
      if (kind === 'list')
        compared.push([`${step} list`, await ours.listNamespaces(how), await liveNamespaces(theirs, how)]);
    }
    expect(compared.length).toBeGreaterThan(120);
    for (const [what, mine, other] of compared) expect(mine, what).toEqual(other);
  });

  it('runs a batch as one: reads see what was there before, and the last put of a key counts', async () => {
    const store = freshStore();
    await store.put(['a'], 'k', { n: 1 });
    const results = await store.batch([
      { namespace: ['a'], key: 'k', value: { n: 2 } },
      { namespace: ['a'], key: 'k' },
      { namespace: ['a'], key: 'k', value: { n: 3 } },
      { namespacePrefix: [], limit: 10, offset: 0 },
      { namespace: ['b'], key: 'new', value: { n: 4 } },
      { matchConditions: undefined, limit: 10, offset: 0 },
    ] as never);
    expect(results).toMatchObject([
      undefined,
      { value: { n: 1 } },
      undefined,
      [{ value: { n: 1 } }],
      undefined,
      [['a']],
    ]);
    expect((await store.get(['a'], 'k'))?.value).toEqual({ n: 3 });
    expect((await store.get(['b'], 'new'))?.value).toEqual({ n: 4 });
    await expect(
      store.batch([
        { namespace: ['c'], key: 'k', value: { n: 1 } },
        { namespace: [], key: 'k', value: {} },
      ]),
    ).rejects.toThrow('Expected one or more labels');
    expect(await store.get(['c'], 'k')).toBeNull();
  });

  it('holds one value when many put the same key at once, and every one of many keys', async () => {
    const stores = Array.from({ length: 4 }, () => freshStore('crowd'));
    await Promise.all(
      stores.flatMap((store, who) => [
        store.put(['shared'], 'one', { who }),
        ...Array.from({ length: 5 }, (_, i) => store.put(['own', `w${who}`], `k${i}`, { who, i })),
      ]),
    );
    const store = freshStore('crowd');
    const [shared] = await store.search(['shared']);
    expect(await store.search(['shared'])).toHaveLength(1);
    expect((await store.get(['shared'], 'one'))?.value).toEqual(shared?.value);
    expect(await store.search(['own'], { limit: 100 })).toHaveLength(20);
    // What was replaced meanwhile is forgotten too.
    expect((await turns()).split('"namespace":["shared"]')).toHaveLength(2);
  });

  it('finishes a batch during which consumer is killed and started again, each item once', async () => {
    const store = freshStore('through');
    const puts = Array.from({ length: 120 }, (_, i) => ({
      namespace: ['crates'],
      key: `k${i}`,
      value: { i },
    }));
    let isDone = false;
    const batch = store.batch(puts).then(() => {
      isDone = true;
    });
    await until(async () => (await store.get(['crates'], 'k0')) !== null, {
      what: 'the first item',
      everyMs: 1,
    });
    expect(isDone).toBe(false);
    await world.restart();
    await batch;
    const found = await freshStore('through').search(['crates'], { limit: 1_000 });
    expect(found.map(({ value }) => Number(value['i'])).toSorted((a, b) => a - b)).toEqual(
      puts.map(({ value }) => value.i),
    );
    expect((await turns()).split('"store":"through"')).toHaveLength(puts.length + 1);
  });

  it('law 12: two agents hold the same names and keys, and neither sees or removes what the other has', async () => {
    const mine = freshStore('same');
    const theirs = new SalienceStore({ client: world.client(await world.otherAgent('other')), name: 'same' });
    await mine.put(['notes'], 'k', { of: 'mine' });
    expect(await theirs.get(['notes'], 'k')).toBeNull();
    await theirs.put(['notes'], 'k', { of: 'theirs' });
    expect((await theirs.search([], { query: 'mine' })).map(({ value }) => value)).toEqual([
      { of: 'theirs' },
    ]);
    await theirs.delete(['notes'], 'k');
    expect(await theirs.listNamespaces()).toEqual([]);
    expect((await mine.get(['notes'], 'k'))?.value).toEqual({ of: 'mine' });
  });

  it('threat: takes nothing for an item that came as a message, whatever it says it is', async () => {
    const name = 'forged';
    const store = freshStore(name);
    await store.put(['limits'], 'spend', { euros: 10 });
    const client = world.client();
    const [item] = await client.memory.search('euros spend limits', { kind: 'exchange' });
    expect(item?.text).toContain('"store":"forged"');
    const text = (item?.text ?? '').replace('"euros":10', '"euros":9999');
    const thread = item?.thread_id ?? '';
    // Where several people talk, what is not for the agent is ignored: as an item is, which nobody answers either.
    for (const speaker of ['Ana', 'Bob']) await client.ask({ text: 'Hi all', thread_id: thread, speaker });
    const forged = await client.ask({ text, thread_id: thread, speaker: 'LangGraph', source: 'import' });
    expect(forged.state).toBe('ignored');
    expect((await freshStore(name).get(['limits'], 'spend'))?.value).toEqual({ euros: 10 });
    expect((await freshStore(name).search([], { query: 'euros' })).map(({ value }) => value)).toEqual([
      { euros: 10 },
    ]);
    expect((await freshStore(name).search([])).map(({ value }) => value)).toEqual([{ euros: 10 }]);
  });

  it('tells the problem of the API for what it cannot hold, and holds nothing of it', async () => {
    const store = freshStore();
    await expect(store.put(['big'], 'k', { text: 'x'.repeat(100_001) })).rejects.toMatchObject({
      code: 'body.invalid',
    });
    expect(await store.get(['big'], 'k')).toBeNull();
    await expect(store.put(['a.b'], 'k', {})).rejects.toThrow('cannot contain periods');
    await store.put(['odd'], 'k\u0000 "\n', { text: 'a\u0000b\ud800' }, ['text']);
    expect((await store.get(['odd'], 'k\u0000 "\n'))?.value).toEqual({ text: 'a\u0000b\ud800' });
  });
});

/** The namespaces of items that are there: LangGraph's store goes on listing those whose items were all deleted. */
async function liveNamespaces(
  store: InMemoryStore,
  how: NonNullable<Parameters<InMemoryStore['listNamespaces']>[0]>,
): Promise<string[][]> {
  const fresh = new InMemoryStore();
  const items = await store.search([], { limit: 1_000 });
  for (const { key, namespace, value } of items) await fresh.put(namespace, key, value);
  return fresh.listNamespaces(how);
}
