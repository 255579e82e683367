import { randomBytes } from 'node:crypto';
import { type AppRole, appRoles, bulkSenders } from '@salience/database/schema';
import {
  createQueues,
  grantQueues,
  migratePostgresQueues,
  type QueueConnection,
  type Queues,
} from '@salience/queues';
import type { TestDatabase } from '../database/test-database.ts';
import { closesWithFile, runServers } from '../servers/test-run.ts';
import type { Backend } from './backends.ts';

/** Queues in a namespace that nobody else uses. */
export interface TestQueues extends Queues {
  /** What an app has to be given to meet these queues: REDIS_URL and SALIENCE_QUEUE_PREFIX. */
  readonly env: Readonly<Record<string, string>>;
  readonly connection: QueueConnection;
}

/**
 * Opens queues with a random prefix. On Postgres they live in the test database and connect as `role`
 * (default the scheduler's). They close when the test file is done.
 */
export async function testQueues(
  backend: Backend,
  database: TestDatabase,
  role: AppRole = 'salience_scheduler',
): Promise<TestQueues> {
  const { connection, env } = await queueNamespace(backend, database, role);
  const queues = await createQueues({ connection });
  return { ...queues, close: closesWithFile(() => queues.close()), env, connection };
}

/** A fresh namespace without opening it. */
export async function queueNamespace(
  backend: Backend,
  database: TestDatabase,
  role: AppRole = 'salience_scheduler',
): Promise<Pick<TestQueues, 'connection' | 'env'>> {
  const prefix = `t${randomBytes(5).toString('hex')}`;
  if (backend === 'redis') {
    const { redisUrl } = await runServers();
    if (redisUrl === undefined) throw new Error('This run has no Redis; use describe.each(backends()).');
    return {
      connection: { backend, url: redisUrl, prefix },
      env: { REDIS_URL: redisUrl, SALIENCE_QUEUE_PREFIX: prefix },
    };
  }
  await migratePostgresQueues({ url: database.ownerUrl, prefix });
  await grantQueues({ url: database.ownerUrl, roles: appRoles, bulkRoles: bulkSenders });
  return {
    connection: { backend, url: database.directUrlFor(role), prefix },
    env: { SALIENCE_QUEUE_PREFIX: prefix },
  };
}
