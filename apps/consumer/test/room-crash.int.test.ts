import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoomEvent, RoomState } from '@salience/contracts';
import { createAgent } from '@salience/database/agents';
import {
  asPerson,
  type Backend,
  backends,
  personToken,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { io } from 'socket.io-client';
import { connectRoom } from './support/room-desk.ts';

describe.each(backends())('a replica that is killed while it holds a socket on %s', (backend: Backend) => {
  let database: TestDatabase;
  let queues: TestQueues;

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
  });
  afterAll(async () => {
    await queues?.close();
    await database?.close();
  });

  it('takes nothing of the room with it; its client goes on at another one, and nothing is shown twice', async () => {
    const [first, second] = await Promise.all([
      spawnApp('consumer', { database, queues }),
      spawnApp('consumer', { database, queues }),
    ]);
    const operator = database.connect('salience_operator');
    await createAgent(operator, { name: 'viktor', persona: 'p' });
    const headers = { ...asPerson, 'content-type': 'application/json' };
    const made = await fetch(`${first.httpUrl()}/rooms`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: '10', agents: ['viktor'] }),
    });
    expect(made.status).toBe(201);
    const stateAt = async (at: string) =>
      (await (await fetch(`${at}/rooms/10`, { headers })).json()) as RoomState;
    const lead = await connectRoom(second.httpUrl(), { apiKey: personToken });
    await lead.ask('join_channel', { channelId: 10 });
    // A client as ours is: it joins whenever it is connected, and knows by the numbers what it has seen.
    const ann = await connectRoom(first.httpUrl(), { name: 'Ann' });
    await ann.ask('join_channel', { channelId: 10 });
    await ann.ask('queue:raise', { channelId: 10, tier: 'normal' });
    await ann.ask('post_message', { channelId: 10, content: 'What is this?', id: 'before' });
    await lead.ask('floor:give', { channelId: 10, kind: 'human', member: 'ann' });
    await until(() => ann.events().some(({ kind }) => kind === 'speaker'), { what: 'the floor' });
    const before = await stateAt(second.httpUrl());

    await first.kill9();
    ann.socket.disconnect();
    const again = io(second.httpUrl(), { transports: ['websocket'], auth: { name: 'Ann' }, forceNew: true });
    const events: RoomEvent[] = [];
    again.on('room:event', (event: RoomEvent) => void events.push(event));
    const state = new Promise<RoomState>((resolve) => void again.once('room:state', resolve));
    await again.timeout(10_000).emitWithAck('join_channel', { channelId: 10 });
    // The same message once more: its writer does not know whether it arrived.
    const repeated = { channelId: 10, content: 'What is this?', id: 'before' };
    expect(await again.timeout(10_000).emitWithAck('post_message', repeated)).toMatchObject({ ok: true });
    const shown = await state;
    expect(shown.speaker).toEqual(before.speaker);
    expect(shown.hands).toEqual(before.hands);
    expect(shown.messages).toEqual(before.messages);
    await again
      .timeout(10_000)
      .emitWithAck('post_message', { channelId: 10, content: 'On we go.', id: 'after' });
    await until(() => events.some(({ kind }) => kind === 'message'), { what: 'the next message' });
    const after = await stateAt(second.httpUrl());
    expect(after.messages.map(({ id }) => id)).toEqual(['before', 'after']);
    const seen = lead.events().map(({ seq }) => seq);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => shown.seq + 1 + at));
    again.disconnect();
    lead.socket.disconnect();
    await second.stop();
  });
});
