import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { turnDigestJob } from '@salience/contracts';
import { expect, test } from 'vitest';
import { createSuspect } from './fleet-view.ts';

const at = '2030-01-01T00:00:00Z';
const worker = {
  host: 'h',
  version: '1',
  running: [],
  jobs_done: 0,
  jobs_failed: 0,
  started_at: at,
  seen_at: at,
};

/** Asks about process 7 of digest, with a consumer that says this of it; without an answer the consumer is away. */
async function suspicion(state: string, waiting: number, answers = true): Promise<string | undefined> {
  const server = createServer((request, response) => {
    const items =
      request.url === '/workers'
        ? [{ ...worker, worker_id: 'w', app: 'digest', pid: 7, state }]
        : [{ queue: turnDigestJob.queue, waiting, active: 0, delayed: 0, failed: 0 }];
    if (answers) response.end(JSON.stringify({ items, next: null }));
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await createSuspect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)('digest', 7);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('a lost heartbeat counts only while jobs wait', async () => {
  expect(await suspicion('lost', 3)).toBe('its heartbeat is lost while 3 jobs wait in turn-digest');
  expect(await suspicion('lost', 0)).toBeUndefined();
  expect(await suspicion('ready', 3)).toBeUndefined();
});

test('nobody is suspected while the consumer cannot be asked', async () => {
  expect(await suspicion('lost', 3, false)).toBeUndefined();
});
