import { describe, expect, it } from 'vitest';
import { until } from '@salience/testing';
import { signalBus, startDesk } from './support/desk.ts';
import { KeptRooms } from './support/kept-rooms.ts';

/** The socket beneath a client, as Node has it. */
interface Reading {
  readonly io: {
    readonly engine: { readonly transport: { readonly ws: { pause(): void } } };
  };
}

describe('a member who was taken out of a room', () => {
  it('threat: hears nothing more of it at any replica, whatever sockets it has open', async () => {
    const rooms = new KeptRooms('10', 'hall');
    const bus = signalBus();
    const desks = [
      await startDesk(rooms, { signals: bus }),
      await startDesk(rooms, { signals: bus }),
    ] as const;
    const out = await Promise.all(desks.map((desk) => desk.connect('agent:viktor')));
    const stays = await Promise.all(desks.map((desk) => desk.connect('agent:sarah')));
    for (const client of [...out, ...stays]) {
      await client.ask('join_channel', { channelId: 10 });
      await client.ask('join_channel', { channelId: 'hall' });
    }
    rooms.leftBy('10', 'agt_viktor');
    rooms.write('10', 'Now that he is gone.');
    desks[0].switchboard.tell('10');
    await until(() => stays.every(({ seqs }) => seqs().at(-1) === 2), { what: 'the message' });
    for (const client of out) {
      expect(client.seqs()).toEqual([1]);
      const { problem } = await client.ask('room:sync', { channelId: 10, seq: 0 });
      expect(problem?.code).toBe('room.not-joined');
    }
    // Other rooms are not concerned.
    rooms.write('hall', 'Hello');
    desks[0].switchboard.tell('hall');
    await until(() => [...out, ...stays].every(({ seqs }) => seqs().at(-1) === 1), {
      what: 'the other room',
    });
  });

  it('threat: hears nothing more either where the event that told it is not kept any more', async () => {
    const rooms = new KeptRooms('10');
    const desk = await startDesk(rooms);
    const out = await desk.connect('agent:viktor');
    const stays = await desk.connect('agent:sarah');
    for (const client of [out, stays]) await client.ask('join_channel', { channelId: 10 });
    rooms.leftBy('10', 'agt_viktor');
    rooms.write('10', 'Said while this replica slept.');
    rooms.forgotten = 2;
    desk.switchboard.tell('10');
    await until(() => stays.heard.filter(({ name }) => name === 'room:state').length === 2, {
      what: 'the state',
    });
    const { problem } = await out.ask('room:sync', { channelId: 10, seq: 0 });
    expect(problem?.code).toBe('room.not-joined');
    expect(out.heard.filter(({ name }) => name === 'room:state')).toHaveLength(1);
  });
});

it('what was forgotten is read anew by those who have it, and shown to nobody who asks for what they missed', async () => {
  const rooms = new KeptRooms('10');
  const desk = await startDesk(rooms);
  const client = await desk.connect('guest:reads');
  await client.ask('join_channel', { channelId: 10 });
  rooms.write('10', 'before');
  rooms.forgets('10');
  rooms.write('10', 'after');
  desk.switchboard.tell('10');
  await until(() => client.seqs().at(-1) === 3, { what: 'the last event' });
  expect(client.seqs()).toEqual([1, 2, 3]);
  const states = client.heard
    .filter(({ name }) => name === 'room:state')
    .map(({ value }) => value as { seq: number });
  expect(states.map(({ seq }) => seq)).toEqual([0, 3]);
  expect(await client.ask('room:sync', { channelId: 10, seq: 1 })).toMatchObject({ state: { seq: 3 } });
  expect(await client.ask('room:sync', { channelId: 10, seq: 2 })).toMatchObject({ events: [{ seq: 3 }] });
});

describe('what one socket sends', () => {
  it('happens in its order, also where it waits for no answer', async () => {
    const rooms = new KeptRooms('10');
    let wait = 0;
    // 0 to 6 turns of the event loop, so that what came later would overtake.
    rooms.slow = async () => {
      wait = (wait * 5 + 3) % 7;
      for (let turn = 0; turn < wait; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const desk = await startDesk(rooms, { limits: { rate: { burst: 100, perSecond: 100 } } });
    const client = await desk.connect('guest:quick');
    const ids = Array.from({ length: 40 }, (_, at) => `m${at}`);
    await Promise.all(ids.map((id) => client.ask('post_message', { channelId: 10, content: 'x', id })));
    const posted = rooms.events
      .get('10')
      ?.flatMap((event) => (event.kind === 'message' ? [event.message.id] : []));
    expect(posted).toEqual(ids);
  });

  it('of a socket that closes while it joins nothing stays behind', async () => {
    const rooms = new KeptRooms('10');
    const desk = await startDesk(rooms);
    const client = await desk.connect('guest:brief');
    const reached = Promise.withResolvers<void>();
    const goes = Promise.withResolvers<void>();
    rooms.slow = () => {
      reached.resolve();
      return goes.promise;
    };
    client.socket.emit('join_channel', { channelId: 10 });
    await reached.promise;
    expect(rooms.present.size).toBe(1);
    client.socket.disconnect();
    await until(() => desk.switchboard.sockets() === 0, { what: 'the end of the socket' });
    goes.resolve();
    await until(() => rooms.present.size === 0, { what: 'the end of presence' });
  });
});

it('threat: who does not read is put out, and nobody else', async () => {
  const rooms = new KeptRooms('10');
  const desk = await startDesk(rooms, { limits: { unread: 20, renewMs: 20 } });
  const deaf = await desk.connect('guest:deaf');
  const reads = await desk.connect('guest:reads');
  for (const client of [deaf, reads]) await client.ask('join_channel', { channelId: 10 });
  (deaf.socket as unknown as Reading).io.engine.transport.ws.pause();
  deaf.socket.io.reconnection(false);
  // First what fills the buffers of a connection, then what waits behind that.
  for (const [events, content] of [
    [1_000, 'x'.repeat(20_000)],
    [1_100, 'x'],
  ] as const) {
    while ((rooms.events.get('10')?.length ?? 0) < events) rooms.write('10', content);
    desk.switchboard.tell('10');
    await until(() => reads.seqs().at(-1) === events, { what: 'every message', timeoutMs: 20_000 });
  }
  await until(() => desk.switchboard.sockets() === 1, { what: 'the end of the deaf one', timeoutMs: 20_000 });
  expect(reads.socket.connected).toBe(true);
});
