import { createApiKey } from '@salience/database/agents';
import { plantsIn, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../src/index.ts';
import { type BrokenProxy, brokenProxy, type Trouble } from './support/broken-proxy.ts';
import { all, startWorld, type World } from './support/world.ts';

let world: World;
let proxy: BrokenProxy;

beforeAll(async () => {
  world = await startWorld();
  proxy = await brokenProxy(() => world.url);
}, 120_000);

/** Through the proxy; the first requests meet these troubles, one each, and the others none. */
function troubled(...troubles: Trouble[]) {
  proxy.plan((_, count) => troubles[count - 1]);
  return world.client({ baseUrl: proxy.url });
}

async function turnsOf(text: string): Promise<string[]> {
  const rows = await world.database.admin<{ id: string }>('select id from salience.turns where text = $1', [
    text,
  ]);
  return rows.map(({ id }) => id);
}

const busy = { status: 429, headers: { 'retry-after': '0' } };

describe('a message that is sent', () => {
  it.each<[string, Trouble[]]>([
    ['its answer is lost, twice', [{ loseAnswer: true }, { loseAnswer: true }]],
    ['the connection is refused', [{ refuse: true }, { refuse: true }, { refuse: true }]],
    ['something in between answers 502 and 503', [{ answer: { status: 502 } }, { answer: { status: 503 } }]],
    ['it is told to come again', [{ answer: busy }]],
    ['all of this happens', [{ refuse: true }, { loseAnswer: true }, { answer: busy }, { loseAnswer: true }]],
  ])('law 4: is one turn when %s', async (what, troubles) => {
    const accepted = await troubled(...troubles).messages.send({ text: what, thread_id: 'retries' });
    expect(await turnsOf(what)).toEqual([accepted.turn_id]);
    expect(proxy.passed).toHaveLength(troubles.length + 1);
    expect(new Set(proxy.passed.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(accepted.replayed).toBe(troubles.some(({ loseAnswer }) => loseAnswer));
  });

  it('law 4: is one turn when its stream is lost before it opened, and the stream is that of this turn', async () => {
    const events = troubled({ loseAnswer: true }, { answer: { status: 503 } }).chat({
      text: 'lost at the start',
      thread_id: 'retries',
    });
    // A stream that is not read to its end is lost with its answer: the server has no more than the turn.
    await world.client().messages.send({ text: 'unrelated', thread_id: 'other' });
    const cancelled = cancelWhenThere('lost at the start');
    const seen = [];
    for await (const event of events) seen.push(event);
    const [turn] = await turnsOf('lost at the start');
    expect(await turnsOf('lost at the start')).toHaveLength(1);
    expect(seen[0]).toMatchObject({ type: 'accepted', turn_id: turn });
    expect(seen.at(-1)).toMatchObject({ type: 'done', turn_id: turn, state: 'cancelled' });
    await cancelled;
  });

  it('is the same turn under the same key, from another client too, and another message under it is refused', async () => {
    const message = { text: 'only once', thread_id: 'keys' };
    const first = await world.client().messages.send(message, { idempotencyKey: 'monday' });
    const again = await world.client().messages.send(message, { idempotencyKey: 'monday' });
    expect(again).toMatchObject({ turn_id: first.turn_id, replayed: true });
    const other = world
      .client()
      .messages.send({ ...message, text: 'something else' }, { idempotencyKey: 'monday' });
    await expect(other).rejects.toMatchObject({
      code: 'idempotency.key-reused',
      status: 422,
      retryable: false,
    });
  });

  it('is one turn while consumer is killed and started again', async () => {
    await world.consumer.kill9();
    const sent = world.client().messages.send({ text: 'through a restart', thread_id: 'retries' });
    await world.restart();
    const { turn_id } = await sent;
    expect(await turnsOf('through a restart')).toEqual([turn_id]);
  });

  it('is not sent again after its caller gave it up, nor for longer than the client was told to', async () => {
    const stop = new AbortController();
    proxy.plan(() => {
      stop.abort(new Error('given up'));
      return { refuse: true };
    });
    const sent = world.client({ baseUrl: proxy.url }).messages.send('never there', { signal: stop.signal });
    await expect(sent).rejects.toThrow('given up');
    expect(proxy.passed).toHaveLength(1);
    proxy.plan(() => ({ refuse: true }));
    const twice = world.client({ baseUrl: proxy.url, retry: { triesMax: 2, firstPauseMs: 1 } });
    await expect(twice.messages.send('never there')).rejects.toMatchObject({
      code: 'client.no-answer',
      status: 0,
    });
    expect(proxy.passed).toHaveLength(2);
    proxy.plan(() => ({ answer: { status: 429, headers: { 'retry-after': '3600' } } }));
    await expect(world.client({ baseUrl: proxy.url }).messages.send('never there')).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
    });
    expect(proxy.passed).toHaveLength(1);
    expect(await turnsOf('never there')).toEqual([]);
  });
});

describe('other requests', () => {
  it('that would do something twice are sent again only where nothing was done', async () => {
    const lost = troubled({ loseAnswer: true }).post('/goals', { body: { goal: 'ask once' } });
    await expect(lost).rejects.toMatchObject({ code: 'client.no-answer' });
    expect(proxy.passed).toHaveLength(1);
    await troubled({ answer: busy }).post('/goals', { body: { goal: 'ask twice' } });
    const goals = await world.client().get('/goals');
    expect(goals.map(({ goal }) => goal).sort()).toEqual(['ask once', 'ask twice']);
  });

  it('that are refused tell the problem of the API with its code, status and issues', async () => {
    const refused = world.client().post('/messages', { body: { text: 'x', source: 'not allowed!' } });
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'body.invalid', status: 422, retryable: false });
    expect((error as ApiError).problem?.issues).toMatchObject([{ path: 'source' }]);
    await expect(world.client().threads.get('no-such-thread')).rejects.toMatchObject({
      code: 'thread.unknown',
    });
    await expect(world.client().get('/memory/search', { query: { q: '' } })).rejects.toMatchObject({
      code: 'query.invalid',
    });
    await expect(
      world.client().post('/v1/chat/completions', { body: { messages: [] } }),
    ).rejects.toBeInstanceOf(ApiError);
  });

  it('that take longer than they may are given up, and say so', async () => {
    proxy.plan(() => ({ answer: { status: 200, headers: { 'content-length': '9999' } } }));
    const client = world.client({
      baseUrl: proxy.url,
      timeoutMs: 50,
      retry: { triesMax: 2, firstPauseMs: 1 },
    });
    await expect(client.me()).rejects.toMatchObject({ code: 'client.timeout', retryable: true });
    expect(proxy.passed).toHaveLength(2);
  });
});

describe('the key of an agent', () => {
  it('threat: reaches nothing of another agent through the client', async () => {
    const db = world.database.connect('salience_operator');
    const [other] = await world.database.admin<{ id: typeof world.agentId }>(
      "insert into salience.agents (id, name, persona, settings) values ('agt_' || replace(gen_random_uuid()::text, '-', ''), 'other', '', '{}') returning id",
    );
    const id = (other as { id: typeof world.agentId }).id;
    const { key } = await createApiKey(db, id, 'theirs');
    const plants = await plantsIn(world.database, new Date());
    const mine = await plants.thread();
    await plants.exchange(mine, 1, { message: 'The code of the safe is 4711.' });
    const approval = await plants.approval(new Date(Date.now() + 3_600_000));
    const { turn_id } = await world.client().messages.send({ text: 'mine alone', thread_id: 'private' });
    const theirs = world.client({ key });
    expect(await theirs.me()).toMatchObject({ name: 'other' });
    expect(await theirs.memory.search('code of the safe')).toEqual([]);
    expect(await all(theirs.threads.list())).toEqual([]);
    expect(await all(theirs.memory.items())).toEqual([]);
    expect(await all(theirs.approvals.list())).toEqual([]);
    const refused: [string, () => Promise<unknown>][] = [
      ['turn.unknown', () => theirs.turns.get(turn_id)],
      ['turn.unknown', () => theirs.turns.cancel(turn_id)],
      ['turn.unknown', () => all(theirs.turns.follow(turn_id))],
      ['thread.unknown', () => theirs.threads.get('private')],
      ['thread.unknown', () => all(theirs.threads.messages(mine))],
      ['approval.unknown', () => theirs.approvals.approve(approval)],
      ['thread.unknown', () => theirs.memory.forget({ scope: 'thread', target: mine })],
      ['agent.refused', () => world.client({ key, agent: 'default' }).me()],
    ];
    for (const [code, call] of refused) await expect(call(), code).rejects.toMatchObject({ code });
    expect(await world.client().turns.get(turn_id)).toMatchObject({ state: 'pending' });
  });
});

describe('a key that may talk alone', () => {
  const talker = async (baseUrl: string) => {
    const db = world.database.connect('salience_operator');
    const { key } = await createApiKey(db, world.agentId, 'talks', { rules: { scopes: ['talk'] } });
    return world.client({ key, baseUrl });
  };
  const next = (thread: string) =>
    until(() => world.worker.claim(thread).catch(() => undefined), { what: 'a turn', everyMs: 5 });

  it('is answered though its connection breaks after the first event', async () => {
    proxy.plan(({ path }) => (path === '/chat' ? { cutAfter: { events: 1 } } : undefined));
    const client = await talker(proxy.url);
    const { thread_id: thread } = await world.client().messages.send({ text: 'first', thread_id: 'talks' });
    const answered = client.ask({ text: 'Where is it?', thread_id: 'talks' });
    await world.worker.end(await next(thread), 'one');
    await world.worker.end(await next(thread), 'It is in Bergen.');
    expect(await answered).toMatchObject({ state: 'answered', text: 'It is in Bergen.' });
    expect(proxy.passed.map(({ path }) => path)).toEqual([
      '/chat',
      expect.stringMatching(/^\/turns\/.*events$/),
    ]);
  });

  it('is answered where its message was answered together with the next', async () => {
    const client = await talker(world.url);
    const merged = { thread_id: 'together', mid_run: 'merge' } as const;
    const { thread_id: thread } = await client.messages.send({ ...merged, text: 'first' });
    const running = await next(thread);
    const answers = ['What is it?', 'And where?'].map(async (text) => client.ask({ ...merged, text }));
    await until(
      async () => (await turnsOf('And where?')).length + (await turnsOf('What is it?')).length === 2,
      {
        what: 'both to wait',
        everyMs: 5,
      },
    );
    await world.worker.end(running, 'one');
    await world.worker.end(await next(thread), 'A boat, in Bergen.');
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual([
      'A boat, in Bergen.',
      'A boat, in Bergen.',
    ]);
  });
});

/** Cancels the turn of a text as soon as it is there: nobody answers turns here. */
async function cancelWhenThere(text: string): Promise<void> {
  for (;;) {
    const [turn] = await turnsOf(text);
    if (turn !== undefined) return void (await world.client().turns.cancel(turn));
  }
}
