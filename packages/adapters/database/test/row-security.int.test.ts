import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentId } from '@salience/contracts';
import { type Database, newId } from '../src/index.ts';
import { settleDeadLetter } from '../src/doors/operations.ts';
import { type AppRole, appRoles } from '../src/doors/schema.ts';
import { claimLane, commitTurn } from '../src/doors/turns.ts';
import { createWorld, type World } from './world.ts';

/** The roles that are meant to see every agent; docs/adr/0006 names them. */
const crossAgent: readonly AppRole[] = [
  'salience_scheduler',
  'salience_routing_regulator',
  'salience_cognitive_drift',
  'salience_operator',
];
const fenced = appRoles.filter((role) => !crossAgent.includes(role));
/** What the door has to read before it knows the agent. */
const beforeTheDoor: Readonly<Partial<Record<AppRole, readonly string[]>>> = {
  salience_consumer: ['agents', 'api_keys'],
  salience_pulse_sensor: ['agents'],
};

describe('row-level security (law 12)', () => {
  let world: World;
  let stranger: AgentId;
  let tables: { name: string; agent: string }[];
  const pools = new Map<AppRole, Database>();
  let taken: Awaited<ReturnType<World['take']>>;

  beforeAll(async () => {
    world = await createWorld();
    stranger = newId('agent') as AgentId;
    await world.database.admin(
      "insert into salience.agents (id, name, persona, settings) values ($1, 'stranger', '', '{}')",
      [stranger],
    );
    const accepted = await world.accept('the secret of the default agent');
    taken = await world.take(accepted.threadId);
    await world.commit(taken);
    await world.accept('another secret', { threadId: accepted.threadId });
    tables = await world.database.admin(
      `select c.relname as name, case c.relname when 'agents' then 'id' else 'agent_id' end as agent
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'salience' and c.relkind = 'r' and c.relrowsecurity
         and (c.relname = 'agents' or exists (
           select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'agent_id' and not a.attisdropped))
       order by 1`,
    );
  });
  afterAll(() => world.database.close());

  /** Rows of the default agent that a statement touches while the stranger is named; undefined when it is not allowed at all. */
  async function touched(role: AppRole, sql: string): Promise<number | undefined> {
    const db = pools.get(role) ?? world.database.connect(role);
    pools.set(role, db);
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.agent', $1, true)", [stranger]);
      return (await client.query(sql, [world.agentId])).rowCount ?? 0;
    } catch (error) {
      if ((error as { code?: string }).code === '42501') return undefined;
      throw error;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('threat: a worker role that names one agent sees and changes no row of another, in any table', async () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const role of fenced) {
      for (const { name, agent } of tables) {
        if (beforeTheDoor[role]?.includes(name)) continue;
        const where = `where ${agent} = $1`;
        for (const sql of [
          `select 1 from salience.${name} ${where}`,
          `update salience.${name} set ${agent} = ${agent} ${where}`,
          `delete from salience.${name} ${where}`,
        ]) {
          expect([role, sql, (await touched(role, sql)) ?? 0]).toEqual([role, sql, 0]);
        }
      }
    }
  }, 60_000);

  it('threat: what the door may read before it knows the agent cannot be changed by it', async () => {
    for (const role of fenced) {
      for (const name of beforeTheDoor[role] ?? []) {
        const agent = name === 'agents' ? 'id' : 'agent_id';
        for (const sql of [
          `update salience.${name} set ${agent} = ${agent} where ${agent} = $1`,
          `delete from salience.${name} where ${agent} = $1`,
        ])
          expect([role, sql, await touched(role, sql)]).toEqual([role, sql, undefined]);
      }
    }
  });

  it('threat: a job that names a lane under another agent gets nothing of it and leaves it as it is', async () => {
    const before = await world.database.admin('select * from salience.lanes where thread_id = $1', [
      taken.turn.thread_id,
    ]);
    const claim = await claimLane(world.digest, {
      agentId: stranger,
      threadId: taken.turn.thread_id,
      owner: 'wrk_evil',
      now: new Date(),
    });
    expect(claim).not.toHaveProperty('turn');
    const mine = await world.take(taken.turn.thread_id);
    const forged = await commitTurn(world.digest, {
      agentId: stranger,
      threadId: mine.turn.thread_id,
      turnId: mine.turn.id,
      seq: mine.turn.seq,
      fence: mine.fence,
      now: new Date(),
      state: 'ignored',
      error: null,
      timings: {},
      reply: null,
      topic: null,
      exchange: null,
      decision: null,
      thread: null,
      takeNext: false,
    });
    expect(forged.status).toBe('fenced');
    expect(before).toHaveLength(1);
    await world.commit(mine);
  });

  it('threat: a dead letter of one agent is not settled by another, and its payload stays data', async () => {
    const payload = {
      agentId: world.agentId,
      text: "'); drop table salience.turns; --",
      __proto__: { x: 1 },
    };
    const id = newId('deadLetter');
    await world.database.admin(
      `insert into salience.dead_letters (id, agent_id, queue, job, payload, code, error, attempts, created_at)
       values ($1, $2, 'turn-digest', 'turn.digest', $3, 'test', '<script>alert(1)</script>', 1, now())`,
      [id, world.agentId, JSON.stringify(payload)],
    );
    expect(await settleDeadLetter(world.consumer, stranger, id, 'retried')).toBeUndefined();
    const settled = await settleDeadLetter(world.consumer, world.agentId, id, 'retried');
    expect(settled?.payload).toEqual(JSON.parse(JSON.stringify(payload)));
    const outbox = await world.database.admin<{ agent_id: string }>('select agent_id from salience.outbox');
    expect(outbox.map((row) => row.agent_id)).toEqual([world.agentId]);
    expect(await world.database.admin('select 1 from salience.turns limit 1')).toHaveLength(1);
  });
});
