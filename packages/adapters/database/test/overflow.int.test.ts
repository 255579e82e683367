import type { AgentId } from '@salience/contracts';
import { findTraces, plantLived, plantsIn, type TestDatabase, testDatabase, until } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptItems, loadOverflow, overflowMemory } from '../src/doors/recall.ts';
import { forgetItems } from './forget-items.ts';

const at = new Date('2026-06-17T12:00:00Z');
const nothing: KeptItems = { exchange: 0, fact: 0, episode: 0, concept: 0 };

let database: TestDatabase;
let agentId: AgentId;
beforeAll(async () => {
  database = await testDatabase();
  ({ agentId } = await plantsIn(database, at));
});
afterAll(() => database.close());

const digest = () => database.connect('salience_digest');
const live = (talk: readonly string[], names: readonly string[]) =>
  plantLived(database, { agentId, talk, names, at });

/** Makes blocks until these items are in one: a transaction of another test may hold a block up. */
const overflow = (ids: readonly string[], keep = nothing) =>
  until(
    async () => {
      await overflowMemory(digest(), { agentId, keep });
      const [row] = await database.admin<{ n: number }>(
        'select count(*)::int as n from salience.overflow_items where id = any ($1)',
        [ids],
      );
      return row?.n === ids.length;
    },
    { what: 'items in a block' },
  );
const found = async (stems: readonly string[], more: object = {}) =>
  (await loadOverflow(digest(), { agentId, modelId: '', stems, limit: 10, ...more })).items.map(
    ({ id }) => id,
  );
const counted = async () => {
  const [row] = await database.admin<{ exchanges: number; words: number; stems: number }>(
    `select sum(exchanges)::int as exchanges, sum(words)::int as words,
       (select sum(exchanges)::int from salience.overflow_words) as stems from salience.overflow_blocks`,
  );
  return row;
};

describe('what no process holds of a memory', () => {
  it('is found by its words, with the exchanges around it, the newest first; what is kept is in no block', async () => {
    const life = await live(
      ['Red kites.', 'An ocelot naps.', 'It rains.', 'Tea is hot.', 'Bye.'],
      ['ocelot'],
    );
    const [before = '', ocelot = '', next = '', second = ''] = life.exchangeIds as readonly string[];
    await overflow([...life.exchangeIds, life.episodeId, ...life.conceptIds]);
    expect((await found(['ocelot'])).toSorted()).toEqual(
      [before, ocelot, next, second, life.episodeId, ...life.conceptIds].toSorted(),
    );
    expect(await found(["o'clock", 'a\\b'])).toEqual([]);
    const later = await live(['An ocelot wakes.'], []);
    await overflow([later.episodeId], { ...nothing, exchange: 1 });
    expect(await found(['ocelot'])).not.toContain(later.exchangeIds[0]);
    const limited = await found(['ocelot'], { limit: 1 });
    expect(limited).toContain(later.episodeId);
    expect(limited).not.toContain(life.episodeId);
    expect(await found([], { salient: 1 })).toHaveLength(1);
    expect(await found([], { beside: [{ threadId: life.threadId, seq: 5 }] })).toEqual([life.exchangeIds[4]]);
  });

  it('is made and read for the agent of the transaction only', async () => {
    for (const call of [`overflow_memory($1, '{}', 1)`, `load_overflow($1, '{}')`])
      await expect(
        digest().pool.query(`select set_config('app.agent', 'agt_other', true), salience.${call}`, [agentId]),
      ).rejects.toThrow(/on behalf of another/);
  });

  it('is forgotten with its item, its counts too', async () => {
    await overflow((await live(['All before.'], [])).exchangeIds);
    const before = await counted();
    const life = await live(['The quokka hums.', 'The quokka sings.'], ['quokka']);
    await database.admin("update salience.turn_ends set speaker = 'Quokkaman' where exchange_id = $1", [
      life.exchangeIds[0],
    ]);
    await overflow([...life.exchangeIds, life.episodeId, ...life.conceptIds]);
    expect(await counted()).not.toEqual(before);
    await forgetItems(database, agentId, life.exchangeIds);
    expect(await found(['quokka'])).toEqual([]);
    const left = (await findTraces(database, 'quokka')).filter(({ column }) => column.includes('overflow'));
    expect(left).toEqual([]);
    expect(await counted()).toEqual(before);
  });

  it('is forgotten while a block is being made', async () => {
    const life = await live(['The axolotl glows.'], []);
    const [id = ''] = life.exchangeIds as readonly string[];
    await live(['Later.'], []);
    await overflow([], { exchange: 2, fact: 100, episode: 100, concept: 100 });
    const maker = await digest().pool.connect();
    let forgotten: Promise<void> | undefined;
    try {
      // Until no transaction of another test holds the block up.
      await until(
        async () => {
          await maker.query('begin');
          await maker.query(
            `select salience.overflow_memory(set_config('app.agent', $1, true), '{"keep": {"exchange": 0, "fact": 9, "episode": 9, "concept": 9}}', 9)`,
            [agentId],
          );
          const { rows } = await maker.query('select 1 from salience.overflow_items where id = $1', [id]);
          if (rows.length > 0) return true;
          await maker.query('rollback');
          return false;
        },
        { what: 'a block in the making' },
      );
      forgotten = forgetItems(database, agentId, [id]);
      await until(
        async () =>
          (await database.admin("select 1 from pg_locks where locktype = 'advisory' and not granted"))
            .length > 0,
        { what: 'forgetting that waits for the block' },
      );
      await maker.query('commit');
    } finally {
      // Not back to the pool: if this fails its transaction is open.
      maker.release(true);
    }
    await forgotten;
    expect(await found(['axolotl'])).toEqual([]);
  });

  it('loses the words of what was written again or is gone when something is forgotten', async () => {
    const life = await live(['A thing.'], ['pangolin', 'marmot']);
    const other = await live(['Another thing.'], []);
    await overflow([life.episodeId, ...life.conceptIds]);
    await database.admin("update salience.concepts set definition = 'A beast.' where name = 'pangolin'");
    await database.admin('delete from salience.relations where agent_id = $1', [agentId]);
    await database.admin("delete from salience.concept_names where name = 'marmot'");
    await database.admin("delete from salience.concepts where name = 'marmot'");
    await forgetItems(database, agentId, other.exchangeIds);
    const rows = await database.admin<{ id: string }>(
      'select id from salience.overflow_items where id = any ($1)',
      [[life.episodeId, ...life.conceptIds]],
    );
    expect(rows.map(({ id }) => id)).toEqual([life.episodeId]);
  });
});
