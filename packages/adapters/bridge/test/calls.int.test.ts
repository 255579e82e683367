import { expect, test } from 'vitest';
import { createBridge } from '../src/index.ts';
import { reachAny, stage } from './listening.ts';

test('hands are raised and lowered by the number of their channel, under one key', async () => {
  const { bridge, fake } = await stage();
  expect(await bridge.raiseHand('10', 'hand:a:10:3')).toEqual({ kind: 'done' });
  expect(await bridge.lowerHand('plaza')).toEqual({ kind: 'done' });
  expect(fake.requests).toEqual([
    { method: 'POST', path: '/api/voice/raise-hand', body: { channelId: 10 }, key: 'hand:a:10:3' },
    { method: 'POST', path: '/api/voice/lower-hand', body: { channelId: 'plaza' }, key: undefined },
  ]);
});

test('an answer is claimed before it is given: another one may have it', async () => {
  const { bridge, fake } = await stage();
  expect(await bridge.claim('12', 'viktor')).toBe('ours');
  expect(await bridge.claim('13', 'viktor')).toBe('other');
  expect(fake.requests[0]?.body).toEqual({ messageId: 12, agentId: 'viktor' });
  fake.answer({ json: { claimed: 'yes' } });
  expect(await bridge.claim('12', 'viktor')).toEqual({ kind: 'unknown', error: 'bad-answer' });
});

test('what certainly did not happen may be repeated; what may have happened is unknown', async () => {
  const { bridge, fake } = await stage();
  fake.answer(429, 503, 400, 500, 'cut');
  const post = () => bridge.post('10', 'hello');
  expect(await post()).toEqual({ kind: 'retry', error: 'http-429' });
  expect(await post()).toEqual({ kind: 'retry', error: 'http-503' });
  expect(await post()).toEqual({ kind: 'failed', error: 'http-400' });
  expect(await post()).toEqual({ kind: 'unknown', error: 'http-500' });
  expect(await post()).toEqual({ kind: 'unknown', error: 'unreachable' });
  expect(await post()).toEqual({ kind: 'done', id: '9000' });
  const nobody = createBridge({ url: 'http://127.0.0.1:9', apiKey: 'x', reach: reachAny });
  expect(await nobody.post('10', 'hello')).toEqual({ kind: 'retry', error: 'unreachable' });
});

test('a long text is posted in pieces; one that broke off in the middle is not said again', async () => {
  const { bridge, fake } = await stage();
  const text = `${'a'.repeat(1_500)}\n\n${'b'.repeat(1_500)}`;
  expect(await bridge.post('10', text)).toMatchObject({ kind: 'done' });
  expect(fake.requests.map(({ body }) => body)).toEqual([
    { content: 'a'.repeat(1_500) },
    { content: 'b'.repeat(1_500) },
  ]);
  fake.answer({ json: { id: 1 } }, 503);
  expect(await bridge.post('10', text)).toEqual({ kind: 'unknown', error: 'part-2-of-2-http-503' });
  expect(await bridge.post('10', '  ')).toEqual({ kind: 'failed', error: 'empty' });
});
