import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { asRole } from './planted.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/**
 * Written when an agent is set up, configured or asked to forget. What a turn or remembering writes is not among them: each of its rows
 * would look the agent up and lock its row, which all turns of the agent share.
 */
const mayReferToAgents = ['agent_limits', 'api_keys', 'forget_requests', 'workspace_files'];

const referring = `select c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.confrelid = 'salience.agents'::regclass order by c.relname collate "C"`;

describe('law 17: no row of a turn or of memory pays for a look-up of its agent', () => {
  it('only what configures an agent has a foreign key to agents', async () => {
    const rows = await database.admin<{ name: string }>(referring);
    expect(rows.map(({ name }) => name)).toEqual(mayReferToAgents);
  });

  it('a foreign key of a table that turns write would be seen', async () => {
    await asRole(database.adminUrl, async (client) => {
      await client.query('begin');
      await client.query(
        'alter table salience.turns add constraint planted foreign key (agent_id) references salience.agents (id)',
      );
      const { rows } = await client.query<{ name: string }>(referring);
      await client.query('rollback');
      expect(rows.map(({ name }) => name)).toEqual([...mayReferToAgents, 'turns'].toSorted());
    });
  });
});
