import { once } from 'node:events';
import { createServer } from 'node:net';
import { webhookReceiver } from '@salience/testing';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookSender, newSigningSecret } from '../src/index.ts';

const secret = newSigningSecret();
const body = JSON.stringify({ type: 'test', data: { text: 'Grüße 👋' } });
const id = 'dlv_0193';

async function receiver() {
  const made = await webhookReceiver();
  onTestFinished(() => made.close());
  return made;
}

test('what leaves is believed by the official library, and nothing else is', async () => {
  const at = await receiver();
  const sender = createWebhookSender({ allowed: [{ host: '127.0.0.1', port: at.port }] });
  expect(await sender.send({ url: `${at.url}?q=1`, secret, id, body })).toEqual({ kind: 'delivered' });
  const [got] = at.received;
  const headers = got?.headers as Record<string, string>;
  expect(got?.path).toBe('/hook?q=1');
  expect(headers['webhook-id']).toBe(id);
  expect(new Webhook(secret).verify(got?.body ?? '', headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${got?.body ?? ''} `, headers)).toThrow('signature');
  expect(() => new Webhook(newSigningSecret()).verify(got?.body ?? '', headers)).toThrow('signature');
});

test('what is signed with the secret before too is believed with either', async () => {
  const at = await receiver();
  const sender = createWebhookSender({ allowed: [{ host: '127.0.0.1' }] });
  const oldSecret = newSigningSecret();
  await sender.send({ url: at.url, secret, oldSecret, id, body });
  const [got] = at.received;
  for (const one of [secret, oldSecret])
    expect(new Webhook(one).verify(got?.body ?? '', got?.headers as Record<string, string>)).toEqual(
      JSON.parse(body),
    );
});

test('an answer says how it ended; one that does not end is left, and nothing that is said at length is read', async () => {
  const at = await receiver();
  const sender = createWebhookSender({ allowed: [{ host: '127.0.0.1' }], timeoutMs: 2_000 });
  const send = () => sender.send({ url: at.url, secret, id, body });
  at.answer(200, 500, 404, 410, 'flood');
  expect(await send()).toEqual({ kind: 'delivered' });
  expect(await send()).toEqual({ kind: 'retry', error: 'http-500' });
  expect(await send()).toEqual({ kind: 'retry', error: 'http-404' });
  expect(await send()).toEqual({ kind: 'gone', error: 'http-410' });
  expect(await send()).toEqual({ kind: 'delivered' });
  const hurried = createWebhookSender({ allowed: [{ host: '127.0.0.1' }], timeoutMs: 300 });
  at.answer('hang');
  expect(await hurried.send({ url: at.url, secret, id, body })).toEqual({ kind: 'retry', error: 'timeout' });
  const never = createWebhookSender({
    allowed: [{ host: 'hooks.test' }],
    timeoutMs: 300,
    resolve: () => new Promise(() => undefined),
  });
  expect(await never.send({ url: 'http://hooks.test/', secret, id, body })).toEqual({
    kind: 'retry',
    error: 'timeout',
  });
});

test('a port that nobody listens at, and a line that breaks, are tried again', async () => {
  const cutting = createServer((socket) => socket.destroy());
  cutting.listen(0, '127.0.0.1');
  await once(cutting, 'listening');
  const { port } = cutting.address() as { port: number };
  const sender = createWebhookSender({ allowed: [{ host: '127.0.0.1' }] });
  const url = `http://127.0.0.1:${port}/`;
  expect(await sender.send({ url, secret, id, body })).toEqual({ kind: 'retry', error: 'unreachable' });
  cutting.close();
  await once(cutting, 'close');
  expect(await sender.send({ url, secret, id, body })).toEqual({ kind: 'retry', error: 'unreachable' });
});

test('threat: a name that leads to this machine or its network is not called, whatever else it leads to', async () => {
  const at = await receiver();
  for (const addresses of [
    ['127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['fd00::1'],
  ]) {
    const sender = createWebhookSender({ allowed: [], resolve: () => Promise.resolve(addresses) });
    const url = `https://rebound.example.org:${at.port}/hook`;
    expect(await sender.send({ url, secret, id, body })).toEqual({
      kind: 'failed',
      error: 'private-address',
    });
  }
  expect(at.received).toEqual([]);
});

test('threat: a name that means another address a moment later is called at the one that was judged', async () => {
  const judged = await receiver();
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  let asked = 0;
  const sender = createWebhookSender({
    allowed: [{ host: 'rebound.test', port: judged.port }],
    resolve: () => Promise.resolve(answers[asked++] ?? []),
  });
  const url = `http://rebound.test:${judged.port}/hook`;
  expect(await sender.send({ url, secret, id, body })).toEqual({ kind: 'delivered' });
  expect(asked).toBe(1);
  expect(judged.received[0]?.headers['host']).toBe(`rebound.test:${judged.port}`);
});

test('threat: a redirect is not followed, to no address', async () => {
  const [at, inside] = [await receiver(), await receiver()];
  const sender = createWebhookSender({ allowed: [{ host: '127.0.0.1' }] });
  for (const location of [inside.url, 'http://169.254.169.254/latest/meta-data']) {
    at.answer({ location });
    expect(await sender.send({ url: at.url, secret, id, body })).toEqual({
      kind: 'retry',
      error: 'http-307',
    });
  }
  expect(inside.received).toEqual([]);
});
