import { spawnApp, testDatabase, until } from '@salience/testing';
import { expect, it, onTestFinished } from 'vitest';

it('starts, writes a heartbeat that another process reads, and drains when told to stop', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const state = async () => {
    const rows = await database.admin<{ state: string }>(
      "select state from salience.workers where app = 'pulse-sensor'",
    );
    return rows.map((row) => row.state).join();
  };
  const app = await spawnApp('pulse-sensor', { database });
  await until(async () => (await state()) === 'ready', { what: 'its heartbeat' });
  expect(await app.stop()).toBe(0);
  expect(await state()).toBe('stopped');
}, 60_000);
