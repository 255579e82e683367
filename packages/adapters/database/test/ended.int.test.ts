import { plantsIn } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/index.ts';
import { createWorld, type World } from './world.ts';

describe('statements that have ended, found as recall’s role', () => {
  let world: World;
  let exchange: string;
  let episode: string;
  const at = new Date('2026-11-22T09:00:00Z');

  beforeAll(async () => {
    world = await createWorld();
    const plants = await plantsIn(world.database, at);
    const thread = await plants.thread();
    exchange = await plants.exchange(thread, 1);
    episode = newId('episode');
    await world.database.admin(
      `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at,
         single_valued, valid_from, valid_to, created_at)
       select $1, agent_id, thread_id, id, 'Ana', 'lives_in', 'Porto', 1, 'user', 'test', $3, true, $3, $4, $3
       from salience.exchanges where id = $2`,
      [newId('fact'), exchange, at, new Date(at.getTime() + 60_000)],
    );
    await world.database.admin(
      `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome,
         salience, complete, trust, source, model, started_at, ended_at, created_at, open_loops)
       select $1, agent_id, thread_id, seq, seq, 'silence', 'Ana lives in Porto', '', '', 0.5, true, 'user', 'test', 'test', $3, $3, $3, '[]'
       from salience.exchanges where id = $2`,
      [episode, exchange, at],
    );
    await world.database.admin(
      `insert into salience.episode_exchanges (agent_id, episode_id, exchange_id) select agent_id, $1, id from salience.exchanges where id = $2`,
      [episode, exchange],
    );
  });
  afterAll(() => world.database.close());

  /** What has ended beside the exchange and its episode, as the transaction of one agent asks for another or the same. */
  async function ended(transaction: string, asked: string) {
    const client = await world.digest.pool.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.agent', $1, true)", [transaction]);
      const { rows } = await client.query('select salience.ended_statements($1, $2::jsonb, $3) as ended', [
        asked,
        JSON.stringify([
          { id: exchange, kind: 'exchange', exchange },
          { id: episode, kind: 'episode', exchange: null },
        ]),
        new Date(at.getTime() + 120_000),
      ]);
      return rows[0].ended;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('names the statement with all that rests on it', async () => {
    expect(await ended(world.agentId, world.agentId)).toMatchObject({
      statements: [
        { kind: 'fact', subject: 'Ana', value: 'Porto', rests: expect.arrayContaining([exchange, episode]) },
      ],
      since: { [episode]: expect.any(String) },
    });
  });

  it('law 12: serves only the agent that the caller speaks for, and finds nothing of another by its ids', async () => {
    await expect(ended('agt_other', world.agentId)).rejects.toThrow('on behalf of another');
    expect(await ended('agt_other', 'agt_other')).toEqual({ statements: [], since: {} });
  });
});
