import { until } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../src/connect.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

it('law 1: a connection that breaks between two statements of a transaction is tried again, and no fault of what was stored', async () => {
  const failed = inTransaction(world.digest, async (client) => {
    let lost = false;
    client.once('error', () => {
      lost = true;
    });
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await world.database.admin('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await until(() => lost, { what: 'the driver to see that the connection is gone' });
    await client.query('select 1');
  });
  await expect(failed).rejects.toMatchObject({ code: 'database.unavailable', kind: 'retryable' });
  expect(await inTransaction(world.digest, async (client) => (await client.query('select 1')).rowCount)).toBe(
    1,
  );
});
