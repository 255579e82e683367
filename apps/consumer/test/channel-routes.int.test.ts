import {
  addedChannelSchema,
  channelViewSchema,
  pageSchema,
  problemSchema,
  rotatedChannelSchema,
} from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { asPerson, backends } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';

let fixture: Fixture;
let at: string;
beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  ({ at } = await fixture.serve({ channelHosts: [{ host: '127.0.0.1', port: 4000 }] }));
});
afterAll(() => fixture.stop());

type Headers = Readonly<Record<string, string>>;
const ask = (path: string, method: string, headers: Headers, body?: object) =>
  fetch(`${at}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const codeOf = async (response: Response) =>
  [response.status, problemSchema.parse(await response.json()).code] as const;
const person = asPerson;

describe('the channels of a person', () => {
  it('are added, listed without their secret, and removed with their address', async () => {
    const target = 'https://hooks.example.org/one';
    const response = await ask('/channels', 'POST', person, { kind: 'webhook', target });
    expect(response.status).toBe(201);
    const added = addedChannelSchema.parse(await response.json());
    expect(added.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(added).toMatchObject({
      state: 'unconfirmed',
      person: 'owner',
      last: { kind: 'code', state: 'pending' },
    });
    const listed = await (await ask('/channels', 'GET', person)).text();
    expect(pageSchema(channelViewSchema).parse(JSON.parse(listed)).items).toMatchObject([{ target }]);
    expect(listed).not.toContain(added.secret?.slice(6));
    const path = `/channels/${added.channel_id}`;
    expect(await codeOf(await ask('/channels', 'POST', person, { kind: 'webhook', target }))).toEqual([
      409,
      'channel.exists',
    ]);
    expect(await codeOf(await ask(`${path}/confirm`, 'POST', person, { code: '12345678' }))).toEqual([
      409,
      'channel.code-expired',
    ]);
    expect(await codeOf(await ask(`${path}/confirm`, 'POST', person, { code: 'abc' }))).toEqual([
      422,
      'body.invalid',
    ]);
    expect(await codeOf(await ask(`${path}/test`, 'POST', person))).toEqual([409, 'channel.unconfirmed']);
    expect(await codeOf(await ask(`${path}/code`, 'POST', person))).toEqual([409, 'channel.too-soon']);
    const rotated = rotatedChannelSchema.parse(await (await ask(`${path}/rotate`, 'POST', person)).json());
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(added.secret);
    expect((await ask(`${path}/rotate`, 'POST', {})).status).toBe(401);
    expect((await ask(path, 'DELETE', person)).status).toBe(204);
    expect(await codeOf(await ask(`${path}/rotate`, 'POST', person))).toEqual([404, 'channel.unknown']);
    expect(await codeOf(await ask(path, 'DELETE', person))).toEqual([404, 'channel.unknown']);
    expect(await codeOf(await ask(path, 'GET', person))).toEqual([404, 'channel.unknown']);
  });

  it('are those of people that the agent knows', async () => {
    const body = { kind: 'mail', target: 'ana@example.org', person: 'Ana' };
    expect(await codeOf(await ask('/channels', 'POST', person, body))).toEqual([404, 'person.unknown']);
  });

  it('are at most fifty', async () => {
    const { key } = await keyOf('many');
    const add = (n: number) =>
      ask(
        '/channels',
        'POST',
        { authorization: `Bearer ${key}` },
        { kind: 'mail', target: `ana${n}@example.org` },
      );
    for (let n = 0; n < 50; n += 1) expect((await add(n)).status).toBe(201);
    expect(await codeOf(await add(50))).toEqual([409, 'channel.limit']);
  });

  it.each([
    'http://example.org/',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/',
    'http://127.0.0.1:3300/chat',
    'https://[::1]/',
    'https://user:pw@example.org/',
  ])('threat: %s is no target of a webhook', async (target) => {
    expect(await codeOf(await ask('/channels', 'POST', person, { kind: 'webhook', target }))).toEqual([
      422,
      'channel.bad-target',
    ]);
  });

  it('may be private where an operator allowed the host', async () => {
    const body = { kind: 'webhook', target: 'http://127.0.0.1:4000/hook' };
    expect((await ask('/channels', 'POST', person, body)).status).toBe(201);
  });

  it('threat: a process on this machine without the person’s token neither adds, sees, confirms nor removes one', async () => {
    const before = await fixture.database.admin('select * from salience.channels order by id');
    const { id } = before[0] as { id: string };
    for (const [method, path, body] of [
      ['POST', '/channels', { kind: 'mail', target: 'evil@example.org' }],
      ['GET', '/channels', undefined],
      ['GET', `/channels/${id}`, undefined],
      ['POST', `/channels/${id}/confirm`, { code: '12345678' }],
      ['POST', `/channels/${id}/code`, {}],
      ['POST', `/channels/${id}/test`, {}],
      ['DELETE', `/channels/${id}`, undefined],
    ] as const) {
      for (const headers of [{}, { 'x-agent': 'default' }, { authorization: 'Bearer anything' }]) {
        const response = await ask(path, method, headers as Headers, body);
        expect([path, response.status]).toEqual([path, 401]);
        expect(await response.text()).not.toContain('example.org');
      }
    }
    expect(await fixture.database.admin('select * from salience.channels order by id')).toEqual(before);
  });

  it('threat: the key of another agent reaches none of them (law 12)', async () => {
    const { key } = await keyOf('stranger');
    const stranger = { authorization: `Bearer ${key}` };
    const [{ id } = { id: '' }] = await fixture.database.admin<{ id: string }>(
      "select id from salience.channels where target = 'http://127.0.0.1:4000/hook'",
    );
    expect(
      pageSchema(channelViewSchema).parse(await (await ask('/channels', 'GET', stranger)).json()).items,
    ).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/code'],
      ['POST', '/test'],
      ['DELETE', ''],
    ] as const)
      expect(await codeOf(await ask(`/channels/${id}${path}`, method, stranger))).toEqual([
        404,
        'channel.unknown',
      ]);
    expect(
      await codeOf(await ask(`/channels/${id}/confirm`, 'POST', stranger, { code: '12345678' })),
    ).toEqual([404, 'channel.unknown']);
  });
});

async function keyOf(name: string): Promise<{ key: string }> {
  const agent = await createAgent(fixture.operatorDb, { name, persona: 'p' });
  return await createApiKey(fixture.operatorDb, agent.id, 'key');
}
