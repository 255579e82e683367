import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  acceptedSchema,
  deadLetterViewSchema,
  type ExchangeId,
  historyItemSchema,
  memoryHitSchema,
  pageSchema,
  problemSchema,
  queueViewSchema,
  readinessSchema,
  scheduleDetailSchema,
  scheduleViewSchema,
  threadViewSchema,
  turnExplanationSchema,
  turnViewSchema,
  workerViewSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { beat, saveDeadLetter } from '@salience/database/operations';
import { asPerson, backends, saveChunk } from '@salience/testing';
import { post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends().slice(0, 1))('reading on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    ({ at } = await fixture.serve());
  });

  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(at + path, { headers: asPerson });
    expect(response.status).toBe(200);
    return response.json();
  };
  const say = async (text: string, threadKey: string) =>
    acceptedSchema.parse(await (await post(`${at}/messages`, { text, thread_id: threadKey })).json());

  it('pages through threads and histories with cursors', async () => {
    const room = `room-${randomUUID()}`;
    const names = [room, `room-${randomUUID()}`, `room-${randomUUID()}`];
    for (const name of names) {
      const { thread_id } = await say(`one in ${name}`, name);
      await digest.answer(thread_id, 'yes');
    }
    for (let i = 2; i <= 5; i++) await say(`message ${i}`, room);

    const threads = pageSchema(threadViewSchema);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = threads.parse(await get(`/threads?limit=2${cursor}`));
      seen.push(...page.items.map((thread) => thread.key));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(names));

    const thread = threadViewSchema.parse(await get(`/threads/${room}`));
    expect(thread).toMatchObject({ key: room, turns: 5, pending: 4, state: 'active' });
    const history = pageSchema(historyItemSchema);
    const first = history.parse(await get(`/threads/${room}/messages?limit=3`));
    expect(first.items.map((item) => item.seq)).toEqual([5, 4, 3]);
    const second = history.parse(
      await get(`/threads/${thread.thread_id}/messages?limit=3&cursor=${String(first.next)}`),
    );
    expect(second.items.map((item) => item.seq)).toEqual([2, 1]);
    expect(second.next).toBeNull();
    expect(second.items.at(-1)?.reply?.text).toBe('yes');
  });

  it.each([
    ['/threads?limit=0', 422],
    ['/threads?limit=x', 422],
    ['/threads?cursor=nonsense', 422],
    ['/threads/nobody', 404],
    ['/threads/nobody/messages', 404],
    ['/memory/search', 422],
    ['/memory/search?q=%00', 422],
    ['/memory/search?q=x&as_of=yesterday', 422],
    ['/memory/search?q=x&thread_id=nobody', 404],
  ])('answers %s with %i', async (path, status) => {
    const response = await fetch(at + path);
    expect(response.status).toBe(status);
    expect(problemSchema.parse(await response.json()).status).toBe(status);
  });

  it('finds what was said, with the reasons', async () => {
    const { thread_id, turn_id } = await say('My sister Ana lives in Porto.', `room-${randomUUID()}`);
    await digest.answer(thread_id, 'Noted.');
    const turn = turnViewSchema.parse(await get(`/turns/${turn_id}`));
    const exchangeId = turn.reply?.exchange_id as ExchangeId;
    await saveChunk(fixture.database.connect('salience_memory_chunker'), {
      agentId: fixture.agentId,
      exchangeId,
      now: new Date(),
      model: 'test',
      entities: [{ name: 'Ana', type: 'person' }],
      gists: [],
      facts: [{ id: newId('fact'), subject: 'Ana', key: 'lives_in', value: 'Porto', confidence: 0.9 }],
    });
    const page = pageSchema(memoryHitSchema).parse(
      await get('/memory/search?q=where%20does%20my%20sister%20live'),
    );
    expect(page.items[0]).toMatchObject({ kind: 'exchange', exchange_id: exchangeId, thread_id });
    expect(Object.keys(page.items[0]?.why ?? {})).toContain('words');
    const facts = pageSchema(memoryHitSchema).parse(
      await get(`/memory/search?q=Porto&kind=fact&thread_id=${thread_id}`),
    );
    expect(facts.items.map((hit) => hit.kind)).toEqual(['fact']);
    // As of a day before anybody said it there is nothing; a day means its end.
    const on = async (day: Date) =>
      pageSchema(memoryHitSchema).parse(
        await get(
          `/memory/search?q=sister%20Porto&as_of=${day.toISOString().slice(0, 10)}&thread_id=${thread_id}`,
        ),
      ).items;
    const said = new Date(page.items[0]?.at ?? 0);
    expect(await on(new Date(said.getTime() - 86_400_000))).toEqual([]);
    expect((await on(said)).map((hit) => hit.kind).toSorted()).toEqual(['exchange', 'fact']);

    const why = turnExplanationSchema.parse(await get(`/turns/${turn_id}/why`));
    expect(why).toMatchObject({
      turn: { turn_id },
      memory: { exchange_id: exchangeId, chunk_state: 'chunked', facts: [{ value: 'Porto' }] },
    });
    expect((await fetch(`${at}/turns/turn_${'0'.repeat(32)}/why`)).status).toBe(404);
  });

  it('keeps, lists and cancels schedules', async () => {
    const due = new Date(Date.now() + 3_600_000).toISOString();
    const made = await post(`${at}/schedules`, { text: 'water the plants', due_at: due });
    expect(made.status).toBe(201);
    const reminder = scheduleViewSchema.parse(await made.json());
    expect(reminder).toMatchObject({
      text: 'water the plants',
      due_at: due,
      state: 'active',
      rule: null,
    });
    const list = pageSchema(scheduleViewSchema).parse(await get('/schedules'));
    expect(list.items).toContainEqual(reminder);
    // Of equal times too, each is on one page.
    for (const text of ['feed the cat', 'air the room']) await post(`${at}/schedules`, { text, due_at: due });
    const page = async (query: string) =>
      pageSchema(scheduleViewSchema).parse(await get(`/schedules${query}`));
    const whole = await page('?state=active');
    const first = await page('?state=active&limit=2');
    const second = await page(`?state=active&limit=2&cursor=${first.next ?? ''}`);
    expect([first.items.length, [...first.items, ...second.items]]).toEqual([2, whole.items]);
    expect([whole.items.length, whole.next, second.next]).toEqual([3, null, null]);
    const cancelled = await fetch(at + made.headers.get('location'), {
      method: 'DELETE',
      headers: asPerson,
    });
    expect(scheduleViewSchema.parse(await cancelled.json()).state).toBe('cancelled');
    const unknown = await fetch(`${at}/schedules/sch_${'0'.repeat(32)}`, {
      method: 'DELETE',
      headers: asPerson,
    });
    expect(unknown.status).toBe(404);
    expect((await post(`${at}/schedules`, { text: 'x', due_at: 'tomorrow' })).status).toBe(422);
    expect(
      (await post(`${at}/schedules`, { text: 'x', due_at: due, thread_id: `thr_${'0'.repeat(32)}` })).status,
    ).toBe(404);
  });

  it('keeps what comes by a rule, in its zone; pauses it, goes on, runs and ends it', async () => {
    const headers = { 'x-time-zone': 'Asia/Kolkata' };
    const weekly = {
      text: 'bins',
      kind: 'prompt',
      starts_at: '2100-01-04T09:00',
      rule: 'FREQ=WEEKLY;BYDAY=MO',
    };
    const made = await post(`${at}/schedules`, weekly, headers);
    expect(made.status, await made.clone().text()).toBe(201);
    const { schedule_id: id, ...view } = scheduleViewSchema.parse(await made.json());
    expect(view).toMatchObject({
      kind: 'prompt',
      time_zone: 'Asia/Kolkata',
      rule_in_words: 'every Monday at 09:00',
      due_at: '2100-01-04T03:30:00.000Z',
    });
    expect(view.next.map(({ local }) => local)).toEqual(
      ['04', '11', '18'].map((day) => `2100-01-${day}T09:00:00`),
    );
    const change = async (what: string) => {
      const answer = await post(`${at}/schedules/${id}/${what}`, {});
      return [answer.status, ((await answer.json()) as { state?: string; code?: string }).state];
    };
    expect(await change('pause')).toEqual([200, 'paused']);
    expect(await change('resume')).toEqual([200, 'active']);
    expect((await change('run'))[0]).toBe(202);
    expect((await change('run'))[0]).toBe(202);
    expect(await change('end')).toEqual([200, 'ended']);
    expect((await change('pause'))[0]).toBe(409);
    const page = async (query: string) =>
      scheduleDetailSchema.parse(await get(`/schedules/${id}${query}`)).occurrences;
    const first = await page('?limit=2');
    const second = await page(`?limit=2&cursor=${first.next ?? ''}`);
    expect([...first.items, ...second.items].map(({ fate, reason }) => [fate, reason])).toEqual([
      ['cancelled', null],
      ['fired', 'asked'],
      ['fired', 'asked'],
    ]);
    expect(second.next).toBeNull();
  });

  it.each([
    [{ due_at: '2100-01-04T09:00:00Z', rule: 'FREQ=DAILY' }, 'schedule.bad-time', 'starts_at'],
    [{ starts_at: '2100-02-30T09:00', rule: 'FREQ=DAILY' }, 'schedule.bad-time', '2030-01-31T09:00'],
    [{ starts_at: '2100-01-04T09:00', rule: 'FREQ=SECONDLY' }, 'schedule.bad-rule', 'once a minute'],
    [{ starts_at: '2000-01-04T09:00', rule: 'FREQ=DAILY;COUNT=3' }, 'schedule.bad-time', 'lies ahead'],
  ])('refuses the times %j', async (times, code, words) => {
    const answer = await post(`${at}/schedules`, { text: 'x', ...times });
    const problem = (await answer.json()) as { code: string; detail: string };
    expect([answer.status, problem.code]).toEqual([422, code]);
    expect(problem.detail).toContain(words);
  });

  it('shows dead letters and settles each once', async () => {
    const save = (exchangeId: string) =>
      saveDeadLetter(fixture.db, {
        agentId: fixture.agentId,
        queue: 'memory-chunk',
        job: 'memory.chunk',
        payload: { agentId: fixture.agentId, exchangeId },
        code: 'model.timeout',
        error: 'too slow',
        attempts: 3,
      });
    const [retried, dropped] = [await save('one'), await save('two')];
    const list = pageSchema(deadLetterViewSchema).parse(await get('/dead-letters'));
    expect(list.items.map((letter) => letter.dead_letter_id)).toEqual(
      expect.arrayContaining([retried, dropped]),
    );
    const retry = await post(`${at}/dead-letters/${retried}/retry`, {});
    expect(deadLetterViewSchema.parse(await retry.json()).state).toBe('retried');
    const drop = await post(`${at}/dead-letters/${dropped}/drop`, {});
    expect(deadLetterViewSchema.parse(await drop.json()).state).toBe('dropped');
    expect((await post(`${at}/dead-letters/${retried}/retry`, {})).status).toBe(404);
    const outbox = await fixture.operatorDb.pool.query('select job from salience.outbox');
    expect(outbox.rows).toEqual([{ job: 'memory.chunk' }]);
  });

  it('is ready when Postgres answers and a digest is ready, and says which is missing', async () => {
    const before = await fetch(`${at}/ready`);
    expect(before.status).toBe(503);
    expect(before.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const missing = (await before.json()) as object;
    expect(problemSchema.parse(missing).code).toBe('not-ready');
    expect(readinessSchema.parse(missing).parts).toMatchObject({
      postgres: { ok: true },
      digest: { ok: false },
    });
    const worker = {
      id: newId('worker'),
      app: 'digest',
      pid: 1,
      host: 'h',
      version: '0',
      state: 'ready' as const,
      capacity: 4,
      running: ['turn-digest'],
      jobsDone: 2,
      jobsFailed: 0,
    };
    await beat(fixture.digestDb, worker);
    expect(readinessSchema.parse(await get('/ready')).ready).toBe(true);
    const workers = pageSchema(workerViewSchema).parse(await get('/workers'));
    expect(workers.items).toMatchObject([
      { worker_id: worker.id, app: 'digest', state: 'ready', jobs_done: 2 },
    ]);
  });

  it('shows queues, health and metrics', async () => {
    const queues = pageSchema(queueViewSchema).parse(await get('/queues'));
    expect(queues.items.map((queue) => queue.queue)).toContain('turn-digest');
    expect(queues.items.find((queue) => queue.queue === 'turn-digest')?.waiting).toBeGreaterThan(0);
    expect(await get('/health')).toMatchObject({ live: true, stalled: [] });
    const metrics = await (await fetch(`${at}/metrics`, { headers: asPerson })).text();
    expect(metrics).toMatch(/salience_http_requests_total\{[^}]*route="\/queues"/);
    const stuck = await fixture.serve({ stalled: () => ['streams finished no run for 61 s'] });
    expect((await fetch(`${stuck.at}/health`)).status).toBe(503);
  });
});
