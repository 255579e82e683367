import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentViewSchema, problemSchema } from '@salience/contracts';
import { createAgent, createApiKey, revokeApiKey } from '@salience/database/agents';
import { asPerson } from '@salience/testing';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

describe('the door', () => {
  let fixture: Fixture;
  let at: string;
  let outside: string;
  let key: string;
  let keyId: string;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    ({ at } = await fixture.serve());
    ({ at: outside } = await fixture.serve({ host: '0.0.0.0', cacheMs: 0 }));
    const agent = await createAgent(fixture.operatorDb, { name: 'keyed', persona: 'p' });
    ({ key, id: keyId } = await createApiKey(fixture.operatorDb, agent.id, 'test'));
  });

  const me = async (url: string, headers: Record<string, string> = {}) =>
    rawRequest(`${url}/agents/me`, { headers });
  const codeOf = (response: { body: string }) => problemSchema.parse(JSON.parse(response.body)).code;

  it('needs no key on loopback, and lets a person choose the agent', async () => {
    const plain = await me(at);
    expect(agentViewSchema.parse(JSON.parse(plain.body)).name).toBe('default');
    const named = await me(at, { ...asPerson, 'x-agent': 'keyed' });
    expect(agentViewSchema.parse(JSON.parse(named.body)).name).toBe('keyed');
    const unknown = await me(at, { ...asPerson, 'x-agent': 'nobody' });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'agent.unknown']);
  });

  it('honours a key on loopback, and refuses one that is none', async () => {
    const keyed = await me(at, { authorization: `Bearer ${key}` });
    expect(agentViewSchema.parse(JSON.parse(keyed.body)).name).toBe('keyed');
    expect((await me(at, { authorization: 'Bearer sk_wrong' })).status).toBe(401);
    expect((await me(at, { authorization: 'Bearer unused' })).status).toBe(200);
    const other = await me(at, { authorization: `Bearer ${key}`, 'x-agent': 'default' });
    expect([other.status, codeOf(other)]).toEqual([403, 'agent.refused']);
  });

  it.each([
    ['another name for this machine', { host: 'evil.example' }, 'host.refused'],
    ['a name that only begins like ours', { host: 'localhost.evil.example:3300' }, 'host.refused'],
    ['a page of another site', { origin: 'https://evil.example' }, 'origin.refused'],
    ['a page of another port', { origin: 'http://localhost:1' }, 'origin.refused'],
    ['a page without origin', { origin: 'null' }, 'origin.refused'],
  ])('refuses %s on loopback', async (_what, headers, code) => {
    const response = await rawRequest(`${at}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"text":"attack"}',
    });
    expect([response.status, codeOf(response)]).toEqual([403, code]);
  });

  it('lets its own pages in, by every loopback name', async () => {
    const { port } = new URL(at);
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `127.8.8.8:${port}`,
      'LOCALHOST',
    ]) {
      expect((await me(at, { host, origin: `http://${host.toLowerCase()}` })).status).toBe(200);
    }
  });

  it('asks for a key beyond loopback, except by probes', async () => {
    for (const path of ['/agents/me', '/metrics', '/workers', '/threads', '/v1/models']) {
      const response = await rawRequest(outside + path);
      expect(response.status).toBe(401);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
    }
    const forged = await me(outside, { 'x-agent': 'default', host: 'localhost' });
    expect([forged.status, codeOf(forged)]).toEqual([401, 'key.required']);
    expect((await rawRequest(`${outside}/health`)).status).toBe(200);
    const answer = await post(`${outside}/messages`, { text: 'hi' }, { authorization: `Bearer ${key}` });
    expect(answer.status).toBe(202);
  });

  it('keeps agents apart (law 12) and forgets a revoked key', async () => {
    const mine = await (
      await post(`${outside}/messages`, { text: 'mine' }, { authorization: `Bearer ${key}` })
    ).json();
    const path = (mine as { links: { self: string } }).links.self;
    expect((await rawRequest(at + path)).status).toBe(404);
    expect((await rawRequest(outside + path, { headers: { authorization: `Bearer ${key}` } })).status).toBe(
      200,
    );
    expect(await revokeApiKey(fixture.operatorDb, keyId)).toBe(true);
    expect((await rawRequest(outside + path, { headers: { authorization: `Bearer ${key}` } })).status).toBe(
      401,
    );
  });

  it('names the port that is taken and how to choose another', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(fixture.serve({ port })).rejects.toMatchObject({
      code: 'consumer.port-taken',
      message: expect.stringMatching(new RegExp(`Port ${port} .* PORT=`)),
    });
    other.close();
  });
});
