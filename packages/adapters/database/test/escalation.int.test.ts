import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.accept('the words that nobody else may read');
});
afterAll(() => world.database.close());

describe('an app role that was taken over (laws 7 and 12)', () => {
  it('threat: a temporary view that bears the name of a table runs nothing with more rights than its maker’s', async () => {
    const { pool } = world.database.connect('salience_pulse_sensor');
    const client = await pool.connect();
    try {
      await client.query('create temp table seen (role text)');
      await client.query('grant all on pg_temp.seen to public');
      await client.query(`create function pg_temp.planted() returns boolean language plpgsql as $$
        begin insert into pg_temp.seen values (current_user); return true; end $$`);
      await client.query(`create temp view lanes as select 'x'::text as thread_id, 'z'::text as agent_id, 5::bigint as tail,
        1::bigint as cursor, null::timestamptz as lease_until, null::timestamptz as wake_at where pg_temp.planted()`);
      await client.query('grant select on pg_temp.lanes to public');
      await client.query("select salience.exceeds_share('a')").catch(() => {});
      const { rows } = await client.query('select distinct role from pg_temp.seen');
      expect(rows).toEqual([]);
    } finally {
      client.release();
    }
  });
});
