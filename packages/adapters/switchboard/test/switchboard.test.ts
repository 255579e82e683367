import { beforeAll, describe, expect, it } from 'vitest';
import { SalienceError } from '@salience/errors';
import { until } from '@salience/testing';
import { type Client, type Desk, signalBus, startDesk } from './support/desk.ts';
import { KeptRooms } from './support/kept-rooms.ts';

describe('a switchboard', () => {
  let rooms: KeptRooms;
  let desk: Desk;

  beforeAll(async () => {
    rooms = new KeptRooms('10', 'hall', 'quiet');
    desk = await startDesk(rooms);
  });

  it('shows the state of a room and then each event, whole and as clients of a Bridge know it', async () => {
    rooms.write('10', 'before');
    const client = await desk.connect('agent:viktor');
    expect(await client.ask('join_channel', { channelId: 10 })).toMatchObject({
      ok: true,
      room: '10',
      seq: 1,
    });
    const posted = await client.ask('post_message', { channelId: 10, content: 'Hello', id: '8850' });
    expect(posted).toMatchObject({ ok: true, id: '8850', seq: 2 });
    await until(() => client.heard.some(({ name }) => name === 'new_message'), { what: 'the message' });
    expect(client.heard.map(({ name }) => name)).toEqual(['room:state', 'room:event', 'new_message']);
    expect(client.heard[2]?.value).toEqual({
      id: '8850',
      channel_id: 10,
      channel_name: 'Room 10',
      content: 'Hello',
      username: 'Lance',
      author_id: 'lance',
      account_type: 'human',
      created_at: '2026-03-23T12:00:00Z',
    });
  });

  it('hands every event of a client to rooms', async () => {
    const agent = await desk.connect('agent:sarah');
    const person = await desk.connect('person:owner');
    const before = rooms.calls.length;
    await agent.ask('voice:raiseHand', { channelId: 'hall' });
    await agent.ask('voice:lowerHand', { channelId: 'hall' });
    expect(await agent.ask('claim', { messageId: 7 })).toEqual({ ok: true, claimed: true });
    await person.ask('voice:raiseHand', { channelId: 'hall' });
    await person.ask('queue:raise', { channelId: 'hall', tier: 'emergency' });
    await person.ask('queue:lower', { channelId: 'hall' });
    await person.ask('floor:give', { channelId: 'hall' });
    await person.ask('floor:give', { channelId: 'hall', kind: 'agent', member: 'agt_sarah' });
    await person.ask('hand:lower', { channelId: 'hall', kind: 'agent', member: 'agt_sarah' });
    await person.ask('floor:end', { channelId: 'hall' });
    await person.ask('leave_channel', { channelId: 'hall' });
    expect(rooms.calls.slice(before)).toEqual([
      'raise agent sarah hall',
      'lower agent sarah hall',
      'claim 7 agent sarah *',
      'queue normal person owner hall',
      'queue emergency person owner hall',
      'queue none person owner hall',
      'give next person owner hall',
      'give agt_sarah person owner hall',
      'lower agt_sarah person owner hall',
      'end person owner hall',
      'leave person owner hall',
    ]);
  });

  it.each([
    ['join_channel', undefined, 'event.invalid'],
    ['join_channel', null, 'event.invalid'],
    ['join_channel', { channelId: -1 }, 'event.invalid'],
    ['join_channel', { channelId: { $ne: 1 } }, 'event.invalid'],
    ['join_channel', { channelId: '../etc' }, 'event.invalid'],
    ['join_channel', { channelId: 'nowhere' }, 'room.unknown'],
    ['post_message', { channelId: 10, content: '' }, 'event.invalid'],
    ['post_message', { channelId: 10, content: ' \n' }, 'event.invalid'],
    ['post_message', { channelId: 10, content: 'a\0b' }, 'event.invalid'],
    ['post_message', { channelId: 10, content: 'x'.repeat(20_001) }, 'event.invalid'],
    ['post_message', { channelId: 10, content: Buffer.from('x') }, 'event.invalid'],
    ['post_message', { channelId: 10, content: 'x', id: '' }, 'event.invalid'],
    ['queue:raise', { channelId: 10, tier: 'at once' }, 'event.invalid'],
    ['floor:give', { channelId: 10, kind: 'agent' }, 'event.invalid'],
    ['hand:lower', { channelId: 10 }, 'event.invalid'],
    ['claim', { messageId: [] }, 'event.invalid'],
    ['room:sync', { channelId: 'quiet', seq: 0 }, 'room.not-joined'],
    ['room:sync', { channelId: 10, seq: 0.5 }, 'event.invalid'],
    ['constructor', {}, 'event.unknown'],
    ['__proto__', {}, 'event.unknown'],
  ])('threat: %s with %o is refused as a problem', async (name, input, code) => {
    const client = await desk.connect('guest:anybody');
    expect(await client.ask(name, input)).toMatchObject({ ok: false, problem: { code } });
    expect(client.socket.connected).toBe(true);
  });

  it('tells a problem to a client that did not ask for an answer', async () => {
    const client = await desk.connect('guest:anybody');
    client.socket.emit('join_channel', 'no object');
    await until(() => client.heard.length > 0, { what: 'the problem' });
    expect(client.heard[0]).toMatchObject({
      name: 'problem',
      value: { event: 'join_channel', problem: { status: 422, code: 'event.invalid' } },
    });
  });

  it('threat: a socket that is not admitted is told why, and is in no room', async () => {
    await expect(desk.connect('nobody:')).rejects.toMatchObject({
      message: 'key.required',
      data: { status: 401, code: 'key.required' },
    });
  });

  it('leaves every request that opens no socket to the server', async () => {
    const page = await fetch(`${desk.at}/socket.io/?EIO=4&transport=polling`);
    expect(await page.text()).toBe('page');
  });

  it('forgets the presence of a socket that was closed', async () => {
    const client = await desk.connect('guest:brief');
    await client.ask('join_channel', { channelId: 'hall' });
    expect(rooms.present).toContain(`${client.socket.id ?? ''}/hall`);
    const { id } = client.socket;
    client.socket.disconnect();
    await until(() => !rooms.present.has(`${id ?? ''}/hall`), { what: 'the end of presence' });
  });

  it('answers a database that is away with a problem, and goes on when it is back', async () => {
    const client = await desk.connect('guest:patient');
    rooms.away = new SalienceError('database.unavailable', 'away', { data: { status: 503 } });
    const refused = await client.ask('join_channel', { channelId: 'hall' });
    rooms.away = undefined;
    expect([refused.ok, refused.problem?.status]).toEqual([false, 503]);
    expect(await client.ask('join_channel', { channelId: 'hall' })).toMatchObject({ ok: true });
  });
});

describe('the limits of sockets', () => {
  it('threat: a flood of events is throttled, and only of the socket that sends it', async () => {
    const desk = await startDesk(new KeptRooms('10'), { limits: { rate: { burst: 3, perSecond: 0 } } });
    const loud = await desk.connect('guest:loud');
    const quiet = await desk.connect('guest:quiet');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => loud.ask('queue:raise', { channelId: 10 })),
    );
    expect(answers.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'room.throttled',
      'room.throttled',
    ]);
    expect(await quiet.ask('queue:raise', { channelId: 10 })).toMatchObject({ ok: true });
  });

  it('threat: one visitor cannot take every socket, and one socket not every room', async () => {
    const desk = await startDesk(new KeptRooms('1', '2'), {
      limits: { socketsPerVisitor: 1, roomsPerSocket: 1 },
    });
    const first = await desk.connect('agent:viktor');
    await expect(desk.connect('agent:viktor')).rejects.toMatchObject({ data: { code: 'room.full' } });
    await expect(desk.connect('agent:sarah')).resolves.toBeDefined();
    expect(await first.ask('join_channel', { channelId: 1 })).toMatchObject({ ok: true });
    expect(await first.ask('join_channel', { channelId: 1 })).toMatchObject({ ok: true });
    expect(await first.ask('join_channel', { channelId: 2 })).toMatchObject({
      problem: { code: 'room.too-many' },
    });
    first.socket.disconnect();
    await until(() => desk.switchboard.sockets() === 1, { what: 'a free place' });
    await expect(desk.connect('agent:viktor')).resolves.toBeDefined();
  });

  it('threat: a frame over the limit closes the socket that sent it and no other', async () => {
    const desk = await startDesk(new KeptRooms('10'));
    const large = await desk.connect('guest:large');
    const other = await desk.connect('guest:other');
    const closed = new Promise((resolve) => void large.socket.once('disconnect', resolve));
    large.socket.emit('post_message', { channelId: 10, content: 'x'.repeat(200_000) });
    await closed;
    expect(await other.ask('join_channel', { channelId: 10 })).toMatchObject({ ok: true });
  });

  it('threat: a visitor whose key was revoked is put out', async () => {
    let welcome = true;
    const desk = await startDesk(new KeptRooms('10'), { readmits: () => welcome, limits: { renewMs: 20 } });
    const client = await desk.connect('agent:viktor');
    await client.ask('join_channel', { channelId: 10 });
    const closed = new Promise((resolve) => void client.socket.once('disconnect', resolve));
    welcome = false;
    expect(await closed).toBe('io server disconnect');
  });
});

describe('the order of events', () => {
  const ordered = (seqs: readonly number[], first: number, last: number) =>
    expect(seqs).toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));

  it('is kept, each event once, whatever hints come while rooms are slow and clients join', async () => {
    const rooms = new KeptRooms('10');
    const bus = signalBus();
    const desks = [await startDesk(rooms, { signals: bus }), await startDesk(rooms, { signals: bus })];
    let wait = 0;
    // 0 to 3 turns of the event loop, so that reads overlap in every way.
    rooms.slow = async () => {
      wait = (wait * 7 + 3) % 4;
      for (let turn = 0; turn < wait; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const clients: Client[] = [];
    for (let at = 0; at < 60; at += 1) {
      rooms.write('10', `message ${at}`);
      const desk = desks[at % 2];
      for (let hint = 0; hint < at % 4; hint += 1) desk?.switchboard.tell('10');
      if (at % 10 === 0 && desk !== undefined) {
        const client = await desk.connect(`guest:${at}`);
        void client.ask('join_channel', { channelId: 10 });
        clients.push(client);
      }
    }
    await until(() => clients.every(({ heard }) => heard.some(({ name }) => name === 'room:state')), {
      what: 'every client in the room',
    });
    for (const { switchboard } of desks) switchboard.tell('10');
    await until(() => clients.every(({ seqs, heard }) => (seqs().at(-1) ?? stateSeq(heard)) === 60), {
      what: 'the last event everywhere',
    });
    for (const { heard, seqs } of clients) ordered(seqs(), stateSeq(heard) + 1, 60);
  });

  it('is repaired by looking when every hint was lost', async () => {
    const rooms = new KeptRooms('10');
    const desk = await startDesk(rooms, { signals: signalBus(true), limits: { lookMs: 20 } });
    const client = await desk.connect('guest:x');
    await client.ask('join_channel', { channelId: 10 });
    for (let at = 0; at < 8; at += 1) rooms.write('10', 'from another process');
    await until(() => client.seqs().at(-1) === 8, { what: 'the last event' });
    ordered(client.seqs(), 1, 8);
  });

  it('begins anew with the state where what came next is not kept any more', async () => {
    const rooms = new KeptRooms('10');
    const desk = await startDesk(rooms);
    const client = await desk.connect('guest:x');
    await client.ask('join_channel', { channelId: 10 });
    for (let at = 0; at < 4; at += 1) rooms.write('10', 'said while this replica slept');
    rooms.forgotten = 3;
    desk.switchboard.tell('10');
    await until(() => client.heard.length === 2, { what: 'the state' });
    expect(client.heard[1]).toMatchObject({ name: 'room:state', value: { seq: 4 } });
    rooms.write('10', 'said now');
    desk.switchboard.tell('10');
    await until(() => client.seqs().length > 0, { what: 'the next event' });
    expect(client.seqs()).toEqual([5]);
  });

  it('is repaired by a client that missed events, with the events or with the state', async () => {
    const rooms = new KeptRooms('10');
    const desk = await startDesk(rooms);
    for (let at = 0; at < 8; at += 1) rooms.write('10', 'said');
    const client = await desk.connect('guest:x');
    await client.ask('join_channel', { channelId: 10 });
    const { events } = (await client.ask('room:sync', { channelId: 10, seq: 2 })) as unknown as {
      events: { seq: number }[];
    };
    expect(events.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(await client.ask('room:sync', { channelId: 10, seq: 8 })).toMatchObject({ events: [] });
    rooms.forgotten = 4;
    expect(await client.ask('room:sync', { channelId: 10, seq: 1 })).toMatchObject({ state: { seq: 8 } });
  });
});

function stateSeq(heard: readonly { readonly name: string; readonly value: never }[]): number {
  const state = heard.find(({ name }) => name === 'room:state')?.value as { seq: number } | undefined;
  return state?.seq ?? 0;
}
