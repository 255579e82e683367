import { randomUUID } from 'node:crypto';
import {
  type AgentId,
  approvalViewSchema,
  type Id,
  pageSchema,
  problemSchema,
  pulseEventViewSchema,
  type TaskDetail,
  taskDetailSchema,
  taskSignal,
  taskViewSchema,
  type ThreadId,
} from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { askedTicks, findTask, type MoveTask, moveTask, notePulseEvent } from '@salience/database/tasks';
import { claimLane } from '@salience/database/turns';
import { asPerson, backends, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { get, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantApproval } from './support/plant-approval.ts';

type Headers = Record<string, string>;

describe.each(backends())('tasks over HTTP on %s', (backend) => {
  let fixture: Fixture;
  let at: string;
  let other: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    ({ at } = await fixture.serve());
    ({ at: other } = await fixture.serve());
  });

  const ask = async (body: object, headers: Headers = {}) => post(`${at}/tasks`, body, headers);
  const add = async (body: object = {}, headers: Headers = {}): Promise<TaskDetail> => {
    const response = await ask({ text: 'Water the plants.', ...body }, headers);
    expect(response.status).toBe(201);
    return taskDetailSchema.parse(await response.json());
  };
  const show = async (id: string, headers: Headers = {}): Promise<TaskDetail> =>
    taskDetailSchema.parse(await (await get(`${at}/tasks/${id}`, headers)).json());
  const refusal = async (response: Response) =>
    [response.status, problemSchema.parse(await response.json()).code] as const;
  const change = (id: string, what: 'cancel' | 'retry', headers: Headers = {}) =>
    post(`${at}/tasks/${id}/${what}`, {}, headers);
  /** An agent of its own, and what the holder of its key sends. */
  const agentOf = async (name: string, settings: Parameters<typeof createAgent>[1]['settings'] = {}) => {
    const { id } = await createAgent(fixture.operatorDb, {
      name: `${name}-${backend}`,
      persona: 'p',
      settings,
    });
    const { key } = await createApiKey(fixture.operatorDb, id, name);
    return { id, own: { authorization: `Bearer ${key}` } };
  };
  /** Moves a task on as the scheduler does. */
  const move = async (agentId: AgentId, id: Id<'task'>, wish: Omit<MoveTask, 'id' | 'now' | 'version'>) => {
    const found = await findTask(fixture.db, agentId, id);
    const moved = await moveTask(fixture.database.connect('salience_scheduler'), {
      id,
      version: found?.task.version ?? 0,
      now: new Date(),
      ...wish,
    });
    expect(moved.status).toBe('moved');
    return moved.turn;
  };
  const begin = (agentId: AgentId, id: Id<'task'>) =>
    move(agentId, id, {
      kind: 'begin',
      step: { n: 0, name: 'step-1', kind: 'agent', attempt: 1 },
      text: 'Do it.',
      trust: 'user',
      quiet: false,
    });
  /** What is signalled until the test lets go. */
  const hears = async (channel: string, work: (heard: readonly string[]) => Promise<void>) => {
    const heard: string[] = [];
    const stop = await fixture.queues.signals.listen(channel, (about) => heard.push(about));
    try {
      // A signal that is sent before anybody hears it is lost, as is one while the connection is made anew.
      await until(
        async () => {
          await fixture.queues.signals.send(channel, 'probe');
          return heard.includes('probe');
        },
        { what: 'the listener' },
      );
      await work(heard);
    } finally {
      await stop();
    }
  };

  it('are asked for, committed, and told to the scheduler', async () => {
    await hears(taskSignal, async (heard) => {
      const response = await ask({ text: ' Water the\nplants. ' });
      expect(response.status).toBe(201);
      const task = taskDetailSchema.parse(await response.json());
      expect(response.headers.get('location')).toBe(`/tasks/${task.task_id}`);
      expect(task).toMatchObject({
        state: 'scheduled',
        reason: 'asked-for',
        why: 'A person asked for it.',
        source: 'api',
        title: 'Water the plants.',
        text: 'Water the\nplants.',
        from: 'owner',
        authority: 'system',
        action_class: 'code_or_computer',
        trust: 'user',
        steps: [],
        lease: null,
        inbound: null,
        thread_id: null,
        ended_at: null,
        grant: { authority: 'system', allowed: [], until: null, by: null },
      });
      expect(task.grant.words).toMatch(/^It may read what is public, .* and run commands\.$/);
      expect(task.plan.steps).toHaveLength(1);
      expect(await show(task.task_id)).toEqual(task);
      await until(() => heard.includes(task.task_id), { what: 'the hint' });
    });
  });

  it('are one for one Idempotency-Key, also at once and on two replicas (law 4)', async () => {
    const headers = { 'idempotency-key': `key-${randomUUID()}` };
    const answers = await Promise.all(
      [at, other, at, other].map((url) => post(`${url}/tasks`, { text: 'Once.', plan: 'mail' }, headers)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    const tasks = await Promise.all(answers.map(async (one) => taskDetailSchema.parse(await one.json())));
    expect(new Set(tasks.map(({ task_id: id }) => id)).size).toBe(1);
    expect(answers.filter((one) => one.headers.get('idempotent-replayed') === 'true')).toHaveLength(3);
    for (const body of [
      { text: 'Twice.', plan: 'mail' },
      { text: 'Once.' },
      { text: 'Once.', plan: 'mail', title: 'x' },
    ])
      expect(await refusal(await ask(body, headers))).toEqual([422, 'idempotency.key-reused']);
    expect(await refusal(await ask({ text: 'x' }, { 'idempotency-key': 'reminder:x' }))).toEqual([
      422,
      'idempotency.key-invalid',
    ]);
    expect(tasks[0]?.plan.steps.map(({ name }) => name)).toContain('triage');
  });

  it('take a plan, a title, a time and the thread where their end is told', async () => {
    const thread = `room-${randomUUID()}`;
    await post(`${at}/messages`, { text: 'hello', thread_id: thread });
    const threadId = await fixture.threadOf(thread);
    const runAt = new Date(Date.now() + 3_600_000).toISOString();
    const plan = {
      steps: [
        { kind: 'person', name: 'sure', text: 'Shall I?' },
        { kind: 'agent', name: 'do', text: 'Do it.' },
      ],
    };
    const task = await add({ title: 'Plants', plan, run_at: runAt, thread_id: thread, speaker: 'Ana' });
    expect(task).toMatchObject({
      title: 'Plants',
      plan: { ...plan, turns_max: 16 },
      run_at: runAt,
      report_thread_id: threadId,
      speaker: 'Ana',
      from: 'Ana',
      // Whom nobody lists is somebody of whom nobody knows who they are.
      trust: 'unverified',
    });
    const past = await add({ run_at: '2001-01-01T00:00:00Z' });
    expect(Date.parse(past.run_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([
    [{}, 422, 'body.invalid'],
    [{ text: ' ' }, 422, 'body.invalid'],
    [{ text: 'x'.repeat(24_001) }, 422, 'body.invalid'],
    [{ text: 'x', authority: 'system' }, 422, 'body.invalid'],
    [{ text: 'x', grant: {} }, 422, 'body.invalid'],
    [{ text: 'x', plan: '__proto__' }, 422, 'body.invalid'],
    [{ text: 'x', plan: { steps: [] } }, 422, 'body.invalid'],
    [{ text: 'x', run_at: 'tomorrow' }, 422, 'body.invalid'],
    [{ text: 'x', thread_id: 'room-nobody-knows' }, 404, 'thread.unknown'],
    [{ text: 'x', thread_id: `thr_${'0'.repeat(32)}` }, 404, 'thread.unknown'],
    [{ text: 'x', thread_id: 'thr_1' }, 422, 'thread.bad-id'],
  ])('are not made of %o', async (body, status, code) => {
    expect(await refusal(await ask(body))).toEqual([status, code]);
  });

  it('are not made of a plan that cannot be carried out, and it is said why', async () => {
    const step = { kind: 'agent', name: 'do', text: 'Do it.' };
    const response = await ask({ text: 'x', plan: { steps: [step, step] } });
    const problem = problemSchema.parse(await response.json());
    expect([response.status, problem.code]).toEqual([422, 'plan.invalid']);
    expect(problem.detail).toBe('Expected steps with different names, got "do" twice.');
    const detailOf = async (plan: unknown) =>
      problemSchema.parse(await (await ask({ text: 'x', plan })).json()).detail;
    expect(await detailOf('letter')).toBe(
      'The body is invalid: plan: expected "mail", or a plan of its own: {"steps": […]}.',
    );
    expect(await detailOf({ steps: [{ ...step, kind: 'robot' }] })).toMatch(
      /^The body is invalid: plan\.steps\.0\.kind: .+\.$/,
    );
    expect(await detailOf({ steps: [{ ...step, name: 'Do It' }] })).toBe(
      'The body is invalid: plan.steps.0.name: expected a name like "answer-it": small letters, digits and dashes.',
    );
  });

  it('threat: are not asked for by whoever is only on this machine, nor trusted more than a key is', async () => {
    const counts = () => fixture.database.admin('select count(*) from salience.tasks');
    const before = await counts();
    for (const headers of [{}, { authorization: 'Bearer unused' }, { 'x-agent': 'default' }] as Headers[]) {
      const response = await fetch(`${at}/tasks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"text":"x"}',
      });
      expect(await refusal(response)).toEqual([401, 'person.required']);
    }
    expect(await counts()).toEqual(before);
    const rules = { channels: { api: 'external' as const } };
    const { key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'form', { rules });
    expect((await add({}, { authorization: `Bearer ${key}` })).trust).toBe('external');
  });

  it('threat: are not read by whoever is only on this machine', async () => {
    const { task_id: id } = await add();
    for (const headers of [{}, { authorization: 'Bearer unused' }, { 'x-agent': 'default' }] as Headers[])
      for (const path of ['/tasks', `/tasks/${id}`])
        expect(await refusal(await fetch(at + path, { headers }))).toEqual([401, 'person.required']);
  });

  it('threat: are those of one agent (law 12)', async () => {
    const { task_id: id } = await add();
    const { own: headers } = await agentOf('stranger');
    expect(await refusal(await get(`${at}/tasks/${id}`, headers))).toEqual([404, 'task.unknown']);
    for (const what of ['cancel', 'retry'])
      expect(await refusal(await post(`${at}/tasks/${id}/${what}`, {}, headers))).toEqual([
        404,
        'task.unknown',
      ]);
    expect(await (await get(`${at}/tasks`, headers)).json()).toEqual({ items: [], next: null });
    expect((await show(id)).state).toBe('scheduled');
  });

  it('are listed latest first, page by page, by state and by source', async () => {
    const page = async (query: string, headers?: Headers) =>
      pageSchema(taskViewSchema).parse(await (await get(`${at}/tasks?${query}`, headers)).json());
    const { own } = await agentOf('lister');
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await add({ title: `Task ${n}` }, own)).task_id);
    await post(`${at}/tasks/${String(made[0])}/cancel`, {}, own);
    const first = await page('limit=3', own);
    const rest = await page(`limit=3&cursor=${String(first.next)}`, own);
    expect([...first.items, ...rest.items].map(({ task_id: id }) => id)).toEqual(made);
    expect(rest.next).toBeNull();
    const ids = async (query: string) => (await page(query, own)).items.map(({ task_id: id }) => id);
    expect(await ids('state=rejected')).toEqual([made[0]]);
    expect(await ids('state=rejected,scheduled')).toEqual(made);
    expect(await ids('state=failed,dead')).toEqual([]);
    expect(await ids('source=api')).toEqual(made);
    expect(await ids('source=mail')).toEqual([]);
    for (const query of ['state=asleep', 'state=', 'source=pigeon', 'limit=0'])
      expect(await refusal(await get(`${at}/tasks?${query}`))).toEqual([422, 'query.invalid']);
    expect(await refusal(await get(`${at}/tasks?cursor=x`))).toEqual([422, 'query.cursor']);
  });

  it('are cancelled at once while they wait, and only once', async () => {
    const { task_id: id } = await add();
    const response = await change(id, 'cancel');
    expect(response.status).toBe(200);
    expect(taskDetailSchema.parse(await response.json())).toMatchObject({
      state: 'rejected',
      reason: 'cancelled',
      why: 'It was cancelled.',
    });
    expect(await refusal(await change(id, 'cancel'))).toEqual([409, 'task.ended']);
    expect(await refusal(await change(`tsk_${'0'.repeat(32)}`, 'cancel'))).toEqual([404, 'task.unknown']);
    expect(await refusal(await change('tsk_1', 'cancel'))).toEqual([404, 'task.unknown']);
  });

  it('show who works on them while they run, and are cancelled by a word to that worker', async () => {
    const { id: agentId, own } = await agentOf('shown');
    const { task_id: id } = await add({}, own);
    const turn = await begin(agentId, id);
    expect(await show(id, own)).toMatchObject({
      state: 'running',
      lease: null,
      why: 'It is being worked on.',
    });
    const claim = await claimLane(fixture.digestDb, {
      agentId,
      threadId: turn?.threadId as ThreadId,
      owner: 'wrk_hand',
      now: new Date(),
    });
    expect(claim.status).toBe('turn');
    const running = await show(id, own);
    expect(running).toMatchObject({
      lease: { owner: 'wrk_hand', fence: claim.status === 'turn' ? claim.fence : -1 },
      turn_id: turn?.turnId,
      steps: [{ n: 0, name: 'step-1', kind: 'agent', state: 'running', attempt: 1, turn_id: turn?.turnId }],
    });
    expect(Date.parse(running.lease?.until ?? '')).toBeGreaterThan(Date.now() - 1_000);
    await hears('cancel', async (heard) => {
      const response = await change(id, 'cancel', own);
      expect(response.status).toBe(202);
      expect(taskDetailSchema.parse(await response.json())).toMatchObject({
        state: 'running',
        cancel_requested_at: expect.any(String),
      });
      await until(() => heard.includes(String(turn?.turnId)), { what: 'the word to the worker' });
    });
  });

  it('go on when they failed or died, and in no other state', async () => {
    const { id: agentId, own } = await agentOf('retried');
    const { task_id: id } = await add({}, own);
    expect(await refusal(await change(id, 'retry', own))).toEqual([409, 'task.not-retriable']);
    await begin(agentId, id);
    await move(agentId, id, {
      kind: 'fail',
      reason: 'error',
      done: { n: 0, state: 'failed', result: null, resultTrust: null, acted: 0, effects: 0 },
    });
    expect(await show(id, own)).toMatchObject({
      state: 'failed',
      why: 'Its step "step-1" failed in a way that another try would not mend.',
      lease: null,
    });
    await hears(taskSignal, async (heard) => {
      const response = await change(id, 'retry', own);
      expect(response.status).toBe(200);
      expect(taskDetailSchema.parse(await response.json())).toMatchObject({
        state: 'scheduled',
        reason: 'asked-again',
      });
      await until(() => heard.includes(id), { what: 'the hint' });
    });
    expect(await refusal(await change(`tsk_${'0'.repeat(32)}`, 'retry'))).toEqual([404, 'task.unknown']);
  });

  it('are as many as the agent may have open, and no more', async () => {
    const settings = { tasks: { openMax: 2 } };
    const { own } = await agentOf('few', settings);
    const { task_id: id } = await add({}, own);
    await add({}, own);
    const full = await ask({ text: 'x' }, own);
    expect([...(await refusal(full)), full.headers.get('retry-after')]).toEqual([429, 'task.limit', '60']);
    expect((await post(`${at}/tasks/${id}/cancel`, {}, own)).status).toBe(200);
    await add({}, own);
    expect(await (await get(`${at}/agents/me`, own)).json()).toMatchObject({ settings });
  });

  describe('a tick that is asked for', () => {
    const tick = (signal?: AbortSignal) =>
      fetch(`${at}/pulse/tick`, {
        method: 'POST',
        headers: asPerson,
        ...(signal === undefined ? {} : { signal }),
      });

    it('is answered by the scheduler that carries it out', async () => {
      const { at: patient } = await fixture.serve({ tickWaitMs: 15_000 });
      const schedulerDb = fixture.database.connect('salience_scheduler');
      await hears(taskSignal, async (heard) => {
        const asking = fetch(`${patient}/pulse/tick`, { method: 'POST', headers: asPerson });
        const asked = await until(async () => (await askedTicks(schedulerDb, 10)).at(-1), {
          what: 'the request',
        });
        await until(() => heard.includes(asked.id), { what: 'the hint' });
        const report = { due: 3, begun: 2 };
        await notePulseEvent(schedulerDb, { kind: 'tick', at: new Date(), report, askedId: asked.id });
        const response = await asking;
        expect(response.status).toBe(200);
        expect(pulseEventViewSchema.parse(await response.json())).toMatchObject({
          kind: 'tick',
          report,
          asked_id: asked.id,
        });
      });
      const listed = pageSchema(pulseEventViewSchema).parse(await (await get(`${at}/pulse/events`)).json());
      expect(
        listed.items
          .slice(0, 2)
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(['tick', 'tick_asked']);
    });

    it('says so where no scheduler answers', async () => {
      const response = await tick();
      expect([...(await refusal(response)), response.headers.get('retry-after')]).toEqual([
        503,
        'pulse.no-scheduler',
        '5',
      ]);
    });

    it('is waited for no longer than its client does', async () => {
      const server = await fixture.serve({ tickWaitMs: 600_000 });
      const leaving = new AbortController();
      const asking = fetch(`${server.at}/pulse/tick`, {
        method: 'POST',
        headers: asPerson,
        signal: leaving.signal,
      });
      await until(() => server.running?.().includes('POST /pulse/tick'), { what: 'the request' });
      leaving.abort();
      await expect(asking).rejects.toThrow('aborted');
      await until(() => server.running?.().length === 0, { what: 'its end' });
    });
  });

  it('approvals are told apart by their kind, and only a message has a sender to be let in', async () => {
    const id = await plantApproval(fixture, `room-${randomUUID()}`);
    const of = async (kind: string) =>
      pageSchema(approvalViewSchema)
        .parse(await (await get(`${at}/approvals?kind=${kind}`)).json())
        .items.map((one) => [one.approval_id, one.kind, one.task_id]);
    expect(await of('call')).toContainEqual([id, 'call', null]);
    expect(await of('message')).toEqual([]);
    const path = `${at}/approvals/${id}`;
    expect(await refusal(await post(path, { answer: 'approve', session_minutes: 5 }))).toEqual([
      422,
      'approval.no-sender',
    ]);
    await hears(taskSignal, async (heard) => {
      expect(await (await post(path, { answer: 'approve' })).json()).toMatchObject({ state: 'approved' });
      await until(() => heard.length > 0, { what: 'the hint' });
    });
  });
});
