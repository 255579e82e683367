import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { asRole } from './planted.ts';
import type { Ask } from './present/render-rights.ts';
import { renderSchema } from './present/render-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const asking =
  (of: TestDatabase): Ask =>
  async (query) =>
    (await of.admin(query)) as never;

const again = 'npm test -- packages/adapters/database/test/present.int.test.ts -u';

describe('schema.sql', () => {
  it('says what the catalog of a migrated database says', async () => {
    const text = await renderSchema(asking(database));
    await expect(
      text,
      `schema.sql is not the present schema; this writes it again: ${again}`,
    ).toMatchFileSnapshot('../schema.sql');
  });

  it('would show whatever is changed: a column, a constraint, an index, a policy, a right, a trigger, a setting', async () => {
    const before = await renderSchema(asking(database));
    for (const change of [
      'alter table salience.lanes alter column tail set default 7',
      'alter table salience.lanes add constraint planted check (tail >= 0)',
      'create index planted on salience.lanes (owner)',
      'alter index salience.facts_written set (fillfactor = 50)',
      'drop policy own_agent on salience.lanes',
      'grant delete on salience.lanes to salience_digest',
      'grant update (owner) on salience.lanes to salience_app',
      'alter table salience.workers enable row level security',
      'drop trigger topics_written on salience.topics',
      'alter function salience.load_turns reset jit',
      'alter function salience.load_turns owner to postgres',
      'grant execute on function salience.write_audit to public',
      'grant usage on schema drizzle to salience_fn_door',
    ]) {
      await asRole(database.adminUrl, async (client) => {
        await client.query('begin');
        await client.query(change);
        const after = await renderSchema(async (query) => (await client.query(query)).rows as never);
        await client.query('rollback');
        expect([change, after === before]).toEqual([change, false]);
      });
    }
    expect(await renderSchema(asking(database))).toBe(before);
  });
});

/** Called by turns, streams, the chunker, the episode builder and a sweep, again and again on one connection. */
const hot = [
  'accept_turn',
  'claim_lane',
  'next_turn',
  'take_turn',
  'renew_lane',
  'release_lane',
  'park_lane',
  'commit_turns',
  'end_turn',
  'fail_turn',
  'fail_claim',
  'load_turns',
  'save_steps',
  'load_run',
  'load_standing',
  'resolve_approval',
  'load_memories',
  'find_memories',
  'named_concepts',
  'spread_activation',
  'ended_said',
  'ended_statements',
  'ended_until',
  'latest_ended',
  'found_states',
  'recent_tellings',
  'traits_for',
  'world_of',
  'use_memories',
  'read_taught',
  'taught_since',
  'load_topics',
  'settle_topics',
  'save_topics',
  'load_index',
  'save_codes',
  'load_for_chunks',
  'save_chunks',
  'begin_memory',
  'hold_memory',
  'release_memory',
  'advance_chunked',
  'load_untold',
  'load_stretches',
  'advance_told',
  'save_episodes',
  'save_retries',
  'load_for_concepts',
  'begin_chunks',
  'load_statements',
  'save_statements',
  'load_graph',
  'load_relations',
  'save_graph',
  'sweep_lanes',
  'mark_unhinted',
  'sweep_memory',
  'sweep_experiences',
  'expire_approvals',
  'write_thoughts',
  'set_hand',
  'log_action',
  'evaluation_inputs',
  'post_room_message',
];

describe('functions of the hot path', () => {
  it.each(hot)('%s never keeps a plan that reads all of a table, and compiles nothing', async (name) => {
    const rows = await database.admin<{ settings: string[] }>(
      `select proconfig as settings from pg_proc where pronamespace = 'salience'::regnamespace and proname = $1`,
      [name],
    );
    expect(rows).toEqual([{ settings: expect.arrayContaining(['enable_seqscan=off', 'jit=off']) }]);
  });

  it('what finds memories is planned once, not for every question', async () => {
    const rows = await database.admin<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'salience'::regnamespace
         and 'plan_cache_mode=force_generic_plan' = any (proconfig)`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'load_index',
        'load_memories',
        'look_at_memory',
        'find_memories',
        'traits_for',
      ]),
    );
  });
});
