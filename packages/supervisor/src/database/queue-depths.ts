import type { QueueView } from '@salience/contracts';
import { createQueues, type QueueConnection } from '@salience/queues';
import { operatorUrl } from './operator-database.ts';
import type { Installation } from '../home/installation.ts';
import { privateRedisUrl } from '../home/private-redis-url.ts';
import { readRun } from '../home/run-file.ts';

/** The depth of every queue, counted by this process; null while the queue server does not answer. */
export async function queueDepths(
  context: Installation,
): Promise<{ readonly backend: 'redis' | 'postgres'; readonly queues: QueueView[] | null }> {
  const connection = await connectionOf(context);
  try {
    const queues = await createQueues({ connection });
    try {
      return { backend: connection.backend, queues: await queues.depths() };
    } finally {
      await queues.close();
    }
  } catch {
    return { backend: connection.backend, queues: null };
  }
}

async function connectionOf(context: Installation): Promise<QueueConnection> {
  const { env, home } = context;
  const prefix = env.origin.effective['SALIENCE_QUEUE_PREFIX'];
  const named = prefix === undefined ? {} : { prefix };
  const kind = readRun(home.runFile)?.queues ?? (env.queues === 'postgres' ? 'postgres' : undefined);
  const redis = kind === 'postgres' ? undefined : (env.redisUrl ?? (await privateRedisUrl(home)));
  if (redis !== undefined) return { backend: 'redis', url: redis, ...named };
  // They listen, which no pooler passes on.
  return {
    backend: 'postgres',
    url: context.env.directDatabaseUrl ?? (await operatorUrl(context)),
    ...named,
  };
}
