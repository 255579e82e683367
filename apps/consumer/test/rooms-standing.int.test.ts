import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentId, RoomState } from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { asPerson, backends, personToken, until } from '@salience/testing';
import { rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { connectRoom, type RoomClient } from './support/room-desk.ts';

// Who stands where in a room, at two replicas.
let fixture: Fixture;
let at: string;
let other: string;
const keys: Record<string, string> = {};
const ids: Record<string, string> = {};
const person = { ...asPerson, 'content-type': 'application/json' };

beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  const switchboard = { limits: { lookMs: 300, renewMs: 300, rate: { burst: 500, perSecond: 500 } } };
  ({ at } = await fixture.serve({ switchboard }));
  ({ at: other } = await fixture.serve({ switchboard }));
  for (const name of ['viktor', 'sarah', 'stranger']) {
    const { id } = await createAgent(fixture.operatorDb, { name, persona: 'p' });
    ids[name] = id;
    keys[name] = (await createApiKey(fixture.operatorDb, id, 'mine')).key;
  }
});

const call = async (
  path: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = person,
) => {
  const response = await fetch(`${at}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
};
const byKey = (name: string) => ({
  authorization: `Bearer ${keys[name] ?? ''}`,
  'content-type': 'application/json',
});
let rooms = 0;
const makeRoom = async () => {
  rooms += 1;
  const id = String(500 + rooms);
  expect((await call('/rooms', 'POST', { id, agents: ['viktor', 'sarah'] })).status).toBe(201);
  return id;
};
const stateOf = async (room: string) => (await call(`/rooms/${room}`)).body as unknown as RoomState;
const joined = async (room: string, auth: Record<string, unknown> = {}, where = at): Promise<RoomClient> => {
  const client = await connectRoom(where, auth);
  expect(await client.ask('join_channel', { channelId: room })).toMatchObject({ ok: true });
  return client;
};
const moderator = (room: string) => joined(room, { apiKey: personToken });
const messagesOf = ({ heard }: RoomClient) =>
  heard.filter(({ name }) => name === 'new_message').map(({ value }) => value['content']);
const turnsOf = (room: string) =>
  fixture.database.admin<{ why: string; open: boolean }>(
    'select why, posted_at is null as open from salience.room_turns where room = $1',
    [room],
  );
const peopleOf = async (room: string) =>
  (await stateOf(room)).members.filter(({ kind }) => kind === 'human').map(({ member }) => member);

describe('who is no member any more', () => {
  it.each(['agent', 'guest'])(
    'threat: an %s that was put out hears nothing more, at any replica',
    async (kind) => {
      const room = await makeRoom();
      const lead = await moderator(room);
      const auth = kind === 'agent' ? { apiKey: keys['viktor'] } : { name: 'Eve' };
      const out = [await joined(room, auth), await joined(room, auth, other)];
      const member = kind === 'agent' ? 'viktor' : 'eve';
      expect((await call(`/rooms/${room}/members/${member}`, 'DELETE')).status).toBe(200);
      await lead.ask('post_message', { channelId: room, content: 'Now that they are gone.' });
      const stays = await joined(room, { name: 'Ann' }, other);
      await lead.ask('post_message', { channelId: room, content: 'Once more.' });
      await until(() => messagesOf(stays).length === 1, { what: 'the message at the other replica' });
      expect(out.flatMap(messagesOf)).toEqual([]);
      for (const client of out) {
        const { problem } = await client.ask('room:sync', { channelId: room, seq: 0 });
        expect(problem?.code).toBe('room.not-joined');
      }
    },
  );

  it('of a person with two pages the other one goes on when one leaves', async () => {
    const room = await makeRoom();
    const [one, two] = [await joined(room, { name: 'Ann' }), await joined(room, { name: 'Ann' }, other)];
    await one.ask('leave_channel', { channelId: room });
    expect(await two.ask('post_message', { channelId: room, content: 'Still here.' })).toMatchObject({
      ok: true,
    });
    await two.ask('leave_channel', { channelId: room });
    expect(await peopleOf(room)).toEqual([]);
  });

  it('guests who went are no members after half a minute', async () => {
    const room = await makeRoom();
    const gone = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => joined(room, { name })));
    await joined(room, { name: 'Dan' }, other);
    for (const { socket } of gone) socket.disconnect();
    await until(async () => (await stateOf(room)).members.filter(({ present }) => present).length === 1, {
      what: 'the end of presence',
    });
    await fixture.database.admin(
      `update salience.room_events set at = at - interval '31 seconds' where room = $1 and kind = 'presence'`,
      [room],
    );
    await until(async () => (await peopleOf(room)).length === 1, { what: 'guests to be gone' });
    expect(await peopleOf(room)).toEqual(['dan']);
  });
});

describe('an agent that lives elsewhere', () => {
  it('answers itself, once: neither the floor nor its name makes a turn of ours', async () => {
    const room = await makeRoom();
    const lead = await moderator(room);
    const agent = await joined(room, { apiKey: keys['viktor'] }, other);
    await lead.ask('post_message', { channelId: room, content: 'I disagree, the cache is the problem.' });
    await lead.ask('post_message', {
      channelId: room,
      content: '@viktor what do you say?',
      id: `to-${room}`,
    });
    expect(await agent.ask('claim', { channelId: room, messageId: `to-${room}` })).toMatchObject({
      claimed: true,
    });
    const give = { channelId: room, kind: 'agent', member: ids['viktor'] };
    expect(await lead.ask('floor:give', give)).toEqual({ ok: true });
    await until(() => agent.heard.some(({ name }) => name === 'voice:speaker'), { what: 'the floor' });
    expect((await turnsOf(room)).filter(({ open }) => open)).toEqual([]);
    const thoughts = await call('/pfc/synthesize', 'POST', { channel: room, clear: true }, byKey('viktor'));
    expect(JSON.stringify(thoughts.body)).toContain('the cache is the problem');
    await agent.ask('post_message', { channelId: room, content: 'It is the cache.' });
    expect((await stateOf(room)).speaker).toBeNull();
    const { messages } = await stateOf(room);
    expect(messages.filter(({ authorKind }) => authorKind === 'agent').map(({ content }) => content)).toEqual(
      ['It is the cache.'],
    );
  });

  it('has no turn of ours posted that the moderator has ended', async () => {
    const room = await makeRoom();
    const lead = await moderator(room);
    await lead.ask('floor:give', { channelId: room, kind: 'agent', member: ids['sarah'] });
    const [turn] = await fixture.database.admin<{ thread_id: string }>(
      `select t.thread_id from salience.turns t join salience.room_turns r on r.turn_id = t.id where r.room = $1`,
      [room],
    );
    await lead.ask('floor:end', { channelId: room });
    await new HandDigest({ ...fixture, agentId: ids['sarah'] as AgentId }).answer(
      turn?.thread_id ?? '',
      'Too late.',
    );
    // Another one's answer is posted after it would have been.
    await lead.ask('post_message', { channelId: room, content: '@viktor and you?' });
    const [next] = await fixture.database.admin<{ thread_id: string }>(
      `select t.thread_id from salience.turns t join salience.room_turns r on r.turn_id = t.id where r.room = $1 and r.why = 'target'`,
      [room],
    );
    await new HandDigest({ ...fixture, agentId: ids['viktor'] as AgentId }).answer(
      next?.thread_id ?? '',
      'I am fine.',
    );
    const said = async () =>
      (await stateOf(room)).messages
        .filter(({ authorKind }) => authorKind === 'agent')
        .map(({ content }) => content);
    await until(async () => (await said()).length > 0, { what: 'an answer' });
    expect(await said()).toEqual(['I am fine.']);
  });
});

describe('threats', () => {
  it('threat: a guest waits in the queue, also in an emergency', async () => {
    const room = await makeRoom();
    const lead = await moderator(room);
    const guest = await joined(room, { name: 'Eve' });
    await lead.ask('queue:raise', { channelId: room });
    await lead.ask('floor:give', { channelId: room });
    await guest.ask('queue:raise', { channelId: room, tier: 'emergency' });
    const { queue, speaker } = await stateOf(room);
    expect(speaker?.member).toBe('owner');
    expect(queue.map(({ member, tier }) => [member, tier])).toEqual([['eve', 'normal']]);
  });

  it.each([
    'Owner',
    'ＯＷＮＥＲ',
    'Оwner',
    'Ow\u200Bner',
    '0wner',
    'Öwner',
    'Owner.',
    'O w n e r',
    'Owner\u3164',
    'Ow\u115Fner',
  ])('threat: nobody is shown as the person by the name %s', async (name) => {
    const room = await makeRoom();
    await joined(room, { name });
    const { members } = await stateOf(room);
    expect(members.filter(({ kind }) => kind === 'human')).toMatchObject([
      { member: 'guest', display: 'Guest' },
    ]);
  });

  it('threat: a key in a header, or the token, makes a guest of this machine nothing else', async () => {
    const room = await makeRoom();
    for (const authorization of [`Bearer ${personToken}`, `Bearer ${keys['viktor'] ?? ''}`]) {
      const client = await connectRoom(at, { name: 'Eve' }, { authorization });
      expect(await client.ask('join_channel', { channelId: room })).toMatchObject({ ok: true });
      const given = await client.ask('floor:give', { channelId: room, kind: 'agent', member: ids['sarah'] });
      expect(given.problem?.code).toBe('room.moderator-required');
      expect(await peopleOf(room)).toEqual(['eve']);
    }
  });

  it('threat: a socket of a session that has ended is closed', async () => {
    const { body } = await call('/session/codes', 'POST', {});
    const signed = await rawRequest(`${at}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(at).origin },
      body: JSON.stringify({ code: body['code'] }),
    });
    const cookie = signed.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const room = await makeRoom();
    const client = await connectRoom(at, {}, { cookie });
    expect(await client.ask('join_channel', { channelId: room })).toMatchObject({ ok: true });
    expect(await client.ask('floor:give', { channelId: room, kind: 'agent', member: ids['sarah'] })).toEqual({
      ok: true,
    });
    const closed = new Promise((resolve) => void client.socket.once('disconnect', resolve));
    expect((await rawRequest(`${at}/session`, { method: 'DELETE', headers: { cookie } })).status).toBe(204);
    expect(await closed).toBe('io server disconnect');
  });

  it('threat: an agent claims nothing in the name of another one, nor sees claims in rooms of others', async () => {
    const room = await makeRoom();
    const lead = await moderator(room);
    await lead.ask('post_message', { channelId: room, content: 'Who takes this?', id: `c-${room}` });
    const claim = (name: string, agentId?: string) =>
      call('/api/voice/claim', 'POST', { messageId: `c-${room}`, channelId: room, agentId }, byKey(name));
    expect(await claim('viktor', ids['sarah'])).toMatchObject({
      status: 403,
      body: { code: 'agent.refused' },
    });
    expect(await claim('viktor', ids['viktor'])).toMatchObject({ status: 200, body: { claimed: true } });
    const who = (name: string) => call(`/api/voice/claim/c-${room}`, 'GET', undefined, byKey(name));
    expect(await who('sarah')).toMatchObject({ status: 200, body: { agentId: ids['viktor'] } });
    expect(await who('stranger')).toMatchObject({ status: 404, body: { code: 'claim.unknown' } });
  });
});

it('a message that is not there is not claimed, and an id stands for one message', async () => {
  const room = await makeRoom();
  const none = await call(
    '/api/voice/claim',
    'POST',
    { messageId: 'none', channelId: room },
    byKey('viktor'),
  );
  expect(none).toMatchObject({ status: 404, body: { code: 'message.unknown' } });
  const post = (content: string) => call(`/rooms/${room}/messages`, 'POST', { id: 'm1', content });
  expect((await call(`/rooms/${room}/queue`, 'POST', {})).status).toBe(200);
  expect((await post('first')).status).toBe(201);
  expect(await post('first')).toMatchObject({ status: 201, body: { content: 'first' } });
  expect(await post('second')).toMatchObject({ status: 409, body: { code: 'message.id-used' } });
});

it('of an agent and a guest of one name the moderator says which is meant', async () => {
  const room = await makeRoom();
  await joined(room, { name: 'Sarah' });
  const remove = (query: string) => call(`/rooms/${room}/members/sarah${query}`, 'DELETE');
  expect(await remove('')).toMatchObject({ status: 409, body: { code: 'room.member-ambiguous' } });
  expect((await remove('?kind=human')).status).toBe(200);
  const left = (await stateOf(room)).members.map(({ kind, member }) => [kind, member]);
  expect(left).toEqual([
    ['agent', ids['viktor']],
    ['agent', ids['sarah']],
  ]);
  expect((await remove('')).status).toBe(200);
  expect((await stateOf(room)).members).toHaveLength(1);
});

it('a page that is open shows no more what was forgotten', async () => {
  const room = await makeRoom();
  const clients = [await moderator(room), await joined(room, { name: 'Ann' }, other)];
  await clients[0]?.ask('post_message', { channelId: room, content: 'My number is 12345.' });
  await until(() => clients.every((client) => messagesOf(client).length === 1), { what: 'the message' });
  await fixture.database.admin("update salience.room_messages set content = '[forgotten]' where room = $1", [
    room,
  ]);
  await fixture.database.admin('select salience.note_forgotten(array[$1::text], now())', [room]);
  await until(() => clients.every(({ states }) => states().length === 2), { what: 'the state' });
  for (const client of clients) {
    const { messages, seq } = client.states()[1] as RoomState;
    expect(messages.map(({ content }) => content)).toEqual(['[forgotten]']);
    expect(seq).toBe(client.events().at(-1)?.seq);
  }
});

it('where the PFC is served alone there are no rooms', async () => {
  const room = await makeRoom();
  const { at: alone } = await fixture.serve({ serves: 'pfc' });
  const give = { kind: 'agent', member: ids['viktor'] };
  const response = await fetch(`${alone}/rooms/${room}/floor`, {
    method: 'POST',
    headers: person,
    body: JSON.stringify(give),
  });
  expect(response.status).toBe(404);
  expect((await stateOf(room)).speaker).toBeNull();
});
