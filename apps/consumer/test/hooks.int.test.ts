import {
  addedHookSchema,
  hookViewSchema,
  pageSchema,
  rotatedHookSchema,
  taskDetailSchema,
} from '@salience/contracts';
import { createDatabase } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import { asPerson, backends, faultsEnv, outageDoor, spawnApp, until } from '@salience/testing';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { get, post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { type HookDesk, hookDesk } from './support/hook-desk.ts';
import { refusedWith, sendHook, signedHook, takenIn } from './support/send-hook.ts';

let fixture: Fixture;
let at: string;
let other: string;
let desk: HookDesk;

beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  ({ at } = await fixture.serve());
  ({ at: other } = await fixture.serve());
  desk = hookDesk(fixture, at);
});

describe('a signed message of a hook', () => {
  it('is a task, with its evidence, and is told the same however often it is sent', async () => {
    const hook = await desk.add();
    const body = { subject: 'Build 42 failed', text: 'Tell me what broke.\u202e', at: 1 };
    const sent = signedHook({ secret: hook.secret, id: 'msg_1', body });
    const first = takenIn(await sendHook(at, hook.hook_id, sent));
    expect(first).toMatchObject({ state: 'accepted', duplicate: false });
    // From any replica, and also when it is signed again.
    const again = signedHook({ secret: hook.secret, id: 'msg_1', body, at: new Date(Date.now() - 30_000) });
    for (const [url, one] of [
      [other, sent],
      [at, again],
    ] as const)
      expect(takenIn(await sendHook(url, hook.hook_id, one))).toEqual({ ...first, duplicate: true });
    expect(await desk.taskOf(first.task_id)).toMatchObject({
      state: 'scheduled',
      reason: 'signed',
      why: 'It is signed with the secret of its hook.',
      source: 'hook',
      title: 'Build 42 failed',
      text: 'Tell me what broke.',
      from: hook.name,
      trust: 'external',
      authority: 'external_verified',
      action_class: 'read_public',
      steps: [],
      lease: null,
      grant: {
        authority: 'external_verified',
        words: expect.stringMatching(/^It may read what is public; it asks/),
      },
      inbound: {
        sender: hook.name,
        evidence: { kind: 'hook', hookId: hook.hook_id, secret: 'current', bytes: sent.body.length },
        task_id: first.task_id,
      },
    });
    expect(await desk.tasksOf(hook)).toEqual([first.task_id]);
  });

  it.each([
    ['its text', { text: 'Hello.', title: 'A title' }, 'A title', 'Hello.'],
    [
      'the whole body where it has no text',
      { type: 'push', n: 1 },
      'push',
      '{\n  "type": "push",\n  "n": 1\n}',
    ],
    [
      'the whole body where its text is empty',
      { text: ' ', type: 'x' },
      'x',
      '{\n  "text": " ",\n  "type": "x"\n}',
    ],
    ['how it begins where it has no title', { text: 'One\nline.' }, 'One line.', 'One\nline.'],
    ['no half signs', { text: 'a\ud800', subject: '\udc00b' }, '\ufffdb', 'a\ufffd'],
  ])('says %s', async (_what, body, title, text) => {
    const hook = await desk.add();
    const { task_id: id } = takenIn(
      await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret, body })),
    );
    expect(await desk.taskOf(id)).toMatchObject({ title, text });
  });

  it('is cut where it is longer than a task may be, and says so', async () => {
    const hook = await desk.add();
    const body = { text: 'x'.repeat(60_000) };
    const { task_id: id } = takenIn(
      await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret, body })),
    );
    const { text } = await desk.taskOf(id);
    expect(text.length).toBeLessThanOrEqual(24_000);
    expect(text).toMatch(/^x{20000,}\n\[The rest of the message is left out\.\]$/);
  });

  it.each([
    [
      'asks for more than its hook: a person looks at it first',
      {},
      'external_send',
      'waits',
      'external_send',
    ],
    ['asks for what nobody knows: it counts as the gravest', {}, 'everything', 'waits', 'code_or_computer'],
    [
      'asks for less than its hook: it cannot',
      { action: 'external_send' },
      'read_public',
      'waits',
      'external_send',
    ],
    [
      'asks for what a proven owner may',
      { ceiling: 'owner_verified' },
      'write_local',
      'accepted',
      'write_local',
    ],
    ['asks for what no stranger may', {}, 'write_local', 'waits', 'write_local'],
  ] as const)('%s', async (_what, terms, asked, state, actionClass) => {
    const hook = await desk.add(terms);
    const body = { text: 'Do it.', requested_action: asked };
    const taken = takenIn(await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret, body })));
    expect(taken.state).toBe(state);
    const task = await desk.taskOf(taken.task_id);
    expect(task).toMatchObject({
      action_class: actionClass,
      state: state === 'waits' ? 'awaiting_review' : 'scheduled',
    });
    expect(task.approval_id === null).toBe(state === 'accepted');
  });

  it('is turned away where the settings of the agent say so, as a task that can be asked about', async () => {
    const settings = { tasks: { policy: { external_verified: { read_public: 'reject' as const } } } };
    const agent = await createAgent(fixture.operatorDb, { name: 'strict', persona: 'p', settings });
    const { key } = await createApiKey(fixture.operatorDb, agent.id, 'strict');
    const asStrict = { authorization: `Bearer ${key}` };
    const made = await post(`${at}/hooks`, { name: 'strict' }, asStrict);
    const hook = addedHookSchema.parse(await made.json());
    const taken = takenIn(await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret })));
    expect(taken.state).toBe('rejected');
    const task = taskDetailSchema.parse(
      await (await get(`${at}/tasks/${String(taken.task_id)}`, asStrict)).json(),
    );
    expect(task).toMatchObject({
      state: 'rejected',
      reason: 'not-allowed',
      why: 'Its sender is proven, and may not ask for this.',
    });
    // Another agent has neither (law 12).
    expect((await get(`${at}/tasks/${String(taken.task_id)}`)).status).toBe(404);
    expect((await get(`${at}/hooks/${hook.hook_id}`)).status).toBe(404);
  });

  it('comes from any host and through any proxy, without a key', async () => {
    const { at: outside } = await fixture.serve({ host: '0.0.0.0' });
    const hook = await desk.add();
    for (const [url, headers] of [
      [outside, { host: 'agent.example.org' }],
      [at, { host: 'agent.example.org', 'x-forwarded-for': '203.0.113.9', via: '1.1 proxy' }],
    ] as const) {
      const sent = signedHook({ secret: hook.secret });
      const answer = await sendHook(url, hook.hook_id, { ...sent, headers: { ...sent.headers, ...headers } });
      expect(answer.status).toBe(202);
    }
    // Nothing else of a hook does.
    expect((await rawRequest(`${outside}/hooks`)).status).toBe(401);
  });

  it('is timed by the business clock', async () => {
    const ahead = () => new Date(Date.now() + 3_600_000);
    const { at: later } = await fixture.serve({ clock: { now: () => Promise.resolve(ahead()) } });
    const hook = await desk.add();
    expect(refusedWith(await sendHook(later, hook.hook_id, signedHook({ secret: hook.secret })))).toEqual([
      401,
      'hook.late',
    ]);
    const sent = signedHook({ secret: hook.secret, at: ahead() });
    expect((await sendHook(later, hook.hook_id, sent)).status).toBe(202);
  });

  it('waits outside while the agent has as many open tasks as it may have', async () => {
    const agent = await createAgent(fixture.operatorDb, {
      name: 'busy',
      persona: 'p',
      settings: { tasks: { openMax: 1 } },
    });
    const { key } = await createApiKey(fixture.operatorDb, agent.id, 'busy');
    const asBusy = { authorization: `Bearer ${key}` };
    const hook = addedHookSchema.parse(await (await post(`${at}/hooks`, { name: 'busy' }, asBusy)).json());
    const first = takenIn(await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret })));
    const sent = signedHook({ secret: hook.secret });
    const full = await sendHook(at, hook.hook_id, sent);
    expect([...refusedWith(full), full.retryAfter]).toEqual([429, 'task.limit', '60']);
    expect((await post(`${at}/tasks/${String(first.task_id)}/cancel`, {}, asBusy)).status).toBe(200);
    expect(takenIn(await sendHook(at, hook.hook_id, sent))).toMatchObject({
      state: 'accepted',
      duplicate: false,
    });
  });
});

describe('a hook', () => {
  it('is added, listed without its secret, changed and removed by a person', async () => {
    const hook = await desk.add({
      action: 'write_local',
      ceiling: 'owner_verified',
      plan: 'mail',
      per_minute: 7,
    });
    expect(hook).toMatchObject({
      path: `/hooks/${hook.hook_id}/in`,
      state: 'active',
      action: 'write_local',
      ceiling: 'owner_verified',
      per_minute: 7,
      old_secret_until: null,
    });
    expect(hook.plan?.steps[0]?.name).toBe('triage');
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await (await get(`${at}/hooks`)).text();
    expect(
      pageSchema(hookViewSchema)
        .parse(JSON.parse(listed))
        .items.map(({ name }) => name),
    ).toContain(hook.name);
    expect(listed).not.toContain(hook.secret.slice(6));
    const path = `${at}/hooks/${hook.hook_id}`;
    const send = (secret = hook.secret) => sendHook(at, hook.hook_id, signedHook({ secret }));

    expect((await post(`${path}/pause`, {})).status).toBe(200);
    expect(refusedWith(await send())).toEqual([409, 'hook.paused']);
    expect(hookViewSchema.parse(await (await post(`${path}/resume`, {})).json()).state).toBe('active');
    expect((await send()).status).toBe(202);

    const rotated = rotatedHookSchema.parse(await (await post(`${path}/rotate`, {})).json());
    for (const secret of [rotated.secret, hook.secret]) expect((await send(secret)).status).toBe(202);
    expect((await desk.inboundOf(hook))[0]?.evidence).toMatchObject({ kind: 'hook', secret: 'old' });
    expect(hookViewSchema.parse(await (await get(path)).json()).old_secret_until).toBe(
      rotated.old_signs_until,
    );
    // Signed with both, as a sender does that changes its secret.
    const sent = signedHook({ secret: rotated.secret });
    const id = String(sent.headers['webhook-id']);
    const wrong = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`).sign(
      id,
      new Date(),
      sent.body.toString(),
    );
    const both = {
      ...sent.headers,
      'webhook-signature': `${wrong} ${String(sent.headers['webhook-signature'])}`,
    };
    expect((await sendHook(at, hook.hook_id, { ...sent, headers: both })).status).toBe(202);
    const twice = rotatedHookSchema.parse(await (await post(`${path}/rotate`, {})).json());
    expect(refusedWith(await send(hook.secret))).toEqual([401, 'hook.signature']);
    const { at: tomorrow } = await fixture.serve({
      clock: { now: () => Promise.resolve(new Date(Date.now() + 86_400_000 + 1_000)) },
    });
    const late = signedHook({ secret: rotated.secret, at: new Date(Date.now() + 86_400_000) });
    expect(refusedWith(await sendHook(tomorrow, hook.hook_id, late))).toEqual([401, 'hook.signature']);
    expect((await send(twice.secret)).status).toBe(202);

    const removed = await fetch(path, { method: 'DELETE', headers: asPerson });
    expect(hookViewSchema.parse(await removed.json()).state).toBe('removed');
    expect(refusedWith(await send(twice.secret))).toEqual([404, 'hook.unknown']);
    for (const what of ['', '/pause', '/rotate'])
      expect((await (what === '' ? get(path) : post(path + what, {}))).status).toBe(404);
    const [row] = await fixture.database.admin(
      'select secret, old_secret from salience.hooks where id = $1',
      [hook.hook_id],
    );
    expect(row).toEqual({ secret: null, old_secret: null });
    expect((await desk.tasksOf(hook)).length).toBeGreaterThan(3);
  });

  it.each([
    [{ name: 'Two words' }, 422, 'body.invalid'],
    [{ name: 'ana@example.org' }, 422, 'body.invalid'],
    [{ name: '(unproven)' }, 422, 'body.invalid'],
    [{ name: 'x', ceiling: 'system' }, 422, 'body.invalid'],
    [{ name: 'x', ceiling: 'approved_session' }, 422, 'body.invalid'],
    [{ name: 'x', action: 'everything' }, 422, 'body.invalid'],
    [{ name: 'x', per_minute: 0 }, 422, 'body.invalid'],
    [{ name: 'x', plan: 'toString' }, 422, 'body.invalid'],
    [{ name: 'x', plan: { steps: [{ kind: 'agent', name: 'end', text: 'x' }] } }, 422, 'plan.invalid'],
  ])('threat: is not made of %o', async (body, status, code) => {
    const response = await post(`${at}/hooks`, body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it('has a name of its own, and is one of fifty at most', async () => {
    const agent = await createAgent(fixture.operatorDb, { name: 'many', persona: 'p' });
    const { key } = await createApiKey(fixture.operatorDb, agent.id, 'many');
    const make = async (name: string) => {
      const response = await post(`${at}/hooks`, { name }, { authorization: `Bearer ${key}` });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    for (let n = 0; n < 50; n += 1) expect(await make(`many-${n}`)).toEqual([201, undefined]);
    expect(await make('one-more')).toEqual([409, 'hook.max']);
    const other = await createApiKey(fixture.operatorDb, fixture.agentId, 'other');
    const twice = { authorization: `Bearer ${other.key}` };
    expect((await post(`${at}/hooks`, { name: 'once' }, twice)).status).toBe(201);
    expect((await post(`${at}/hooks`, { name: 'once' }, twice)).status).toBe(409);
  });
});

describe('taking in through a hook', () => {
  it('makes one task of a message that comes to two consumers at once (law 4)', async () => {
    const hook = await desk.add();
    for (let n = 0; n < 10; n += 1) {
      const sent = signedHook({ secret: hook.secret, id: `msg_${n}` });
      const answers = await Promise.all(
        [at, other, at, other].map((url) => sendHook(url, hook.hook_id, sent)),
      );
      const taken = answers.map(takenIn);
      expect(new Set(taken.map(({ task_id: id }) => id)).size).toBe(1);
      expect(taken.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    }
    expect(await desk.tasksOf(hook)).toHaveLength(10);
  });

  it('says nothing before the commit: 503 while Postgres is away, and the message is a task once it is back (law 2)', async () => {
    const hook = await desk.add();
    const door = await outageDoor(fixture.database.urlFor('salience_consumer'));
    const url = door.through(fixture.database.urlFor('salience_consumer'));
    const db = createDatabase({ url, applicationName: 'test-outage', poolMax: 2, onIdleError: () => {} });
    const { at: broken } = await fixture.serve({ db });
    const sent = signedHook({ secret: hook.secret });
    await door.shut();
    const answer = await sendHook(broken, hook.hook_id, sent);
    expect(refusedWith(answer)).toEqual([503, 'database.unavailable']);
    expect(answer.retryAfter).toBe('2');
    expect(await desk.tasksOf(hook)).toEqual([]);
    await door.open();
    const taken = await until(
      async () => {
        const next = await sendHook(broken, hook.hook_id, sent);
        return next.status === 202 ? takenIn(next) : undefined;
      },
      { what: 'the message to be taken in' },
    );
    expect(await desk.tasksOf(hook)).toEqual([taken.task_id]);
    await db.close();
    await door.close();
  });

  it('survives a kill between commit and answer: the sender sends it again, and it is one task (laws 2 and 4)', async () => {
    const { database, queues } = fixture;
    const hook = await desk.add();
    const sent = signedHook({ secret: hook.secret });
    const env = faultsEnv({ 'consumer.hook-committed': { action: 'kill' } });
    const dying = await spawnApp('consumer', { database, queues, env });
    await expect(sendHook(dying.httpUrl(), hook.hook_id, sent)).rejects.toThrow(/socket hang up|ECONNRESET/);
    await dying.exited;
    const [task] = await desk.tasksOf(hook);
    expect(task).toBeDefined();
    expect(takenIn(await sendHook(at, hook.hook_id, sent))).toEqual({
      task_id: task,
      state: 'accepted',
      duplicate: true,
    });
    expect(await desk.tasksOf(hook)).toEqual([task]);
  });

  it('has a person look first where that is asked for, whose yes lets the sender in for a while', async () => {
    const hook = await desk.add({ action: 'external_send' });
    const waiting = takenIn(await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret })));
    const listed = await get(`${at}/approvals?kind=message&state=pending`);
    const asked = (
      (await listed.json()) as { items: { approval_id: string; task_id: string; kind: string }[] }
    ).items;
    const review = asked.find(({ task_id: id }) => id === waiting.task_id);
    expect(review).toMatchObject({ kind: 'message' });
    const path = `${at}/approvals/${String(review?.approval_id)}`;
    const edited = await post(path, { answer: 'edit', arguments: { allows: 'code_or_computer' } });
    expect([edited.status, await edited.json()]).toMatchObject([422, { code: 'approval.not-editable' }]);
    expect((await post(path, { answer: 'approve', session_minutes: 60 })).status).toBe(200);
    expect(await desk.taskOf(waiting.task_id)).toMatchObject({
      state: 'scheduled',
      reason: 'approved',
      grant: { allowed: ['external_send'], by: 'person' },
    });
    const next = takenIn(await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret })));
    expect(next.state).toBe('accepted');
    expect(await desk.taskOf(next.task_id)).toMatchObject({
      authority: 'approved_session',
      trust: 'unverified',
    });
    const open = (await (await get(`${at}/senders/sessions`)).json()) as {
      items: { session_id: string; sender: string }[];
    };
    const session = open.items.find(({ sender }) => sender === hook.name);
    const over = await fetch(`${at}/senders/sessions/${String(session?.session_id)}`, {
      method: 'DELETE',
      headers: asPerson,
    });
    expect(await over.json()).toEqual({ session_id: session?.session_id, ended: true });
    const again = await fetch(`${at}/senders/sessions/${String(session?.session_id)}`, {
      method: 'DELETE',
      headers: asPerson,
    });
    expect(again.status).toBe(404);
    const last = takenIn(await sendHook(at, hook.hook_id, signedHook({ secret: hook.secret })));
    expect(last.state).toBe('waits');
  });
});
