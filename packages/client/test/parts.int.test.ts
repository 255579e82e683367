import { plantsIn, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BrokenProxy, brokenProxy } from './support/broken-proxy.ts';
import { checkedRoutes } from './support/checked-fetch.ts';
import { all, startWorld, type World } from './support/world.ts';

let world: World;
let proxy: BrokenProxy;

beforeAll(async () => {
  world = await startWorld();
  proxy = await brokenProxy(() => world.url);
}, 120_000);

const inAnHour = () => new Date(Date.now() + 3_600_000);

describe('memory', () => {
  it('remembers a text once, finds it at once with its source and trust, and forgets it after a preview', async () => {
    const { memory } = world.client();
    const text = 'The spare key of the boathouse hangs behind the barometer.';
    const first = await memory.remember(text, {
      key: 'boathouse',
      speaker: 'Lea',
      at: new Date('2026-03-01T12:00:00Z'),
    });
    expect(first.outcome).toBe('new');
    expect(await memory.remember(text, { key: 'boathouse' })).toEqual({ ...first, outcome: 'known' });
    const [hit] = await memory.search('Where is the spare key of the boathouse?', { kind: 'exchange' });
    expect(hit).toMatchObject({
      id: first.id,
      text: expect.stringContaining(text),
      trust: 'unverified',
      source: 'import',
    });
    const { item } = await memory.item(first.id, { peek: true });
    expect(item).toMatchObject({ kind: 'exchange', at: '2026-03-01T12:00:00.000Z', trust: 'unverified' });
    expect((await all(memory.items({ kind: 'exchange' }))).map(({ id }) => id)).toEqual([first.id]);
    const request = { scope: 'item' as const, target: first.id };
    expect(await memory.forgetPreview(request)).toMatchObject({ dry_run: true, counts: { exchange: 1 } });
    expect(await memory.item(first.id)).toBeDefined();
    const forgotten = await memory.forget(request);
    await until(
      async () =>
        (await world.client().get('/memory/forget/:request', { params: { request: forgotten.forget_id } }))
          .gone_at !== null,
      { what: 'all of it to be gone' },
    );
    await expect(memory.item(first.id)).rejects.toMatchObject({ code: 'item.forgotten', status: 410 });
    expect(await memory.remember(text, { key: 'boathouse' })).toMatchObject({ outcome: 'forgotten' });
  });

  it('law 4: remembers a text once though answers are lost', async () => {
    proxy.plan(({ path }, count) =>
      path === '/memory/import' && count < 4 ? { loseAnswer: true } : undefined,
    );
    const { memory } = world.client({ baseUrl: proxy.url });
    const { thread_id } = await memory.remember('The ferry leaves at seven.', { thread: 'ferries' });
    await memory.remember('The last ferry leaves at nine.', { thread: 'ferries' });
    const said = await all(world.client().threads.messages(thread_id));
    expect(said.map(({ text }) => text)).toEqual([
      'The last ferry leaves at nine.',
      'The ferry leaves at seven.',
    ]);
  });

  it('keeps words from outside as such, and trusts nothing more than it may', async () => {
    const { memory } = world.client();
    const { id } = await memory.remember('The page says that the harbour is closed.', { trust: 'external' });
    expect((await memory.item(id)).item.trust).toBe('external');
  });

  it('is exported whole, or says that it is not', async () => {
    const { memory } = world.client();
    await memory.remember('The tide turns at noon.', { key: 'tide' });
    const items = await all(memory.export({ kind: 'exchange' }));
    const listed = await all(memory.items({ kind: 'exchange' }));
    expect(items.length).toBeGreaterThan(1);
    expect(items.map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort());
    proxy.plan(() => ({ cutAfter: { events: 0, bytes: 300 } }));
    const through = world.client({ baseUrl: proxy.url });
    await expect(all(through.memory.export())).rejects.toMatchObject({ status: 0, retryable: true });
    proxy.plan(() => ({ endAfter: 300 }));
    const ended = all(through.memory.export());
    await expect(ended).rejects.toMatchObject({ code: 'client.stream-lost', retryable: true });
    for await (const first of memory.export()) {
      expect(items.map(({ id }) => id)).toContain(first.id);
      break;
    }
  });

  it('needs more than a loopback address to be written to', async () => {
    const nobody = world.client({ key: undefined });
    await expect(nobody.memory.remember('x')).rejects.toMatchObject({ code: 'person.required', status: 401 });
  });
});

describe('approvals', () => {
  it('are listed, and answered once by whoever holds the token of the person', async () => {
    const plants = await plantsIn(world.database, new Date());
    const [yes, no, edited] = await Promise.all([
      plants.approval(inAnHour()),
      plants.approval(inAnHour()),
      plants.approval(inAnHour()),
    ]);
    const { approvals } = world.client();
    const listed = await all(approvals.list({ state: 'pending', limit: 2 }));
    expect(listed.map(({ approval_id: id }) => id).sort()).toEqual([yes, no, edited].sort());
    const nobody = world.client({ key: undefined }).approvals;
    await expect(nobody.approve(yes)).rejects.toMatchObject({ code: 'person.required', status: 401 });
    const seen = await approvals.get(yes);
    await expect(approvals.approve(yes, { seen: { hash: 'f'.repeat(64) } })).rejects.toMatchObject({
      code: 'approval.changed',
      status: 412,
    });
    expect(await approvals.approve(yes, { seen })).toMatchObject({
      state: 'approved',
      resolved_by: 'person',
    });
    expect(await approvals.refuse(no)).toMatchObject({ state: 'refused' });
    expect(await approvals.edit(edited, { to: 'ann@work.test' })).toMatchObject({
      state: 'edited',
      edited_arguments: { to: 'ann@work.test' },
    });
    await expect(approvals.approve(yes)).rejects.toMatchObject({ code: 'approval.resolved', status: 409 });
    await expect(approvals.refuse(yes)).rejects.toMatchObject({ code: 'approval.resolved', status: 409 });
  });

  it('that were answered though the answer of the server was lost are answered, unless somebody else said otherwise', async () => {
    const plants = await plantsIn(world.database, new Date());
    const [mine, theirs] = await Promise.all([plants.approval(inAnHour()), plants.approval(inAnHour())]);
    proxy.plan((_, count) => (count === 1 ? { loseAnswer: true } : undefined));
    const { approvals } = world.client({ baseUrl: proxy.url });
    expect(await approvals.approve(mine)).toMatchObject({ approval_id: mine, state: 'approved' });
    await world.client().approvals.refuse(theirs);
    proxy.plan((_, count) => (count === 1 ? { answer: { status: 502 } } : undefined));
    await expect(approvals.approve(theirs)).rejects.toMatchObject({ code: 'approval.resolved' });
    expect(await world.client().approvals.get(theirs)).toMatchObject({ state: 'refused' });
  });
});

describe('threads and what happens', () => {
  it('are listed page after page, as far as they are read', async () => {
    const client = world.client({ baseUrl: proxy.url });
    proxy.plan(() => undefined);
    for (let i = 0; i < 5; i++) await client.messages.send({ text: `page ${i}`, thread_id: `page-${i}` });
    const listed = (await all(client.threads.list({ limit: 2 }))).filter(({ key }) =>
      key.startsWith('page-'),
    );
    expect(listed.map(({ key }) => key)).toEqual([4, 3, 2, 1, 0].map((i) => `page-${i}`));
    proxy.plan(() => undefined);
    for await (const { key } of client.threads.list({ limit: 2 })) {
      expect(key).toBe('page-4');
      break;
    }
    expect(proxy.passed).toHaveLength(1);
  });

  it('law 18: every turn of a thread that ends is told once, though the stream breaks after each', async () => {
    // The first event of every connection says where it begins.
    proxy.plan(() => ({ cutAfter: { events: 2 } }));
    const sent = await world.client().messages.send({ text: 'one', thread_id: 'told' });
    const stop = new AbortController();
    const states: string[] = [];
    const told: (string | null)[] = [];
    const listening = (async () => {
      const events = world.client({ baseUrl: proxy.url }).threads.events('told', {
        after: 0,
        signal: stop.signal,
        onConnection: (state) => states.push(state),
      });
      for await (const { reply } of events) {
        told.push(reply?.text ?? null);
        if (told.length === 3) break;
      }
    })();
    for (const text of ['first', 'second', 'third']) {
      await world.worker.end(await world.worker.claim(sent.thread_id), text);
      await world.client().messages.send({ text: 'next', thread_id: 'told' });
    }
    await listening;
    expect(told).toEqual(['first', 'second', 'third']);
    expect(states.slice(0, 2)).toEqual(['lost', 'back']);
  });

  it('are told as they happen, each once, though the stream breaks after each', async () => {
    // A connection begins with what may have been told before it, so that each has to hold a little longer.
    proxy.plan((_, count) => ({ cutAfter: { events: 1 + count } }));
    const keys: string[] = [];
    const turns: string[] = [];
    const stop = new AbortController();
    const listening = (async () => {
      for await (const event of world.client({ baseUrl: proxy.url }).events({ signal: stop.signal })) {
        keys.push(event.key);
        if (event.type === 'turn.accepted') turns.push(event.id);
      }
    })();
    await until(() => keys.length > 0, { what: 'the stream to open', everyMs: 5 });
    const accepted: string[] = [];
    for (const text of ['a', 'b', 'c'])
      accepted.push((await world.client().messages.send({ text, thread_id: `live-${text}` })).turn_id);
    await until(() => accepted.every((id) => turns.includes(id)), { what: 'three turns', everyMs: 5 });
    stop.abort();
    await expect(listening).rejects.toMatchObject({ name: 'AbortError' });
    expect(turns.filter((id) => accepted.includes(id))).toEqual(accepted);
    expect(new Set(keys).size).toBe(keys.length);
    expect(proxy.passed.length).toBeGreaterThan(1);
  });

  it('a reply is waited for, and that of a message that was answered with another is that one’s', async () => {
    const sent = await world.client().messages.send({ text: 'to begin with', thread_id: 'asked' });
    const answered = world.client().ask({ text: 'What is it?', thread_id: 'asked' });
    const taken = await world.worker.claim(sent.thread_id);
    await world.worker.end(taken, 'one');
    const next = await until(() => world.worker.claim(sent.thread_id).catch(() => undefined), {
      what: 'the next turn',
      everyMs: 5,
    });
    await world.worker.end(next, 'It is a boat.');
    expect(await answered).toMatchObject({
      turn_id: next.turn.id,
      thread_id: sent.thread_id,
      state: 'answered',
      text: 'It is a boat.',
      error: null,
      message: { mode: 'RESPOND' },
    });
    const failed = world.client().ask({ text: 'And this?', thread_id: 'asked' });
    const last = await until(() => world.worker.claim(sent.thread_id).catch(() => undefined), {
      what: 'the last turn',
      everyMs: 5,
    });
    await world.worker.end(last, 'The model took too long.', 'failed');
    expect(await failed).toMatchObject({ state: 'failed', text: null, error: { code: 'model.timeout' } });
  });

  it('every answer was as the OpenAPI document says: what these tests called was compared with it', () => {
    const needed = [
      'POST /messages',
      'POST /chat',
      'GET /threads/{thread}/events',
      'GET /events',
      'GET /threads',
      'POST /memory/import',
    ];
    expect([...checkedRoutes]).toEqual(expect.arrayContaining(needed));
  });
});
