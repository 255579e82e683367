import { appRoles, bulkSenders } from '@salience/database/schema';
import { clientOf } from '@salience/postgres';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { upgradeDatabase } from '../src/up/prepare-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** The roles that may make a temporary table now, found by trying. */
async function makers(): Promise<string[]> {
  const answers = await Promise.all(
    appRoles.map(async (role) => {
      // A connection of one's own: what is made on a pooler's stays there for the next client.
      const client = clientOf(database.directUrlFor(role));
      await client.connect();
      const answer = await client.query('create temp table lanes (x integer)').then(
        () => 'made',
        (error: { code?: string }) => error.code,
      );
      await client.end();
      return { role, answer };
    }),
  );
  expect(answers.filter(({ answer }) => answer !== 'made' && answer !== '42501')).toEqual([]);
  return answers.filter(({ answer }) => answer === 'made').map(({ role }) => role);
}

test('threat: where jobs travel in Redis no role can make temporary objects, else only one that sends many jobs at once', async () => {
  expect(await makers()).toEqual(appRoles);
  await upgradeDatabase(database.ownerUrl, {}, true);
  expect(await makers()).toEqual(bulkSenders);
  await upgradeDatabase(database.ownerUrl, {}, false);
  expect(await makers()).toEqual([]);
});
