import { freePort } from '@salience/embedded';
import { expect, test } from 'vitest';
import { checkRedis } from './check-redis.ts';

test('a Redis that does not answer is told in one sentence, without its password', async () => {
  const port = await freePort();
  const failure = await checkRedis(`redis://:hidden@127.0.0.1:${port}`).catch((error: Error) => error);
  expect(failure).toMatchObject({
    code: 'cli.redis-unusable',
    message: expect.stringContaining(`redis://127.0.0.1:${port}`),
  });
  expect(String(failure)).toMatch(/unset it/);
  expect(String(failure)).not.toContain('hidden');
});

test('so is a cluster of which no node answers, and an address that is none', async () => {
  const port = await freePort();
  const failureOf = (url: string) => checkRedis(url).catch((error: Error) => error);
  const away = await failureOf(`redis-cluster://:hidden@127.0.0.1:${port}`);
  expect(String(away)).toContain(`redis-cluster://127.0.0.1:${port}`);
  const none = await failureOf('redis-cluster://:hidden@a:1/2');
  expect(none).toMatchObject({
    code: 'cli.redis-unusable',
    message: expect.stringContaining('no numbered databases'),
  });
  for (const failure of [away, none]) expect(String(failure)).not.toContain('hidden');
});
