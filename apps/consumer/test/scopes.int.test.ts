import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentId, KeyScope } from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { giveFloor, joinRoom } from '@salience/database/rooms';
import { asPerson, backends } from '@salience/testing';
import { answerAll } from './support/answer-all.ts';
import { rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantRoom } from './support/plant-room.ts';
import { connectRoom } from './support/room-desk.ts';

let fixture: Fixture;
let at: string;

beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  ({ at } = await fixture.serve({ cacheMs: 0 }));
  await answerAll(fixture);
});

const keyFor = async (scopes: KeyScope[], agentId: AgentId = fixture.agentId) =>
  (await createApiKey(fixture.operatorDb, agentId, scopes.join('-'), { rules: { scopes } })).key;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** What a request is answered with: the status, and what the body says. */
async function ask(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const answer = await rawRequest(at + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.body };
}
const codeOf = ({ body, status }: { readonly status: number; readonly body: string }) =>
  [status, (JSON.parse(body) as { code?: string }).code] as const;

describe('a key that may talk', () => {
  /** Says something and waits until it is answered; its turn. */
  const saidBy = async (headers: Record<string, string>, text: string): Promise<string> => {
    const { body } = await ask('POST', '/chat', headers, { text, thread_id: 'house' });
    expect(body).toContain(`re: ${text}`);
    return /turn_[0-9a-f]{32}/.exec(body)?.[0] ?? '';
  };

  it('reads what came of its words, and takes up their stream again', async () => {
    const talks = bearer(await keyFor(['talk']));
    const turn = await saidBy(talks, 'Is the gate shut?');
    const read = await ask('GET', `/turns/${turn}`, talks);
    expect([read.status, read.body]).toEqual([200, expect.stringContaining('re: Is the gate shut?')]);
    const again = await ask('GET', `/turns/${turn}/events`, { ...talks, 'last-event-id': '0-1' });
    expect([again.status, again.body]).toEqual([200, expect.stringContaining('re: Is the gate shut?')]);
    expect((await ask('GET', '/v1/models', talks)).status).toBe(200);
  });

  it('threat: a key that may talk alone reads no turn of the person, and no thread, whose id it was told', async () => {
    const turn = await saidBy(asPerson, 'The code of the gate is 7731.');
    const talks = bearer(await keyFor(['talk']));
    const remembers = bearer(await keyFor(['remember']));
    const tried = await Promise.all([
      ask('GET', `/turns/${turn}`, talks),
      ask('GET', `/turns/${turn}/events`, talks),
      ask('GET', '/threads/house/messages', talks),
      ask('GET', '/threads/house/events', talks),
      ask('GET', `/turns/${turn}`, remembers),
    ]);
    expect(tried.map(codeOf)).toEqual(tried.map(() => [403, 'key.scope']));
    expect(JSON.stringify(tried)).not.toContain('7731');
    for (const scopes of [['read'], ['talk', 'read'], ['talk', 'manage']] as const)
      expect((await ask('GET', `/turns/${turn}`, bearer(await keyFor([...scopes])))).status).toBe(200);
    expect(codeOf(await ask('GET', `/turns/turn_${'0'.repeat(32)}`, talks))).toEqual([404, 'turn.unknown']);
  });

  it('speaks in a room over HTTP as over a socket, and moderates neither way', async () => {
    const { id: sarah } = await createAgent(fixture.operatorDb, { name: 'sarah', persona: 'p' });
    const made = await ask('POST', '/rooms', asPerson, { id: '7', name: 'Seven', agents: ['sarah'] });
    expect(made.status).toBe(201);
    // By raising a hand the person enters.
    await ask('POST', '/rooms/7/queue', asPerson, { tier: 'normal' });
    const asked = await ask('POST', '/rooms/7/messages', asPerson, { content: 'Who opens?', id: 'asked' });
    expect(asked.status).toBe(201);
    const talks = bearer(await keyFor(['talk'], sarah));
    const done = await Promise.all([
      ask('POST', '/rooms/7/messages', talks, { content: 'I do.', id: 'said' }),
      ask('POST', '/api/channels/7/messages', talks, { content: 'At nine.', id: 'said-too' }),
      ask('POST', '/api/voice/claim', talks, { channelId: '7', messageId: 'asked' }),
      ask('POST', '/api/voice/raise-hand', talks, { channelId: '7' }),
    ]);
    expect(done.map(codeOf)).toEqual([201, 201, 200, 200].map((status) => [status, undefined]));
    // The person has the floor, and an agent ends its own alone.
    await ask('POST', '/rooms/7/floor', asPerson, {});
    expect(codeOf(await ask('DELETE', '/rooms/7/floor', talks))).toEqual([409, 'room.not-speaking']);
    expect((await ask('POST', '/api/voice/lower-hand', talks, { channelId: '7' })).status).toBe(200);
    // People wait in the queue; that is said to an agent too, whatever its key may.
    expect(codeOf(await ask('POST', '/rooms/7/queue', talks, { tier: 'normal' }))).toEqual([
      422,
      'room.people-only',
    ]);
    const socket = await connectRoom(at, { apiKey: await keyFor(['talk', 'read'], sarah) });
    expect(await socket.ask('post_message', { channelId: '7', content: 'Done.', id: 'last' })).toMatchObject({
      ok: true,
    });
    expect(await socket.ask('floor:give', { channelId: '7', kind: 'agent', member: 'sarah' })).toMatchObject({
      ok: false,
      problem: { code: 'room.moderator-required' },
    });
    const refused = await Promise.all([
      ask('POST', '/rooms/7/floor', talks, { member: 'sarah' }),
      ask('POST', '/rooms/7/members', talks, { agent: 'default' }),
      ask('DELETE', '/rooms/7/hands/sarah', talks),
      ask('POST', '/rooms', talks, { id: '8', name: 'Eight', agents: ['sarah'] }),
      ask('POST', '/rooms/7/messages', bearer(await keyFor(['read'], sarah)), { content: 'x' }),
    ]);
    expect(refused.map(codeOf)).toEqual(refused.map(() => [403, 'key.scope']));
  });

  it('threat: a key that may talk alone is shown nothing that others said in a room', async () => {
    const { id: vera } = await createAgent(fixture.operatorDb, { name: 'vera', persona: 'p' });
    await plantRoom(fixture, fixture.agentId, { id: 'safe', content: 'The code is 7731.', messageId: 'm' });
    await joinRoom(fixture.db, {
      room: 'safe',
      kind: 'agent',
      member: vera,
      display: 'vera',
      now: new Date(),
    });
    const ended = async (scopes: KeyScope[]) => {
      await giveFloor(fixture.db, { room: 'safe', to: { kind: 'agent', member: vera }, now: new Date() });
      return ask('DELETE', '/rooms/safe/floor', bearer(await keyFor(scopes, vera)));
    };
    const [talks, both] = [await ended(['talk']), await ended(['talk', 'read'])];
    expect([talks.status, both.status]).toEqual([200, 200]);
    expect(talks.body).not.toContain('7731');
    expect(both.body).toContain('7731');
    const talker = bearer(await keyFor(['talk'], vera));
    const read = await Promise.all(
      ['/rooms/safe', '/rooms/safe/events', '/api/channels/safe/messages'].map((path) =>
        ask('GET', path, talker),
      ),
    );
    expect(read.map(codeOf)).toEqual(read.map(() => [403, 'key.scope']));
  });
});
