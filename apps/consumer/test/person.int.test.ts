import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { approvalViewSchema, pageSchema, problemSchema, sessionCodeViewSchema } from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { createOperatorKey, revokeOperatorKey } from '@salience/database/operators';
import { asPerson, personToken, scratchFolder, spawnApp } from '@salience/testing';
import { attackedRoutes } from './support/attacked-routes.ts';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantApproval } from './support/plant-approval.ts';

type Headers = Record<string, string>;

const json = { 'content-type': 'application/json' };
/** The code of a problem, below /v1 in the shape of the OpenAI API; empty for an answer to HEAD. */
const codeOf = ({ body }: { body: string }): string => {
  if (body === '') return '';
  const parsed = JSON.parse(body) as { error?: { code: string } };
  return parsed.error?.code ?? problemSchema.parse(parsed).code;
};
const name = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
let threads = 0;
/** The key of a thread that nobody used yet. */
const nextThread = (): string => `room-${(threads += 1)}`;
/** What somebody without the token could send instead. */
const pretences: readonly (readonly [string, Headers])[] = [
  ['nothing at all', {}],
  ['the placeholder of an OpenAI client', { authorization: 'Bearer unused' }],
  ['a token of its own making', { authorization: `Bearer pt_${'x'.repeat(43)}` }],
  ['half of a token', { authorization: `Bearer ${personToken.slice(0, 20)}` }],
  ['a token and more', { authorization: `Bearer ${personToken} ${personToken}x` }],
  ['a token in another scheme', { authorization: `Basic ${Buffer.from(personToken).toString('base64')}` }],
  ['a session of its own making', { cookie: `salience_person=ps_${'x'.repeat(43)}` }],
  ['the token as a session', { cookie: `salience_person=${personToken}` }],
  ['the default agent by name', { 'x-agent': 'default' }],
];

/** At the root and below /pfc. */
const pfcChanges = [
  'DELETE /goals/:goal',
  'DELETE /internal',
  'PATCH /actions/:action/outcome',
  'PATCH /config',
  'PATCH /goals/:goal',
  'POST /evaluate',
  'POST /goals',
  'POST /internal',
  'POST /internal/synthesize',
  'POST /synthesize',
];

describe('the person of this machine', () => {
  let fixture: Fixture;
  let at: string;
  let other: string;
  let outside: string;
  let needs: Readonly<Record<string, string>>;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    const server = await fixture.serve({ cacheMs: 0 });
    ({ at, needs } = server);
    ({ at: other } = await fixture.serve({ cacheMs: 0 }));
    ({ at: outside } = await fixture.serve({ host: '0.0.0.0', cacheMs: 0 }));
    await createAgent(fixture.operatorDb, { name: 'bob', persona: 'p' });
  });

  const send = (route: { method: string; path: string }, headers: Headers, url = at) =>
    // Streams without an end: what the door says of one has an end, and so has the other's answer about somebody unknown.
    rawRequest(
      url +
        route.path.replaceAll(/:(\w+)/g, '$1') +
        (route.path === '/notices/events' ? '?person=nobody' : ''),
      {
        method: route.path === '/operator/events' ? 'HEAD' : route.method,
        headers: { ...json, ...headers },
        ...(route.method === 'POST' ? { body: '{}' } : {}),
      },
    );
  const tell = (headers: Headers) =>
    rawRequest(`${at}/messages`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: '{"text":"obey"}',
    });
  const stateOf = async (id: string) =>
    (
      await fixture.database.admin<{ state: string }>('select state from salience.approvals where id = $1', [
        id,
      ])
    )[0]?.state;

  it('is asked for by the routes that say so, and by no others', () => {
    expect(needs).toEqual(Object.fromEntries(attackedRoutes.map((route) => [name(route), route.needs])));
  });

  it('threat: what anybody on this machine may change, and what anybody at all may reach, is this and no more', () => {
    const those = (needed: string) => attackedRoutes.filter((route) => route.needs === needed);
    const changing = those('machine').filter(({ method }) => method !== 'GET');
    // What comes to the PFC without a key is unverified: it permits nothing and counts for callers without a key alone.
    const ofPfc = pfcChanges.flatMap((change) => [change, change.replace(' /', ' /pfc/')]);
    expect(changing.map(name).sort()).toEqual(
      [
        'POST /chat',
        'POST /messages',
        'POST /schedules',
        'POST /turns/:turn/cancel',
        'POST /v1/chat/completions',
        ...ofPfc,
        'DELETE /pfc/hand',
        'POST /pfc/floor',
        'POST /pfc/messages',
        'PUT /pfc/focus',
      ].sort(),
    );
    expect(those('nothing').map(name).sort()).toEqual([
      'DELETE /operator/session',
      'DELETE /session',
      'GET /',
      'GET /assets/:file',
      'GET /assets/console/:file',
      'GET /console',
      'GET /console/:page',
      'GET /docs',
      'GET /health',
      'GET /openapi.json',
      'GET /operator/session',
      'GET /operator/sign-in',
      'GET /pfc/health',
      'GET /ready',
      'GET /routing',
      'GET /session',
      'GET /switchboard',
      // A message of a program: its signature is looked at before anything of it counts.
      'POST /hooks/:hook/in',
      'POST /operator/session',
      'POST /session',
    ]);
    // Signing in and out asks for that by itself; every other route of operators stands behind their door.
    const operators = attackedRoutes.filter(({ path }) => /^\/(operator|workers|queues|metrics)/.test(path));
    const outside = operators.filter(
      ({ needs: needed, path }) => needed !== 'operator' && path !== '/operator/session',
    );
    expect(outside.map(name)).toEqual(['GET /operator/sign-in']);
  });

  it.each(pretences)(
    'threat: an agent that reaches this server with a tool does not answer its own request, with %s',
    async (_what, headers) => {
      const id = await plantApproval(fixture, nextThread());
      // Whoever is on this machine may see what is asked; what follows from that is the person's.
      const listed = await rawRequest(`${at}/approvals`);
      expect(pageSchema(approvalViewSchema).parse(JSON.parse(listed.body)).items[0]?.approval_id).toBe(id);
      for (const body of [
        { answer: 'approve' },
        { answer: 'refuse' },
        { answer: 'edit', arguments: { to: 'evil@example.org' } },
      ]) {
        const response = await rawRequest(`${at}/approvals/${id}`, {
          method: 'POST',
          headers: { ...json, ...headers },
          body: JSON.stringify(body),
        });
        expect(response.status).toBe(401);
        expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
      }
      expect(await stateOf(id)).toBe('pending');
    },
  );

  it('answers with the token, and is recorded as the person', async () => {
    const id = await plantApproval(fixture, 'mine');
    const response = await post(`${at}/approvals/${id}`, { answer: 'approve' });
    expect(approvalViewSchema.parse(await response.json())).toMatchObject({
      state: 'approved',
      resolved_by: 'person',
    });
  });

  it.each(pretences.slice(0, -1))(
    'threat: another agent is not read by naming it, with %s',
    async (_what, headers) => {
      for (const path of ['/agents/me', '/threads', '/approvals', '/memory/search?q=x', '/v1/models']) {
        const response = await rawRequest(at + path, { headers: { ...headers, 'x-agent': 'bob' } });
        expect([path, response.status]).toEqual([path, 401]);
        // Nor is it told which agents there are.
        const unknown = await rawRequest(at + path, { headers: { ...headers, 'x-agent': 'nobody' } });
        expect(unknown.body).toBe(response.body.replace('bob', 'nobody'));
      }
      const accepted = await tell({ ...headers, 'x-agent': 'bob' });
      expect(accepted.status).toBe(401);
    },
  );

  it.each(attackedRoutes.filter((route) => route.needs === 'person' || route.needs === 'operator'))(
    'threat: $method $path does nothing for whoever is only on this machine',
    async (route) => {
      for (const [what, headers] of pretences) {
        const response = await send(route, headers);
        expect([what, response.status]).toEqual([what, 401]);
        expect(codeOf(response)).toMatch(/^(person|operator)\.required$|^$/);
      }
      // With the token it is let in, whatever comes of a request without sense.
      expect((await send(route, asPerson)).status).not.toBe(401);
    },
  );

  it('may talk to the default agent without a token, as every OpenAI client does', async () => {
    for (const headers of [{}, { authorization: 'Bearer unused' }]) {
      expect((await tell(headers)).status).toBe(202);
      expect((await rawRequest(`${at}/threads`, { headers })).status).toBe(200);
    }
    const wrong = await rawRequest(`${at}/threads`, { headers: { authorization: 'Bearer pt_wrong' } });
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'person.required']);
    const named = await rawRequest(`${at}/agents/me`, { headers: { ...asPerson, 'x-agent': 'bob' } });
    expect(JSON.parse(named.body)).toMatchObject({ name: 'bob' });
  });

  it('threat: a server that was given no token takes none', async () => {
    const { at: bare } = await fixture.serve({ personToken: undefined });
    for (const token of [personToken, 'pt_', `pt_${'undefined'.padEnd(43, 'x')}`]) {
      const response = await rawRequest(`${bare}/agents/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(401);
    }
    const id = await plantApproval(fixture, 'bare');
    const refused = await rawRequest(`${bare}/approvals/${id}`, {
      method: 'POST',
      headers: json,
      body: '{"answer":"approve"}',
    });
    expect([refused.status, await stateOf(id)]).toEqual([401, 'pending']);
  });

  it('operates until there is an operator key, which then is needed', async () => {
    const audit = () => rawRequest(`${at}/operator/audit`, { headers: asPerson });
    expect((await audit()).status).toBe(200);
    const { id } = await createOperatorKey(fixture.operatorDb, 'ops');
    expect((await audit()).status).toBe(401);
    await revokeOperatorKey(fixture.operatorDb, id);
    expect((await audit()).status).toBe(200);
  });

  describe('with a browser', () => {
    const makeCode = async (url = at) => {
      const response = await post(`${url}/session/codes`, {});
      expect(response.status).toBe(201);
      return sessionCodeViewSchema.parse(await response.json()).code;
    };
    const signIn = (code: string, headers: Headers = {}, url = at) =>
      rawRequest(`${url}/session`, {
        method: 'POST',
        headers: { ...json, origin: new URL(url).origin, ...headers },
        body: JSON.stringify({ code }),
      });
    const cookieOf = (response: { headers: { 'set-cookie'?: string[] | undefined } }) =>
      response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';

    it('buys a session with a code, that every replica knows, and signs out for good', async () => {
      const answer = await signIn(await makeCode(), {}, other);
      expect(answer.status).toBe(201);
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^salience_person=ps_[\w-]{43}; Max-Age=\d+; Path=\/; .*HttpOnly; SameSite=Strict$/,
      );
      const cookie = cookieOf(answer);
      for (const url of [at, other]) {
        const who = await rawRequest(`${url}/session`, { headers: { cookie } });
        expect(JSON.parse(who.body)).toMatchObject({ actor: 'person' });
        expect((await rawRequest(`${url}/operator/fleet`, { headers: { cookie } })).status).toBe(200);
      }
      const id = await plantApproval(fixture, 'browser');
      const yes = await rawRequest(`${other}/approvals/${id}`, {
        method: 'POST',
        headers: { ...json, cookie, origin: new URL(other).origin },
        body: '{"answer":"approve"}',
      });
      expect(JSON.parse(yes.body)).toMatchObject({ state: 'approved', resolved_by: 'person' });
      const out = await rawRequest(`${at}/session`, { method: 'DELETE', headers: { cookie } });
      expect(out.status).toBe(204);
      expect((await rawRequest(`${other}/session`, { headers: { cookie } })).status).toBe(401);
      expect((await rawRequest(`${other}/operator/fleet`, { headers: { cookie } })).status).toBe(401);
    });

    it('threat: neither the key of an agent nor a session makes a code, which opens every agent', async () => {
      const { key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'codes');
      const cookie = cookieOf(await signIn(await makeCode()));
      for (const headers of [{ authorization: `Bearer ${key}` }, { cookie }] as Headers[]) {
        const refused = await rawRequest(`${at}/session/codes`, {
          method: 'POST',
          headers: { ...json, ...headers },
          body: '{}',
        });
        expect([refused.status, codeOf(refused)]).toEqual([403, 'person.refused']);
      }
    });

    it('threat: a code of sign-in is good once, whoever is first and on whatever replica', async () => {
      const code = await makeCode();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => signIn(code, {}, n % 2 === 0 ? at : other)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
      expect((await signIn(code)).status).toBe(401);
    });

    it('threat: a code of sign-in is kept as a hash, for minutes, and ends with the token it stands for', async () => {
      const code = await makeCode();
      const kept = await fixture.database.admin<{ text: string; left: number }>(
        `select c::text as text, extract(epoch from c.expires_at - clock_timestamp())::float8 as left
         from salience.person_codes c`,
      );
      expect(kept.length).toBeGreaterThan(0);
      for (const row of kept) {
        expect(row.text).not.toContain(code);
        expect(row.text).not.toContain(personToken);
        expect(row.left).toBeLessThanOrEqual(600);
      }
      // A server of the same database with another token does not know it, nor the session.
      const { at: elsewhere } = await fixture.serve({ personToken: `pt_${'z'.repeat(43)}`, cacheMs: 0 });
      expect((await signIn(code, {}, elsewhere)).status).toBe(401);
      const cookie = cookieOf(await signIn(code));
      expect((await rawRequest(`${at}/session`, { headers: { cookie } })).status).toBe(200);
      expect((await rawRequest(`${elsewhere}/session`, { headers: { cookie } })).status).toBe(401);
      const late = await makeCode();
      await fixture.database.admin('update salience.person_codes set expires_at = clock_timestamp()');
      expect((await signIn(late)).status).toBe(401);
    });

    it.each([
      ['a form of another site', { origin: 'https://evil.example' }],
      ['a page of another port of this machine', { origin: 'http://127.0.0.1:1' }],
      ['a page without origin', { origin: 'null' }],
      ['a request in the background', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
      ['a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ])('threat: the session of a person’s browser is not ridden by %s', async (_what, headers: Headers) => {
      const cookie = cookieOf(await signIn(await makeCode()));
      const id = await plantApproval(fixture, nextThread());
      for (const [method, path] of [
        ['POST', `/approvals/${id}`],
        ['POST', '/memory/forget'],
        ['POST', '/session/codes'],
        ['DELETE', '/session'],
        ['GET', '/memory/export'],
        ['POST', '/operator/dead-letters/drop'],
      ] as const) {
        const response = await rawRequest(at + path, {
          method,
          headers: { ...json, cookie, ...headers },
          ...(method === 'POST' ? { body: '{"answer":"approve"}' } : {}),
        });
        expect([path, response.status]).toEqual([path, 403]);
      }
      expect(await stateOf(id)).toBe('pending');
      // Signing this browser in as somebody else would be as bad, on any bind.
      for (const url of [at, outside])
        expect((await signIn(await makeCode(), { ...headers }, url)).status).toBe(403);
    });
  });

  it('threat: the token is in no answer and in no log', async () => {
    const app = await spawnApp('consumer', {
      database: fixture.database,
      queues: fixture.queues,
      env: { SALIENCE_LOG_LEVEL: 'trace' },
    });
    for (const route of attackedRoutes) {
      const response = await send(route, asPerson, app.httpUrl());
      expect([name(route), response.body.includes(personToken.slice(3))]).toEqual([name(route), false]);
      expect(JSON.stringify(response.headers)).not.toContain(personToken.slice(3));
    }
    await app.stop();
    expect(app.log()).toContain('/approvals');
    expect(app.log()).not.toContain(personToken.slice(3));
  });

  describe('behind a proxy', () => {
    const onMachine = attackedRoutes.filter((route) => route.needs !== 'nothing');

    it.each([
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-host': 'salience.example' },
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-anything': '' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
      { 'cf-connecting-ip': '203.0.113.9' },
      { 'true-client-ip': '203.0.113.9' },
    ] as Headers[])('threat: a proxy makes nobody a person of this machine: %o', async (headers) => {
      for (const route of onMachine) {
        const response = await send(route, headers);
        expect([name(route), response.status]).toEqual([name(route), 403]);
        expect(codeOf(response)).toMatch(/^proxy\.refused$|^$/);
      }
      expect((await rawRequest(`${at}/threads`, { headers })).body).toContain('SALIENCE_KEYS=required');
      const { key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'behind');
      const keyed = { ...headers, authorization: `Bearer ${key}` };
      expect((await rawRequest(`${at}/agents/me`, { headers: keyed })).status).toBe(200);
      expect((await rawRequest(`${at}/agents/me`, { headers: { ...headers, ...asPerson } })).status).toBe(
        200,
      );
    });

    it('threat: where keys are required, being on this machine opens nothing', async () => {
      const { at: strict } = await fixture.serve({ keysRequired: true });
      for (const route of onMachine) {
        for (const [what, headers] of [...pretences, ['a proxy', { via: '1.1 proxy' }] as const]) {
          const response = await send(route, headers, strict);
          expect([name(route), what, response.status]).toEqual([name(route), what, 401]);
        }
      }
      for (const path of ['/health', '/ready']) {
        expect((await rawRequest(strict + path)).status).not.toBe(401);
      }
      const { key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'strict');
      for (const headers of [{ authorization: `Bearer ${key}` }, asPerson])
        expect((await rawRequest(`${strict}/agents/me`, { headers })).status).toBe(200);
    });
  });

  it.each(attackedRoutes.filter((route) => route.needs === 'machine' || route.needs === 'person'))(
    'threat: a page of another site makes $method $path do no work',
    async (route) => {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      ] as Headers[]) {
        const response = await send(route, headers);
        expect([response.status, codeOf(response)]).toEqual([403, 'origin.refused']);
      }
      for (const site of ['same-origin', 'none']) {
        expect((await send(route, { 'sec-fetch-site': site })).status).not.toBe(403);
      }
    },
  );

  it.each([
    '/.//evil.test/sign-in',
    '/%2e//evil.test',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://127.0.0.1:3300/x',
    'http://127.0.0.1:3300@evil.test/',
    'http://[',
    '/a/..//evil.test',
  ])('threat: after sign-in nobody is led to another server by %s', async (wanted) => {
    // The page's own code, as a browser is given it.
    const { body } = await rawRequest(`${at}/assets/next-page.js`);
    const file = join(scratchFolder('page'), 'next-page.mjs');
    writeFileSync(file, body);
    const page: unknown = await import(file);
    const { nextPage } = page as { nextPage(search: string, origin: string): string };
    const origin = 'http://127.0.0.1:3300';
    const led = nextPage(`?next=${encodeURIComponent(wanted)}`, origin);
    // As a browser reads what location.assign is given.
    const gone = new URL(led, `${origin}/operator/sign-in`);
    expect([gone.origin, gone.protocol]).toEqual([origin, 'http:']);
    expect(nextPage('?next=%2Foperator%2Fboard%3Fa%3Db', origin)).toBe(`${origin}/operator/board?a=b`);
  });
});

describe('a flood of wrong keys', () => {
  /** So many guesses are under way at any time, five hundred and more in all. */
  const guessers = 200;
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
  });

  it.each([
    ['agent', 'another address', '127.0.0.2'],
    ['agent', 'the same address', '127.0.0.1'],
    ['operator', 'another address', '127.0.0.2'],
    ['operator', 'the same address', '127.0.0.1'],
  ])(
    'threat: it keeps no right key of an %s from %s out of a replica that has just started',
    async (kind, _what, from) => {
      const { at } = await fixture.serve({ host: '0.0.0.0' });
      const { key } =
        kind === 'agent'
          ? await createApiKey(fixture.operatorDb, fixture.agentId, 'right')
          : await createOperatorKey(fixture.operatorDb, 'right');
      const [path, prefix] = kind === 'agent' ? ['/agents/me', 'sk_'] : ['/workers', 'op_'];
      const agent = new Agent({ keepAlive: true });
      let flooding = true;
      let guesses = 0;
      let answered = 0;
      const guess = async (): Promise<void> => {
        while (flooding) {
          guesses += 1;
          const wrong = `${prefix}${String(guesses).padStart(43, '0')}`;
          const status = await statusFrom('127.0.0.1', at + path, wrong, agent);
          expect([401, 429]).toContain(status);
          answered += 1;
        }
      };
      const flood = Array.from({ length: guessers }, () => guess());
      while (guesses < 500) await new Promise((resolve) => setImmediate(resolve));
      const before = answered;
      const status = await statusFrom(from, at + path, key, agent).finally(() => (flooding = false));
      const meanwhile = answered - before;
      expect(status).toBe(200);
      // The same address has its line before it, another one has not.
      expect(meanwhile).toBeLessThan(from === '127.0.0.1' ? 3 * guessers : guessers);
      await Promise.all(flood);
      agent.destroy();
    },
    120_000,
  );
});

/** The status of a request with a key, sent from one of this machine's addresses. */
function statusFrom(localAddress: string, url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const asked = httpRequest(url, { agent, localAddress, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end();
  });
}
