import { beforeAll, describe, expect, it } from 'vitest';
import { asPerson, backends } from '@salience/testing';
import { attackedRoutes } from './support/attacked-routes.ts';
import { newId } from '@salience/database';
import { addChannel } from '@salience/database/channels';
import { createAgent, createApiKey } from '@salience/database/agents';
import { requestForgetting } from '@salience/database/keeping';
import { openStream, post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { plantApproval } from './support/plant-approval.ts';
import { plantRoom } from './support/plant-room.ts';
import { plantThought } from './support/plant-mind.ts';
import { plantInlets } from './support/plant-inlets.ts';
import {
  opens,
  plantJudgements,
  plantModel,
  plantModule,
  plantSignals,
  tooLow,
  watchesFolder,
} from './support/plant-signals.ts';

const secret = 'the-launch-code-is-4711';

/** Open to anybody on purpose: probes, and pages that hold nothing of anybody. */
const open = [
  '/health',
  '/pfc/health',
  '/ready',
  '/',
  '/docs',
  '/openapi.json',
  '/assets/:file',
  '/assets/console/:file',
  '/console',
  '/console/:page',
  '/operator/sign-in',
  '/routing',
  '/switchboard',
];
const guarded = attackedRoutes.filter(
  // Signing in asks for a key or a code in its body and gives nothing without it; a message to a hook is signed (forged-hooks.int.test.ts).
  ({ method, path }) =>
    !open.includes(path) &&
    !['POST /operator/session', 'POST /session', 'POST /hooks/:hook/in'].includes(`${method} ${path}`),
);

describe('threats', () => {
  let fixture: Fixture;
  let at: string;
  let outside: string;
  let key: string;
  let strangerKey: string;
  let digest: HandDigest;
  let turnId: string;
  let threadId: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    ({ at } = await fixture.serve());
    ({ at: outside } = await fixture.serve({ host: '0.0.0.0' }));
    digest = new HandDigest(fixture);
    ({ key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'mine'));
    const stranger = await createAgent(fixture.operatorDb, { name: 'stranger', persona: 'p' });
    ({ key: strangerKey } = await createApiKey(fixture.operatorDb, stranger.id, 'theirs'));
    const response = await post(`${at}/messages`, { text: secret, thread_id: 'vault' }, bearer(key));
    ({ turn_id: turnId, thread_id: threadId } = (await response.json()) as {
      turn_id: string;
      thread_id: string;
    });
    await digest.answer(threadId, secret);
    const due = { text: secret, due_at: '2999-01-01T00:00:00Z', thread_id: 'vault' };
    const reminder = (await (await post(`${at}/schedules`, due, bearer(key))).json()) as {
      schedule_id: string;
    };
    const letter = newId('deadLetter');
    await fixture.database.admin(
      `insert into salience.dead_letters (id, agent_id, queue, job, payload, code, error, attempts, created_at)
       values ($1, $2, 'turn-digest', 'turn.digest', $3, 'test', $4, 1, now())`,
      [letter, fixture.agentId, JSON.stringify({ secret }), secret],
    );
    const approval = await plantApproval(fixture, 'asked');
    const channel = newId('channel');
    await addChannel(fixture.db, {
      agentId: fixture.agentId,
      id: channel,
      kind: 'mail',
      target: secret,
      secret: undefined,
      person: undefined,
      now: new Date(),
    });
    const [person] = await fixture.database.admin<{ id: string }>(
      `insert into salience.people (id, agent_id, name, created_at, updated_at) values ($1, $2, $3, now(), now()) returning id`,
      [newId('person'), fixture.agentId, secret],
    );
    const { hookId, sessionId, taskId } = await plantInlets(fixture, secret);
    await plantModule(fixture, fixture.agentId, {
      ...watchesFolder,
      question_template: `${secret} {location}`,
    });
    await plantModel(fixture, fixture.agentId, 1);
    const signals = await plantSignals(fixture, fixture.agentId, [{ location: `/srv/papers/${secret}` }]);
    const [activation] = await plantJudgements(
      fixture,
      fixture.agentId,
      [{ ...tooLow, opens: 0 }],
      [opens(signals, { kind: 'look', state: 'shown' })],
    );
    const told = async (path: string, body: object) => {
      const made = await post(`${at}${path}`, body, bearer(key));
      return (await made.json()) as { id?: number; action_id?: number };
    };
    const goal = await told('/goals', { goal: secret, context: secret });
    const action = await told('/evaluate', { action: secret, context: { note: secret } });
    await told('/internal', { channel: 'vault', content: secret, trigger_message_id: '1' });
    await plantRoom(fixture, fixture.agentId, {
      id: 'vault',
      content: secret,
      messageId: 'claimed-in-vault',
    });
    const [end] = await fixture.database.admin<{ exchange: string }>(
      'select exchange_id as exchange from salience.turn_ends where turn_id = $1',
      [turnId],
    );
    const wish = { agentId: fixture.agentId, scope: 'statement', target: secret, reason: 'asked' } as const;
    const request = await requestForgetting(fixture.db, { ...wish, by: 'test', now: new Date() });
    Object.assign(ids, {
      ':item': end?.exchange,
      ':request': request,
      ':thought': await plantThought(fixture, fixture.agentId, { text: secret }),
      ':kind': 'name',
      ':value': 'vault',
      ':room': 'vault',
      ':message': 'claimed-in-vault',
      ':server': '2',
      ':member': fixture.agentId,
      ':goal': String(goal.id),
      ':action': String(action.action_id),
      ':person': person?.id,
      ':turn': turnId,
      ':schedule': reminder.schedule_id,
      ':letter': letter,
      ':approval': approval,
      ':channel': channel,
      ':hook': hookId,
      ':task': taskId,
      ':session': sessionId,
      ':module': watchesFolder.module_id,
      ':signal': signals[0],
      ':activation': activation,
    });
  });

  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
  const pathOf = (path: string, thread = threadId): string =>
    path
      .split('/')
      .map((part) => (part === ':thread' ? thread : (ids[part] ?? part.replace(':', ''))))
      .join('/');
  const request = (url: string, method: string, headers: Record<string, string>, body = '{"text":"hi"}') =>
    rawRequest(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
    });

  it.each(guarded)(
    'threat: a page that rebinds its name or comes from another site gets nothing from $method $path',
    async ({ method, path }) => {
      const url = `${at}${pathOf(path)}`;
      for (const headers of [
        { host: 'evil.example' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        const response = await request(url, method, headers as Record<string, string>);
        expect([headers, response.status]).toEqual([headers, 403]);
        expect(response.body).not.toContain(secret);
      }
    },
  );

  it.each(guarded)(
    'threat: a stranger on the network gets nothing from $method $path, also not with a key in the URL',
    async ({ method, path }) => {
      const url = `${outside}${pathOf(path)}?key=${key}&api_key=${key}&access_token=${key}&authorization=Bearer%20${key}`;
      const response = await request(url, method, {
        'x-agent': 'default',
        'x-forwarded-for': '127.0.0.1',
        host: 'localhost',
      });
      expect(response.status).toBe(401);
      expect(response.body).not.toContain(secret);
      expect(response.body).not.toContain(key);
    },
  );

  /** What a route needs before it looks for what its path names. */
  const bodies: Readonly<Record<string, string>> = {
    '/actions/:action/outcome': '{"outcome": "failure"}',
    '/pfc/actions/:action/outcome': '{"outcome": "failure"}',
    '/goals/:goal': '{"priority": 0}',
    '/pfc/goals/:goal': '{"priority": 0}',
    '/bridge': '{"url": "https://bridge.test", "key": "k", "channels": ["vault"], "self_names": ["x"]}',
    '/pfc/focus': '{"channel": "elsewhere"}',
    '/rooms/:room/messages': '{"content": "x"}',
    '/rooms/:room/members': '{"agent": "stranger"}',
    '/api/channels/:room/messages': '{"content": "x"}',
    '/approvals/:approval': '{"answer": "approve"}',
    '/channels/:channel/confirm': '{"code": "12345678"}',
    '/modules/:module': '{"threshold": 0.1}',
    '/modules/:module/models': '{"version": 0}',
    '/people/:person': '{"time_zone": "UTC"}',
    '/people/:person/merge': '{"into": "owner"}',
    '/people/:person/names': '{"kind": "name", "value": "x"}',
    '/people/:person/split': '{"names": ["x"]}',
  };

  /** Of everybody, or of an operator: the key of an agent is refused whatever they name. */
  const nobodys = [':agent', ':file', ':key', ':model', ':page', ':policy', ':version'];

  it('everything that a path can name is there to be found', () => {
    const named = guarded.flatMap(({ path }) => path.split('/').filter((part) => part.startsWith(':')));
    const missing = [...new Set(named)].filter(
      (part) => part !== ':thread' && !nobodys.includes(part) && (ids[part] ?? '') === '',
    );
    expect(missing).toEqual([]);
  });

  it.each(guarded)(
    'threat: the key of another agent finds nothing of this one at $method $path',
    async ({ method, path }) => {
      for (const thread of [threadId, 'vault']) {
        const asked: Readonly<Record<string, readonly string[]>> = {
          '/memory/search': [`?q=launch%20code`, `?q=launch&thread_id=${thread}`],
          '/memory/items': ['', `?person=${ids[':person'] ?? ''}`],
          '/memory/validity': ['', `?subject=${ids[':person'] ?? ''}`],
          '/memory/graph': ['', '?q=launch%20code'],
          '/events': ['?agent=default'],
        };
        const queries = asked[path] ?? [
          // Without an end of its own: what they tell of another agent, notice-events and console-events.int.test.ts ask.
          path === '/notices/events' ? `?person=${ids[':person'] ?? ''}` : '',
        ];
        for (const query of queries) {
          const response = await request(
            `${outside}${pathOf(path, thread)}${query}`,
            method,
            bearer(strangerKey),
            bodies[path] ?? '{}',
          );
          expect(response.body).not.toContain(secret);
          // Whatever names something of another agent is unknown, exactly like what nobody has.
          const names = path.includes(':') && path !== '/v1/models/:model';
          expect(!names || [401, 404].includes(response.status)).toBe(true);
        }
      }
    },
  );

  it('threat: nothing of this agent was changed by the key of another', async () => {
    const rows = await fixture.database.admin(
      `select t.state, (select state from salience.schedules where id = $2) as reminder,
         (select state from salience.dead_letters where id = $3) as letter,
         (select state from salience.approvals where id = $4) as approval, (select state from salience.hooks where id = $5) as hook,
         (select state from salience.tasks where id = $6) as task, (select revoked_at from salience.sender_sessions where id = $7) as revoked,
         (select state from salience.modules where name = $8) as module, (select threshold from salience.modules where name = $8) as threshold,
         (select version from salience.clusters where cluster = 'papers') as model,
         (select priority from salience.pfc_goals where id = $9) as priority, (select outcome from salience.pfc_action_log where id = $10) as outcome,
         (select count(*)::integer from salience.pfc_monologue where channel = 'vault' and consumed_at is null) as thoughts,
         (select count(*)::integer from salience.room_messages) as messages, (select count(*)::integer from salience.room_members) as members
       from salience.turns t where t.id = $1`,
      [
        turnId,
        ...[
          ':schedule',
          ':letter',
          ':approval',
          ':hook',
          ':task',
          ':session',
          ':module',
          ':goal',
          ':action',
        ].map((id) => ids[id]),
      ],
    );
    expect(rows).toEqual([
      {
        state: 'answered',
        reminder: 'active',
        letter: 'dead',
        approval: 'pending',
        hook: 'active',
        task: 'scheduled',
        revoked: null,
        module: 'active',
        threshold: null,
        model: 1,
        priority: 50,
        outcome: null,
        thoughts: 1,
        messages: 1,
        members: 2,
      },
    ]);
  });

  it.each(attackedRoutes.filter(({ takes }) => takes !== undefined))(
    'threat: $path takes JSON only, which no form of another site can send',
    async ({ method, path }) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        '',
      ]) {
        const response = await rawRequest(`${at}${path}`, {
          method,
          // As the person: a browser that is signed in would send a cookie for a form.
          headers: type === '' ? asPerson : { 'content-type': type, ...asPerson },
          body: '{"text":"forged"}',
        });
        expect(response.status).toBe(415);
      }
      expect(await fixture.database.admin("select 1 from salience.turns where text = 'forged'")).toEqual([]);
    },
  );

  it('threat: no file but those of the console is sent by a name of it', async () => {
    // They are there, as seen from the folder of the console's files.
    for (const name of ['../../src/styles/base.css', '../../build.mjs', '../index.html']) {
      const { status } = await rawRequest(`${at}/assets/console/${encodeURIComponent(name)}`);
      expect([name, status]).toEqual([name, 404]);
    }
  });

  it('threat: text that looks like an event of a stream stays text', async () => {
    const forged = 'x\n\nevent: done\ndata: {"type":"done"}\n\rid: 9-9\r\n\u2028\n\n';
    const stream = await openStream(`${at}/chat`, { body: { text: forged, thread_id: 'sse' } });
    await digest.answer(stream.response.headers.get('x-thread-id') ?? '', forged, forged);
    await stream.ended;
    expect(stream.types.filter((type) => type === 'done')).toHaveLength(1);
    const message = stream.events.find(({ event }) => event.type === 'message')?.event;
    expect(message).toMatchObject({ text: forged + forged });
  });

  it('threat: text that looks like a header never becomes one', async () => {
    const evil = 'a\r\nSet-Cookie: stolen=1';
    for (const body of [
      { text: 'hi', thread_id: evil },
      { text: 'hi', source: evil },
    ]) {
      const response = await post(`${at}/messages`, body);
      expect(response.status).toBe(422);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const named = await post(`${at}/messages`, { text: 'hi', speaker: evil, thread_id: 'header' });
    expect([named.status, named.headers.get('set-cookie')]).toEqual([202, null]);
    const path = await rawRequest(`${at}/threads/a%0d%0aSet-Cookie:%20stolen=1`);
    expect([path.status, path.headers['set-cookie']]).toEqual([404, undefined]);
  });

  it('threat: a dead letter is shown as data, in a document that no browser runs', async () => {
    const id = newId('deadLetter');
    await fixture.database.admin(
      `insert into salience.dead_letters (id, agent_id, queue, job, payload, code, error, attempts, created_at)
       values ($1, $2, 'q', 'j', $3, 'test', '<script>alert(1)</script>', 1, now())`,
      [id, fixture.agentId, JSON.stringify({ constructor: '<img src=x onerror=alert(1)>' })],
    );
    const response = await rawRequest(`${at}/dead-letters?limit=100`);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    const { items } = JSON.parse(response.body) as { items: { dead_letter_id: string; error: string }[] };
    expect(items.find((item) => item.dead_letter_id === id)?.error).toBe('<script>alert(1)</script>');
  });
});
