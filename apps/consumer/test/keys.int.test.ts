import { beforeAll, describe, expect, it } from 'vitest';
import {
  agentIdentityViewSchema,
  agentKeyViewSchema,
  auditViewSchema,
  madeKeyViewSchema,
  operatorKeyViewSchema,
  pageSchema,
  rotatedKeyViewSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { agentSettingsSchema, createApiKey, importAgent } from '@salience/database/agents';
import { createOperatorKey, listOperatorKeys, revokeOperatorKey } from '@salience/database/operators';
import { asPerson, backends, type SpawnedApp, spawnApp } from '@salience/testing';
import { rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

type Headers = Record<string, string>;
interface Answered {
  readonly status: number;
  readonly body: { readonly code?: string };
}

const skill = 'skills/tracker/SKILL.md';
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

describe('keys through the API', () => {
  let fixture: Fixture;
  let app: SpawnedApp;
  let at: string;
  /** Where each change is looked up anew. */
  let fresh: string;
  /** Every secret that was shown. */
  const shown: string[] = [];

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    app = await spawnApp('consumer', {
      database: fixture.database,
      queues: fixture.queues,
      env: { SALIENCE_LOG_LEVEL: 'trace' },
    });
    at = app.httpUrl();
    fresh = (await fixture.serve({ cacheMs: 0 })).at;
  });

  const send = async (path: string, body: unknown, headers: Headers = asPerson, url = at) => {
    const answer = await rawRequest(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: JSON.parse(answer.body) as Answered['body'] };
  };
  const refusal = ({ body, status }: Answered) => [status, body.code];
  const made = <T extends { readonly key: string }>(
    answer: Answered,
    schema: { parse(body: unknown): T },
  ): T => {
    expect(answer).toMatchObject({ status: 201 });
    const view = schema.parse(answer.body);
    shown.push(view.key);
    return view;
  };
  const read = async (path: string, headers: Headers = asPerson): Promise<unknown> =>
    JSON.parse((await rawRequest(fresh + path, { headers })).body);
  const opens = async (key: string) =>
    (await rawRequest(`${fresh}/agents/me`, { headers: bearer(key) })).status;
  const latestAudit = async (headers: Headers = asPerson) =>
    pageSchema(auditViewSchema).parse(await read('/operator/audit?limit=1', headers)).items[0];

  it('make a key of an agent that opens it, rotate it with an overlap, and revoke it', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const rules = { channels: { mail: 'external' }, speakers: ['Ana'] };
    const asked = { label: 'phone', expires_at: soon, rules };
    const one = made(await send('/operator/agents/default/keys', asked), madeKeyViewSchema);
    expect(await opens(one.key)).toBe(200);
    expect(await latestAudit()).toMatchObject({
      actor: 'person',
      action: 'agent-key.create',
      target: one.key_id,
      details: { agentId: fixture.agentId, rules },
    });

    const two = made(
      await send(`/operator/agent-keys/${one.key_id}/rotate`, { overlap_ms: 600_000 }),
      rotatedKeyViewSchema,
    );
    expect(Math.abs(Date.parse(two.old_expires_at) - Date.now() - 600_000)).toBeLessThan(60_000);
    expect([await opens(one.key), await opens(two.key)]).toEqual([200, 200]);
    const none = await send(`/operator/agent-keys/${two.key_id}/rotate`, { overlap_ms: 0 });
    const three = made(none, rotatedKeyViewSchema);
    expect([await opens(two.key), await opens(three.key)]).toEqual([401, 200]);

    const revoke = `/operator/agent-keys/${three.key_id}/revoke`;
    expect(await send(revoke, {})).toEqual({ status: 200, body: { key_id: three.key_id, revoked: true } });
    expect(await opens(three.key)).toBe(401);
    expect(refusal(await send(revoke, {}))).toEqual([404, 'key.unknown']);
    expect(await latestAudit()).toMatchObject({ action: 'agent-key.revoke', target: three.key_id });

    const listed = pageSchema(agentKeyViewSchema).parse(
      await read(`/operator/agents/${fixture.agentId}/keys`),
    );
    expect(listed.items.map(({ key_id: id }) => id)).toEqual([three.key_id, two.key_id, one.key_id]);
    expect(listed.items[0]).toMatchObject({ label: 'phone', rules, revoked_at: expect.any(String) });
    expect(listed.items[2]).toMatchObject({ revoked_at: null, hint: one.key.slice(0, 8) });
    const agent = agentIdentityViewSchema.parse(await read('/operator/agents/default'));
    expect(agent).toMatchObject({ agent_id: fixture.agentId, files: [] });
  });

  it('refuse what does not fit, and change nothing', async () => {
    const before = await latestAudit();
    const agentKeys = '/operator/agents/default/keys';
    const unknown = `/operator/agent-keys/${newId('apiKey')}`;
    for (const [path, body, status, code] of [
      [agentKeys, { label: '' }, 422, 'body.invalid'],
      [agentKeys, { label: 'x', agent: 'other' }, 422, 'body.invalid'],
      [agentKeys, { rules: { channels: { mail: 'owner' } } }, 422, 'body.invalid'],
      [agentKeys, { expires_at: 'tomorrow' }, 422, 'body.invalid'],
      [agentKeys, { expires_at: '2020-01-31T09:00:00Z' }, 422, 'key.expires-before-now'],
      ['/operator/agents/nobody/keys', {}, 404, 'agent.unknown'],
      ['/operator/agents/No%20Body/keys', {}, 404, 'agent.unknown'],
      [`${unknown}/rotate`, {}, 404, 'key.unknown'],
      [`${unknown}/rotate`, { overlap_ms: -1 }, 422, 'body.invalid'],
      [`${unknown}/revoke`, {}, 404, 'key.unknown'],
      [`/operator/agent-keys/${newId('operatorKey')}/revoke`, {}, 404, 'key.unknown'],
      ['/operator/keys', { name: 'Not A Name' }, 422, 'body.invalid'],
      ['/operator/keys', { name: 'ops' }, 409, 'operator.first-key'],
    ] as const)
      expect([path, ...refusal(await send(path, body))]).toEqual([path, status, code]);
    expect(await latestAudit()).toEqual(before);
  });

  it('threat: the session of a browser changes no key, the person’s neither, so that it cannot outlive itself', async () => {
    const signedIn = async (path: string, body: object) => {
      const origin = new URL(fresh).origin;
      const headers = { 'content-type': 'application/json', origin };
      const answer = await rawRequest(fresh + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { cookie: answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '', origin };
    };
    const tryAll = async (session: Headers) => {
      expect((await rawRequest(`${fresh}/operator/keys`, { headers: session })).status).toBe(200);
      for (const [path, body] of [
        ['/operator/agents/default/keys', {}],
        ['/operator/agents/default/servers', { path: skill, sha256: '0'.repeat(64), allow: true }],
        ['/operator/keys', { name: 'mine' }],
        [`/operator/agent-keys/${newId('apiKey')}/rotate`, {}],
        [`/operator/keys/${newId('operatorKey')}/revoke`, {}],
      ] as const) {
        const answer = await send(path, body, session, fresh);
        expect([path, ...refusal(answer)]).toEqual([path, 403, 'operator.session-refused']);
      }
    };
    const { code } = (await send('/session/codes', {}, asPerson, fresh)).body;
    await tryAll(await signedIn('/session', { code }));
    const { id, key } = await createOperatorKey(fixture.operatorDb, 'browser');
    await tryAll(await signedIn('/operator/session', { key }));
    await revokeOperatorKey(fixture.operatorDb, id);
  });

  it('allow the server of a skill, by what an operator shows and for the text that was read; threat: nobody else does', async () => {
    const content = '---\nname: t\ndescription: T.\nserver: {command: t}\n---\n';
    const settings = agentSettingsSchema.parse({});
    const files = [{ path: skill, content }];
    await importAgent(fixture.operatorDb, fixture.agentId, { persona: 'Calm.', settings, files });
    const file = async () => agentIdentityViewSchema.parse(await read('/operator/agents/default')).files[0];
    const { allowed, sha256 = '' } = (await file()) ?? {};
    expect(allowed).toBe(false);
    const answer = async (body: object, headers?: Headers) => {
      const said = { path: skill, sha256, allow: true, ...body };
      const { body: told, status } = await send('/operator/agents/default/servers', said, headers, fresh);
      return [status, told.code];
    };
    expect(await answer({}, {})).toEqual([401, 'operator.required']);
    expect(
      await answer({}, bearer((await createApiKey(fixture.operatorDb, fixture.agentId, 'x', {})).key)),
    ).toEqual([401, 'operator.required']);
    expect(await answer({ sha256: '0'.repeat(64) })).toEqual([412, 'skill.changed']);
    expect(await answer({ path: 'skills/other/SKILL.md' })).toEqual([404, 'skill.unknown']);
    expect((await file())?.allowed).toBe(false);
    expect(await answer({})).toEqual([200, undefined]);
    expect((await file())?.allowed).toBe(true);
    expect(await latestAudit()).toMatchObject({ actor: 'person', action: 'agent.allow-server' });
    expect(await answer({ allow: false })).toEqual([200, undefined]);
    expect((await file())?.allowed).toBe(false);
  });

  it('make, rotate and revoke operator keys for whoever shows one, who stands in the audit log', async () => {
    const first = await createOperatorKey(fixture.operatorDb, 'ops');
    shown.push(first.key);
    const ops = bearer(first.key);
    const anna = made(await send('/operator/keys', { name: 'anna' }, ops), madeKeyViewSchema);
    expect(await latestAudit(ops)).toMatchObject({
      actor: 'operator:ops',
      action: 'operator-key.create',
      target: anna.key_id,
    });
    const next = made(
      await send(`/operator/keys/${anna.key_id}/rotate`, {}, bearer(anna.key)),
      rotatedKeyViewSchema,
    );
    expect(await latestAudit(ops)).toMatchObject({ actor: 'operator:anna', target: anna.key_id });
    const keyed = made(await send('/operator/agents/default/keys', {}, bearer(next.key)), madeKeyViewSchema);
    expect(await opens(keyed.key)).toBe(200);
    // The keys of agents open none of this.
    const asAgent = await send('/operator/keys', { name: 'mine' }, bearer(keyed.key));
    expect(refusal(asAgent)).toEqual([401, 'operator.required']);
    const listed = pageSchema(operatorKeyViewSchema).parse(await read('/operator/keys', ops));
    expect(listed.items.slice(0, 3).map(({ name }) => name)).toEqual(['anna', 'anna', 'ops']);
    expect(JSON.stringify(listed)).not.toMatch(/op_[\w-]{43}|[0-9a-f]{64}/);

    for (const id of [anna.key_id, next.key_id])
      expect((await send(`/operator/keys/${id}/revoke`, {}, ops)).status).toBe(200);
  });

  it('threat: a key that was revoked a moment ago changes nothing, though the replica still lets it in', async () => {
    const { id, key } = await createOperatorKey(fixture.operatorDb, 'leaver');
    shown.push(key);
    const fleet = () => rawRequest(`${at}/operator/fleet`, { headers: bearer(key) });
    // The replica has just looked it up and believes it for five seconds.
    expect((await fleet()).status).toBe(200);
    await revokeOperatorKey(fixture.operatorDb, id);
    expect((await fleet()).status).toBe(200);
    const keysBefore = await fixture.database.admin('select id from salience.api_keys');
    for (const [path, body] of [
      ['/operator/agents/default/keys', {}],
      ['/operator/agents/default/servers', { path: skill, sha256: '0'.repeat(64), allow: true }],
      ['/operator/keys', { name: 'again' }],
      [`/operator/keys/${id}/rotate`, {}],
      [`/operator/keys/${id}/revoke`, {}],
    ] as const)
      expect([path, ...refusal(await send(path, body, bearer(key)))]).toEqual([
        path,
        401,
        'operator.required',
      ]);
    expect(await fixture.database.admin('select id from salience.api_keys')).toEqual(keysBefore);
    expect((await listOperatorKeys(fixture.operatorDb)).map(({ name }) => name)).not.toContain('again');
  });

  it('threat: no key that was made is in a log, in the audit or in the database', async () => {
    await app.stop();
    expect(shown.length).toBeGreaterThan(6);
    const audit = JSON.stringify(await fixture.database.admin('select * from salience.audit_log'));
    const rows = JSON.stringify([
      await fixture.database.admin('select * from salience.api_keys'),
      await fixture.database.admin('select * from salience.operator_keys'),
    ]);
    expect(app.log()).toContain('/operator/keys');
    for (const key of shown)
      for (const text of [app.log(), audit, rows]) expect(text).not.toContain(key.slice(8));
  });
});
