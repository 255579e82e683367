import { askRedis } from '@salience/testing';

/** All that a Redis holds below a prefix, keys and values, as the bytes that it sends. For looking whether a text is anywhere in it. */
export async function redisBytes(url: string, prefix: string): Promise<string> {
  const keysReply = await askRedis(url, [['KEYS', '*']]);
  const keys = [...keysReply.matchAll(/\$\d+\r\n([^\r\n]+)\r\n/g)].map((match) => match[1] as string);
  const own = keys.filter((key) => key.includes(prefix));
  // Of these exactly one fits the type of the key; the others answer with an error.
  const reads = own.flatMap((key) => [
    ['GET', key],
    ['HGETALL', key],
    ['LRANGE', key, '0', '-1'],
    ['SMEMBERS', key],
    ['ZRANGE', key, '0', '-1'],
    ['XRANGE', key, '-', '+'],
  ]);
  return keysReply + (await askRedis(url, reads));
}
