import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { AgentId, ExchangeId, RangeId, ThreadId, Trust } from '@salience/contracts';
import {
  type AppRole,
  appRoles,
  type Clock,
  createDatabase,
  createSharedClock,
  type Database,
  migrate,
  newId,
  provisionDatabase,
  setSharedClock,
} from '@salience/database';
import {
  createQueues,
  grantQueues,
  migratePostgresQueues,
  type QueueConnection,
  type Queues,
} from '@salience/queues';
import { afterAll } from 'vitest';

const server = process.env.SALIENCE_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:54999';
const redisUrl = process.env.SALIENCE_TEST_REDIS_URL;
export const backends: readonly ('redis' | 'postgres')[] =
  redisUrl === undefined ? ['postgres'] : ['redis', 'postgres'];

const password = 'only-for-tests';
let stages = 0;
const closing: (() => Promise<void>)[] = [];

afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
});

/** A database of its own with the default agent, queues of its own, and business time that a test sets. */
export interface Stage {
  readonly agentId: AgentId;
  readonly admin: Database;
  readonly clock: Clock;
  /** A pool with the rights of one app. */
  db(role: AppRole): Database;
  queues(): Promise<Queues>;
  /** Loses every job, as a FLUSHALL or an emptied table does. */
  emptyQueues(): Promise<void>;
  setTime(at: Date): Promise<void>;
  /** Starts an app as its own process; stopped at the end of the file. */
  spawnApp(app: string, role: AppRole, env?: Record<string, string>): ChildProcess;
  rows<R extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<R[]>;
  makeThread(options?: { session?: object; lastActivityAt?: Date }): Promise<ThreadId>;
  makeExchange(threadId: ThreadId, seq: number, part?: ExchangePart): Promise<ExchangeId>;
  makeRange(threadId: ThreadId, firstSeq: number, lastSeq: number): Promise<RangeId>;
}

export interface ExchangePart {
  readonly message?: string;
  readonly reply?: string | null;
  readonly trust?: Trust;
  readonly chunkState?: 'pending' | 'chunked' | 'failed';
}

/** The business time at which every stage starts. */
export const start = new Date('2030-01-01T12:00:00Z');

export async function openStage(backend: 'redis' | 'postgres' = 'postgres'): Promise<Stage> {
  stages += 1;
  const name = `t_${process.pid}_${stages}_${Math.random().toString(36).slice(2, 8)}`;
  const owned: (() => Promise<unknown>)[] = [];
  await repeatConflicts(() =>
    provisionDatabase({ adminUrl: `${server}/postgres`, database: name, migratorPassword: password }),
  );
  const url = (role: string) => {
    const made = new URL(`${server}/${name}`);
    made.username = role;
    made.password = password;
    return made.href;
  };
  await repeatConflicts(() =>
    migrate({
      url: url('salience_migrator'),
      migrationsFolder: join(import.meta.dirname, '../../../packages/adapters/database/migrations'),
      policies: [],
      passwords: Object.fromEntries(appRoles.map((role) => [role, password])),
    }),
  );
  await migratePostgresQueues({ url: url('salience_migrator') });
  await grantQueues({ url: url('salience_migrator'), roles: appRoles });
  const admin = createDatabase({ url: `${server}/${name}`, applicationName: 'test' });
  const pools = new Map<AppRole, Database>();
  const db = (role: AppRole): Database => {
    const pool = pools.get(role) ?? createDatabase({ url: url(role), applicationName: 'test', poolMax: 4 });
    pools.set(role, pool);
    return pool;
  };
  const connection = (role: AppRole): QueueConnection =>
    backend === 'redis' ? { backend, url: redisUrl as string, prefix: name } : { backend, url: url(role) };
  const agents = await admin.pool.query<{ id: AgentId }>(
    "select id from salience.agents where name = 'default'",
  );
  const agentId = agents.rows[0]!.id;
  const rows: Stage['rows'] = async (sql, values = []) => (await admin.pool.query(sql, values)).rows;
  const stage: Stage = {
    agentId,
    admin,
    clock: createSharedClock(admin),
    db,
    rows,
    queues: async () => {
      const queues = await createQueues({ connection: connection('salience_digest') });
      owned.push(() => queues.close());
      return queues;
    },
    emptyQueues: () =>
      backend === 'redis'
        ? flush(redisUrl as string)
        : admin.pool.query('delete from bullmq.job').then(() => undefined),
    setTime: (at) => setSharedClock(admin, at, 1),
    spawnApp(app, role, env = {}) {
      const child = spawn(process.execPath, [join(import.meta.dirname, `../../${app}/src/main.ts`)], {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: url(role),
          ...(backend === 'redis' ? { REDIS_URL: redisUrl, SALIENCE_QUEUE_PREFIX: name } : {}),
          SALIENCE_CLOCK: 'shared',
          SALIENCE_LOG_LEVEL: process.env.SALIENCE_TEST_LOG ?? 'error',
          ...env,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      owned.push(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
      });
      return child;
    },
    async makeThread({ session = {}, lastActivityAt = start } = {}) {
      const id = newId('thread');
      await rows(
        `insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
         values ($1, $2, $1, 'test', $3, $4, $4)`,
        [id, agentId, JSON.stringify(session), lastActivityAt],
      );
      await rows('insert into salience.lanes (thread_id, agent_id) values ($1, $2)', [id, agentId]);
      return id;
    },
    async makeExchange(threadId, seq, part = {}) {
      const [id, turnId] = [newId('exchange'), newId('turn')];
      const {
        message = 'My sister Ana lives in Porto.',
        reply = 'Noted.',
        trust = 'user',
        chunkState = 'pending',
      } = part;
      await rows(
        `insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
         values ($1, $2, $3, $4, 'answered', $5, 'test', $6, $7, $7)`,
        [turnId, agentId, threadId, seq, message, trust, start],
      );
      await rows(
        `insert into salience.exchanges (id, agent_id, thread_id, turn_id, seq, message, reply, mode, trust, source, said_at, created_at, chunk_state)
         values ($1, $2, $3, $4, $5, $6, $7, 'RESPOND', $8, 'test', $9, $9, $10)`,
        [id, agentId, threadId, turnId, seq, message, reply, trust, start, chunkState],
      );
      await rows('update salience.lanes set tail = $2, cursor = $2 where thread_id = $1', [threadId, seq]);
      return id;
    },
    async makeRange(threadId, firstSeq, lastSeq) {
      const id = newId('range');
      await rows(
        `insert into salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, created_at)
         values ($1, $2, $3, $4, $5, 'switch', $6)`,
        [id, agentId, threadId, firstSeq, lastSeq, await stage.clock.now()],
      );
      return id;
    },
  };
  await stage.setTime(start);
  closing.push(async () => {
    for (const release of owned.reverse()) await release();
    await Promise.all([...pools.values()].map((pool) => pool.close()));
    await admin.close();
    const cleaner = createDatabase({ url: `${server}/postgres`, applicationName: 'test' });
    await cleaner.pool.query(`drop database if exists ${name} with (force)`);
    await cleaner.close();
  });
  return stage;
}

/** Resolves with the first value that is not undefined; rejects when there is none in time. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  deadlineMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Roles belong to the whole server: two test files that prepare it at once may disturb each other.
async function repeatConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !/concurrently|duplicate key/.test(String(error))) throw error;
    }
  }
}

async function flush(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write('FLUSHALL\r\nQUIT\r\n');
  socket.resume();
  await once(socket, 'close');
}
