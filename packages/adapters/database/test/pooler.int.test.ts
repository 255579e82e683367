import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentId } from '@salience/contracts';
import {
  poolerMissing,
  type PrivatePgbouncer,
  startPgbouncer,
  throughPooler,
  until,
} from '@salience/testing';
import { createDatabase, type Database, newId, pingDatabase } from '../src/index.ts';
import { withAgent } from '../src/connect.ts';
import { findAgent } from '../src/doors/agents.ts';
import { acceptTurn, claimLane } from '../src/doors/turns.ts';
import { asOwner } from '../src/backup/owner-session.ts';
import { migrate } from '../src/doors/schema.ts';
import { createWorld, type World } from './world.ts';

describe.skipIf(poolerMissing)('PgBouncer in transaction mode, with two connections of the server', () => {
  let world: World;
  let pooler: PrivatePgbouncer;
  let stranger: AgentId;
  const opened: Database[] = [];

  beforeAll(async () => {
    world = await createWorld();
    pooler = await startPgbouncer({ serverUrl: world.database.adminUrl, poolSize: 2 });
    stranger = newId('agent') as AgentId;
    await world.database.admin(
      "insert into salience.agents (id, name, persona, settings) values ($1, 'stranger', '', '{}')",
      [stranger],
    );
  });
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.close()));
    await pooler.stop();
  });

  /** A pool of one app, as large as that of several replicas, behind the pooler's two connections. */
  function behindPooler(role: 'salience_consumer' | 'salience_digest', marked = true): Database {
    const url = throughPooler(world.database.directUrlFor(role), pooler);
    const db = createDatabase({
      url: marked ? url : url.replace('?pgbouncer=true', ''),
      applicationName: 'test-pooler',
      poolMax: 8,
    });
    opened.push(db);
    return db;
  }

  async function accepted(consumer: Database, agentId: AgentId, key: string) {
    const turn = await acceptTurn(consumer, {
      agentId,
      turnId: newId('turn'),
      newThreadId: newId('thread'),
      caller: key.replace(/\d+$/, ''),
      idempotencyKey: key,
      text: `words ${key}`,
      source: 'test',
      trust: 'user',
      now: new Date(),
    });
    if (turn.status !== 'accepted') throw new Error(`expected accepted, got ${turn.status}`);
    return turn;
  }

  it('keeps two agents apart while eight clients take turns on two connections of the server (law 12)', async () => {
    const consumer = behindPooler('salience_consumer');
    for (const agent of [world.agentId, stranger])
      for (let n = 0; n < 4; n += 1) await accepted(consumer, agent, `${agent}-${n}`);

    const seen = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const agent = n % 2 === 0 ? world.agentId : stranger;
        return withAgent(consumer, agent, async (session) => {
          const { rows } = await session.query<{ agent_id: string; server: number }>({
            name: 'whose',
            text: 'select distinct agent_id, pg_backend_pid() as server from salience.turns',
          });
          return { agent, owners: rows.map((row) => row.agent_id), server: rows[0]?.server };
        });
      }),
    );

    expect(seen.filter(({ agent, owners }) => owners.length !== 1 || owners[0] !== agent)).toEqual([]);
    expect(new Set(seen.map(({ server }) => server)).size).toBeLessThanOrEqual(2);
    // Nothing of a transaction is left for who comes next on the connection.
    const left = await consumer.pool.query('select distinct agent_id from salience.turns');
    expect(left.rows).toEqual([]);
  });

  it('names no statement: nothing is prepared on the connections of the server', async () => {
    const consumer = behindPooler('salience_consumer');
    await Promise.all(Array.from({ length: 20 }, () => findAgent(consumer, 'default')));
    const { rows } = await consumer.pool.query('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
  });

  it('says what to add to an address that leads to a pooler without telling so', async () => {
    const unmarked = [1, 2, 3, 4].map(() => behindPooler('salience_consumer', false));
    const asked = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => findAgent(unmarked[n % 4] as Database, 'default')),
    );
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toContainEqual(
      expect.objectContaining({
        code: 'database.unmarked-pooler',
        message: expect.stringContaining('pgbouncer=true'),
      }),
    );
  });

  it.each([
    [
      'a migration',
      (url: string) => migrate({ url, schemaFolder: new URL('../', import.meta.url).pathname, policies: [] }),
    ],
    ['a backup', (url: string) => asOwner(url, () => Promise.resolve())],
  ])('refuses %s through a pooler, which would lose its lock and settings', async (_what, work) => {
    const url = throughPooler(world.database.ownerUrl, pooler);
    await expect(work(url)).rejects.toMatchObject({
      code: 'database.pooled',
      message: expect.stringContaining('DATABASE_DIRECT_URL'),
    });
    const locks = await world.database.admin(`select 1 from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
    expect(locks).toEqual([]);
  });

  it.each([
    ['a password', (url: string) => url.replace(':test@', ':wrong@')],
    ['a database', (url: string) => url.replace(/\/test_\w+/, '/nothing')],
  ])('says that %s is wrong, and waits for nothing to mend it', async (_what, spoil) => {
    const url = spoil(throughPooler(world.database.directUrlFor('salience_consumer'), pooler));
    const db = createDatabase({ url, applicationName: 'test-pooler' });
    opened.push(db);
    await expect(pingDatabase(db)).rejects.toMatchObject({ code: 'database.failed' });
  });

  it('loses and doubles nothing when the pooler is killed among messages that are being accepted (laws 2 and 4)', async () => {
    const consumer = behindPooler('salience_consumer');
    const digest = behindPooler('salience_digest');
    let acceptedSoFar = 0;
    const turns = Array.from({ length: 120 }, async (_, n) => {
      const key = `killed-${n}`;
      // As a client does: the same message with the same key until it is accepted.
      const turn = await until(() => accepted(consumer, world.agentId, key), {
        what: `${key} accepted`,
        timeoutMs: 60_000,
      });
      acceptedSoFar += 1;
      return turn;
    });
    await until(() => acceptedSoFar > 10, { what: 'some messages accepted', timeoutMs: 60_000 });
    await pooler.kill();
    const known = await Promise.all(turns);

    const stored = await world.database.admin<{ key: string; n: number }>(
      "select text as key, count(*)::int as n from salience.turns where text like 'words killed-%' group by 1",
    );
    expect(stored.filter(({ n }) => n !== 1)).toEqual([]);
    expect(stored).toHaveLength(120);
    // They are one thread's, in one order without gaps.
    const inOrder = known.toSorted((a, b) => a.seq - b.seq);
    expect(inOrder.map(({ threadId, seq }) => [threadId, seq])).toEqual(
      inOrder.map((_, n) => [inOrder[0]?.threadId, n + 1]),
    );
    const [first] = inOrder;
    if (first === undefined) throw new Error('no turn');
    const taken = await claimLane(digest, {
      agentId: world.agentId,
      threadId: first.threadId,
      owner: 'w1',
      now: new Date(),
    });
    expect(taken).toMatchObject({ status: 'turn', turn: { id: first.turnId } });
  });

  it('takes a pooler that is away for a database that is away: what failed is tried again', async () => {
    const gone = createDatabase({
      url: throughPooler(world.database.directUrlFor('salience_consumer'), { port: 1 }),
      applicationName: 'test',
    });
    opened.push(gone);
    await expect(pingDatabase(gone)).rejects.toMatchObject({
      code: 'database.unavailable',
      kind: 'retryable',
    });
  });
});
