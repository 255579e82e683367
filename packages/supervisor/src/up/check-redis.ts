import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import { createQueues, shownRedisAddress } from '@salience/queues';

/**
 * Makes sure that the Redis somebody gave us can carry the queues, before anything depends on it. Throws
 * `cli.redis-unusable` with what is wrong and what to do; the address is shown without its password.
 */
export async function checkRedis(url: string): Promise<void> {
  try {
    const queues = await createQueues({ connection: { backend: 'redis', url } });
    await queues.close();
  } catch (cause) {
    throw new SalienceError(
      'cli.redis-unusable',
      `${problem(cause, shownRedisAddress(url))} Start it there, correct REDIS_URL, or unset it: then a private Redis is started, ` +
        'or queues live in Postgres.',
      { cause },
    );
  }
}

/** Why it cannot be used. A server that answers says so itself (too old, evicts keys when memory is short). */
function problem(error: unknown, address: string): string {
  if (isSalienceError(error) && error.code === 'queues.address')
    return `REDIS_URL is no address. ${messageOf(error)}`;
  if (!isSalienceError(error) || error.code !== 'queues.unavailable')
    return `The Redis at ${address}, which REDIS_URL names, cannot be used. ${messageOf(error)}`;
  const reason = error.cause === undefined ? '' : ` (${messageOf(error.cause).replace(/\.$/, '')})`;
  return `No Redis lets us in at ${address}, which REDIS_URL names${reason}.`;
}
