import { beforeAll, describe, expect, it } from 'vitest';
import {
  auditViewSchema,
  emptyBodySchema,
  fleetViewSchema,
  operatorDeadLetterSchema,
  pageSchema,
  problemSchema,
  quarantinedTurnSchema,
  sessionViewSchema,
  settledDeadLettersSchema,
  settledQuarantineSchema,
} from '@salience/contracts';
import { createApiKey, revokeApiKey } from '@salience/database/agents';
import { saveDeadLetter } from '@salience/database/operations';
import {
  createOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
  rotateOperatorKey,
} from '@salience/database/operators';
import { asPerson, backends, plantQuarantined, until } from '@salience/testing';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

const json = { 'content-type': 'application/json' };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const codeOf = (response: { body: string }) => problemSchema.parse(JSON.parse(response.body)).code;

describe('the door of operators', () => {
  let fixture: Fixture;
  let at: string;
  let outside: string;
  let other: string;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    ({ at } = await fixture.serve({ cacheMs: 0 }));
    ({ at: outside } = await fixture.serve({ host: '0.0.0.0', cacheMs: 0 }));
    ({ at: other } = await fixture.serve({ host: '0.0.0.0' }));
  });

  const fleet = (url: string, headers: Record<string, string> = {}) =>
    rawRequest(`${url}/operator/fleet`, { headers });

  it('takes this machine’s person for the operator while there is no key, and nobody else', async () => {
    for (const url of [at, outside]) expect((await fleet(url, asPerson)).status).toBe(200);
    expect((await fleet(at)).status).toBe(401);
    const refused = await fleet(outside);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'operator.required']);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
    const rebound = await fleet(at, { host: 'evil.example' });
    expect([rebound.status, codeOf(rebound)]).toEqual([403, 'host.refused']);
  });

  it('is opened by no key of an agent, on any bind', async () => {
    const { key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'agent');
    for (const url of [at, outside]) {
      for (const path of ['/operator/fleet', '/workers', '/queues', '/metrics', '/operator/board']) {
        const response = await rawRequest(url + path, { headers: bearer(key) });
        expect([path, response.status]).toEqual([path, 401]);
      }
    }
  });

  it('asks for a key everywhere as soon as there is one, and opens to it on every replica', async () => {
    const { id, key } = await createOperatorKey(fixture.operatorDb, 'ops');
    expect((await fleet(at, asPerson)).status).toBe(401);
    for (const url of [at, outside, other]) expect((await fleet(url, bearer(key))).status).toBe(200);
    for (const wrong of [`${key}x`, 'op_', 'op_x', key.replace('op_', 'sk_'), key.toUpperCase()]) {
      expect((await fleet(at, bearer(wrong))).status).toBe(401);
    }
    expect((await fleet(at, { authorization: `Basic ${key}` })).status).toBe(401);
    await revokeOperatorKey(fixture.operatorDb, id);
    expect((await fleet(at, bearer(key))).status).toBe(401);
    // A replica that believes an answer for a while forgets it within five seconds.
    await until(async () => (await fleet(other, bearer(key))).status === 401, {
      timeoutMs: 6_000,
      what: 'the revoked key to be forgotten',
    });
  });

  it('lets an old key and its successor in while they overlap', async () => {
    const old = await createOperatorKey(fixture.operatorDb, 'rotated');
    const made = await rotateOperatorKey(fixture.operatorDb, old.id, { overlapMs: 60_000 });
    for (const key of [old.key, made?.key ?? ''])
      expect((await fleet(outside, bearer(key))).status).toBe(200);
    await rotateOperatorKey(fixture.operatorDb, old.id, { overlapMs: 0 });
    expect((await fleet(outside, bearer(old.key))).status).toBe(401);
  });

  it('forgets a revoked key of an agent within five seconds too', async () => {
    const { id, key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'short-lived');
    const me = () => rawRequest(`${other}/agents/me`, { headers: bearer(key) });
    expect((await me()).status).toBe(200);
    await revokeApiKey(fixture.operatorDb, id);
    await until(async () => (await me()).status === 401, {
      timeoutMs: 6_000,
      what: 'the revoked key to be forgotten',
    });
  });

  describe('with a browser', () => {
    const signIn = async (url: string, key: string) =>
      post(`${url}/operator/session`, { key }, { origin: new URL(url).origin });

    it('gives a session that every replica knows and that ends with its key', async () => {
      const { id, key } = await createOperatorKey(fixture.operatorDb, 'browser');
      expect((await signIn(outside, `${key}x`)).status).toBe(401);
      const answer = await signIn(outside, key);
      expect(answer.status).toBe(201);
      const set = answer.headers.get('set-cookie') ?? '';
      expect(set).toMatch(
        /^salience_operator=os_[\w-]{43}; Max-Age=36\d\d; Path=\/operator; .*HttpOnly; SameSite=Strict$|^salience_operator=os_[\w-]{43}; Max-Age=3[56]\d\d; Path=\/operator; .*HttpOnly; SameSite=Strict$/,
      );
      const cookie = set.split(';', 1)[0] ?? '';
      for (const url of [at, outside, other]) {
        const session = await rawRequest(`${url}/operator/session`, { headers: { cookie } });
        expect(sessionViewSchema.parse(JSON.parse(session.body)).actor).toBe('operator:browser');
        expect((await fleet(url, { cookie: `a=b; ${cookie}; c=d` })).status).toBe(200);
      }
      await revokeOperatorKey(fixture.operatorDb, id);
      expect((await fleet(outside, { cookie })).status).toBe(401);
    });

    it('signs out for good', async () => {
      const { key } = await createOperatorKey(fixture.operatorDb, 'leaver');
      const cookie = (await signIn(outside, key)).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const out = await rawRequest(`${outside}/operator/session`, { method: 'DELETE', headers: { cookie } });
      expect(out.status).toBe(204);
      expect((await fleet(outside, { cookie })).status).toBe(401);
    });

    it.each([
      ['a form of another site', { origin: 'https://evil.example' }],
      ['a form of another port of this machine', { origin: 'http://127.0.0.1:1' }],
      ['a page without origin', { origin: 'null' }],
      ['a request in the background', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
      ['a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ])('cannot be driven by %s', async (_what, headers) => {
      const { key } = await createOperatorKey(fixture.operatorDb, 'victim');
      const cookie = (await signIn(outside, key)).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      for (const [method, path] of [
        ['POST', '/operator/dead-letters/drop'],
        ['PUT', '/operator/board/api/queues/pause'],
        ['POST', '/operator/session'],
      ] as const) {
        const response = await rawRequest(outside + path, {
          method,
          headers: { ...json, cookie, ...headers },
          body: '{}',
        });
        expect([path, response.status]).toEqual([path, 403]);
      }
      // A link to the board from elsewhere may be followed.
      const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      expect((await fleet(outside, { cookie, ...link })).status).toBe(200);
    });

    it('takes changes as JSON only, which no form can send', async () => {
      for (const key of await listOperatorKeys(fixture.operatorDb))
        await revokeOperatorKey(fixture.operatorDb, key.id);
      const response = await rawRequest(`${at}/operator/dead-letters/drop`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...asPerson },
        body: '{}',
      });
      expect([response.status, codeOf(response)]).toEqual([415, 'body.type']);
    });
  });
});

describe.each(backends().slice(0, 1))('the routes of operators on %s', (backend) => {
  let fixture: Fixture;
  let at: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    ({ at } = await fixture.serve({ cacheMs: 0 }));
  });

  const get = async (path: string) => (await fetch(at + path, { headers: asPerson })).json();
  let jobs = 0;
  const plant = (agentId: string | null, code = 'test.failed') =>
    saveDeadLetter(fixture.digestDb, {
      agentId,
      queue: 'memory-chunk',
      job: 'memory.chunk',
      payload: { id: (jobs += 1) },
      code,
      error: 'it failed',
      attempts: 3,
    });
  const own = async (id: string) => {
    await fixture.database.admin('update salience.dead_letters set agent_id = $1 where id = $2', [
      fixture.agentId,
      id,
    ]);
    return id;
  };
  const audits = async () => pageSchema(auditViewSchema).parse(await get('/operator/audit'));

  it('show the whole fleet', async () => {
    await post(`${at}/messages`, { text: 'waits' });
    // The lane is woken behind the answer.
    const view = await until(
      async () => {
        const seen = fleetViewSchema.parse(await get('/operator/fleet'));
        return seen.queues?.find((queue) => queue.queue === 'turn-digest')?.waiting === 1 ? seen : undefined;
      },
      { what: 'the wake-up in its queue' },
    );
    expect(view).toMatchObject({ backend, lanes: { waiting: 1, running: 0, turns: 1 }, quarantined: 0 });
    expect(view.lanes.oldest_ms).toBeGreaterThanOrEqual(0);
  });

  it('settle dead letters with their audit row', async () => {
    const one = await own(await plant(null));
    const nobodys = await plant(null);
    const page = pageSchema(operatorDeadLetterSchema);
    const first = page.parse(await get('/operator/dead-letters?limit=1'));
    expect(first.items.map((letter) => letter.dead_letter_id)).toEqual([nobodys]);
    const second = page.parse(await get(`/operator/dead-letters?limit=1&cursor=${first.next ?? ''}`));
    expect(second).toMatchObject({ items: [{ dead_letter_id: one, agent_id: fixture.agentId }], next: null });

    const retry = await post(`${at}/operator/dead-letters/${one}/retry`, {});
    expect(settledDeadLettersSchema.parse(await retry.json())).toEqual({ settled: [one], more: false });
    expect((await post(`${at}/operator/dead-letters/${one}/retry`, {})).status).toBe(404);
    const unsendable = await post(`${at}/operator/dead-letters/${nobodys}/retry`, {});
    expect([unsendable.status, ((await unsendable.json()) as { code: string }).code]).toEqual([
      409,
      'letter.unsendable',
    ]);
    // No body at all will do, as long as its type says JSON.
    const drop = await rawRequest(`${at}/operator/dead-letters/${nobodys}/drop`, {
      method: 'POST',
      headers: { ...json, ...asPerson },
    });
    expect(drop.status).toBe(200);

    const log = (await audits()).items.filter((entry) => entry.action.startsWith('dead-letter.'));
    expect(log.map(({ action, actor, target, outcome }) => [action, actor, target, outcome])).toEqual([
      ['dead-letter.drop', 'person', nobodys, 'done'],
      ['dead-letter.retry', 'person', one, 'done'],
    ]);
  });

  it('settle many by a filter', async () => {
    const ids = [await plant(null, 'many'), await plant(null, 'many'), await plant(null, 'many')];
    for (const id of ids) await own(id);
    const answer = await post(`${at}/operator/dead-letters/retry`, { code: 'many', limit: 2 });
    expect(await answer.json()).toEqual({ settled: ids.slice(0, 2), more: true });
    const rest = await post(`${at}/operator/dead-letters/drop`, { code: 'many' });
    expect(await rest.json()).toEqual({ settled: ids.slice(2), more: false });
    const wrong = await post(`${at}/operator/dead-letters/drop`, { codes: 'many' });
    expect(wrong.status).toBe(422);
    expect(emptyBodySchema.safeParse({ any: 1 }).success).toBe(false);
  });

  it('settle quarantined turns, once', async () => {
    const accepted = (await (await post(`${at}/messages`, { text: 'poison', thread_id: 'q' })).json()) as {
      turn_id: string;
    };
    await plantQuarantined(fixture.database, accepted.turn_id);
    const page = pageSchema(quarantinedTurnSchema).parse(await get('/operator/quarantine'));
    expect(page.items).toMatchObject([{ turn_id: accepted.turn_id, agent: 'default', settled_as: null }]);
    const retry = await post(`${at}/operator/quarantine/${accepted.turn_id}/retry`, {});
    const view = settledQuarantineSchema.parse(await retry.json());
    expect(view).toMatchObject({ outcome: 'retried', state: 'pending' });
    const again = await post(`${at}/operator/quarantine/${accepted.turn_id}/drop`, {});
    expect([again.status, ((await again.json()) as { turn_id: string }).turn_id]).toEqual([
      409,
      view.child_turn_id,
    ]);
    expect((await audits()).items[0]).toMatchObject({
      action: 'quarantine.retry',
      target: accepted.turn_id,
      details: { childTurnId: view.child_turn_id },
    });
    expect(
      pageSchema(quarantinedTurnSchema).parse(await get('/operator/quarantine?settled=true')).items,
    ).toHaveLength(1);
  });

  it('page through the audit log', async () => {
    const first = pageSchema(auditViewSchema).parse(await get('/operator/audit?limit=2'));
    const second = pageSchema(auditViewSchema).parse(
      await get(`/operator/audit?limit=2&cursor=${first.next ?? ''}`),
    );
    expect(new Set([...first.items, ...second.items].map((entry) => entry.audit_id)).size).toBe(4);
    const drops = pageSchema(auditViewSchema).parse(await get('/operator/audit?action=dead-letter.drop'));
    expect(drops.items.map((entry) => entry.details.count)).toEqual([1, 1]);
  });
});
