import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type Backend, testDatabase, testQueues, until, type TestQueues } from '@salience/testing';
import { openStreamClient } from '@salience/queues';
import { startDesk } from './support/desk.ts';
import { KeptRooms } from './support/kept-rooms.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe.each(backends())('two replicas with hints on %s', (backend: Backend) => {
  let queues: TestQueues;

  beforeAll(async () => {
    queues = await testQueues(backend, await testDatabase(), 'salience_consumer');
  });
  afterAll(() => queues.close());

  const streamOf = () => {
    const { connection } = queues;
    if (connection.backend !== 'redis') return {};
    return {
      stream: { name: `${connection.prefix ?? ''}:rooms`, ...openStreamClient(connection.url, silent) },
    };
  };

  it('show what was written at the other one long before they look by themselves', async () => {
    const rooms = new KeptRooms('10');
    const desks = await Promise.all(
      [1, 2].map(() => startDesk(rooms, { signals: queues.signals, ...streamOf() })),
    );
    const clients = await Promise.all(desks.map((desk, at) => desk.connect(`guest:${at}`)));
    for (const client of clients) await client.ask('join_channel', { channelId: 10 });
    // The backends take a moment to listen; a hint before that is lost, and an event is not.
    let written = 0;
    await until(
      async () => {
        await clients[0]?.ask('post_message', { channelId: 10, content: 'hello' });
        written += 1;
        return (clients[1]?.seqs().length ?? 0) > 0;
      },
      { what: 'the first hint' },
    );
    await until(() => clients.every((client) => client.seqs().at(-1) === written), { what: 'every event' });
    for (const client of clients)
      expect(client.seqs()).toEqual(Array.from({ length: written }, (_, at) => at + 1));
  });

  it('hear the hint of a process without sockets', async () => {
    const rooms = new KeptRooms('10');
    const desk = await startDesk(rooms, { signals: queues.signals, ...streamOf() });
    const client = await desk.connect('guest:x');
    await client.ask('join_channel', { channelId: 10 });
    rooms.write('10', 'through a Bridge');
    await until(
      async () => {
        await queues.signals.send('rooms', '10');
        return client.seqs().length > 0;
      },
      { what: 'the event' },
    );
    expect(client.seqs()).toEqual([1]);
  });
});
