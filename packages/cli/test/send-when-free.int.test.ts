import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createApiClient } from '../src/client/api-client.ts';
import { sendWhenFree } from '../src/replay/send-when-free.ts';

const accepted = {
  turn_id: `turn_${'0'.repeat(32)}`,
  thread_id: `thr_${'0'.repeat(32)}`,
  seq: 1,
  state: 'pending',
  replayed: false,
  links: { self: '/x', events: '/y' },
};
const busy = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Busy.', code: 'thread.busy' };

let close: (() => void) | undefined;

afterEach(() => {
  close?.();
  close = undefined;
});

/** A server whose thread is busy for so many requests; remembers the key of each. */
async function busyFor(refusals: number) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    const refuse = keys.length <= refusals;
    response.writeHead(refuse ? 409 : 202, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refuse ? busy : accepted));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createApiClient({ url, key: undefined, agent: undefined }), keys };
}

test('law 4: a busy thread is offered the same message, under the same key, until it is free', async () => {
  const { client, keys } = await busyFor(2);
  const sent = await sendWhenFree(client, { text: 'x', source: 'replay' }, 'k', 30_000);
  expect(sent.turn_id).toBe(accepted.turn_id);
  expect(keys).toEqual(['k', 'k', 'k']);
});

test('a thread that stays busy is given up with the refusal of the server', async () => {
  const { client } = await busyFor(Number.POSITIVE_INFINITY);
  await expect(sendWhenFree(client, { text: 'x', source: 'replay' }, 'k', 0)).rejects.toMatchObject({
    code: 'thread.busy',
  });
});
