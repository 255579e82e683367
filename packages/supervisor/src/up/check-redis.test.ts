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
