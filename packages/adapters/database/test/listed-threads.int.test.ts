import type { ThreadId } from '@salience/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeSilentThreads } from '../src/doors/operations.ts';
import { listThreads } from '../src/doors/turns.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const hour = 3_600_000;
const border = Date.parse('2031-05-01T09:00:00Z');

/** Leaves the agent these threads alone, each with its lane, last active at these times. */
async function plant(times: readonly number[]): Promise<{ id: string; at: number }[]> {
  const rows = times.map((at, n) => ({ id: `thr_${n.toString().padStart(32, '0')}`, at }));
  await world.database.admin('truncate salience.threads cascade');
  await world.database.admin(
    `with made as (
       insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       select id, $1, id, 'test', '{"openFromSeq": null}', to_timestamp(0), at
       from unnest($2::text[], $3::timestamptz[]) as r(id, at) returning id, agent_id)
     insert into salience.lanes (thread_id, agent_id) select id, agent_id from made`,
    [world.agentId, rows.map(({ id }) => id), rows.map(({ at }) => new Date(at))],
  );
  return rows;
}

/** All pages of the list, one after another. */
async function listed(limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: { at: Date; id: string } | undefined; ; ) {
    const page = await listThreads(world.consumer, world.agentId, { limit, ...(after && { after }) });
    ids.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (last === undefined) return ids;
    after = { at: last.lastActivityAt, id: last.id };
  }
}

it('the pages of the list hold every thread once, the latest first, also where many share a moment at the border of an hour', async () => {
  const moment = fc.constantFrom(-hour, -hour - 1, -2, -1, 0, 1, hour - 1, hour);
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { minLength: 1, maxLength: 24 }),
      fc.integer({ min: 1, max: 7 }),
      async (moments, limit) => {
        const rows = await plant(moments.map((ms) => border + ms));
        const latestFirst = rows.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
        expect(await listed(limit)).toEqual(latestFirst.map(({ id }) => id));
      },
    ),
    { numRuns: 40 },
  );
});

/** How many rows of threads the reader reads. Also fails if it reads the table. */
async function readBy(reader: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const [row] = await world.database.admin<{ table: number; rows: number }>(
      `select seq_scan::int as table, idx_tup_fetch::int as rows from pg_stat_user_tables, pg_stat_clear_snapshot() where relname = 'threads'`,
    );
    return row ?? { table: 0, rows: 0 };
  };
  const before = await read();
  await reader();
  const after = await read();
  expect(after.table).toBe(before.table);
  return after.rows - before.rows;
}

it('a page and the expiry read by the index only the hours that they are about', async () => {
  // Ten an hour, over ten days.
  await plant(Array.from({ length: 2_400 }, (_, n) => border - (n * hour) / 10));
  const consumer = world.database.connect('salience_consumer', { direct: true });
  const scheduler = world.database.connect('salience_scheduler', { direct: true });
  const flushed = async (database: typeof consumer, run: () => Promise<unknown>): Promise<void> => {
    await run();
    await database.pool.query('select pg_stat_force_next_flush()');
  };
  await world.database.admin('analyze salience.threads, salience.lanes');
  const page = (after?: { at: Date; id: ThreadId }) =>
    flushed(consumer, () => listThreads(consumer, world.agentId, { limit: 5, ...(after && { after }) }));
  await page();
  expect(await readBy(() => page())).toBeLessThan(40);
  const middle = { at: new Date(border - 100.5 * hour), id: 'thr_x' as ThreadId };
  expect(await readBy(() => page(middle))).toBeLessThan(40);

  const expire = (expiryMs: number) =>
    flushed(scheduler, () =>
      closeSilentThreads(scheduler, { now: new Date(border), silenceMs: expiryMs, expiryMs, limit: 5 }),
    );
  await expire(300 * hour);
  expect(await readBy(() => expire(239 * hour))).toBeLessThan(100);
  const [{ n } = { n: 0 }] = await world.database.admin<{ n: number }>(
    "select count(*)::int as n from salience.threads where state = 'expired'",
  );
  expect(n).toBe(5);
});
