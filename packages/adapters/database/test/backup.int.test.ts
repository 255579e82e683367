import { type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inOrder, leftOut } from '../src/backup/kept-tables.ts';
import { leases } from '../src/backup/settle-restored.ts';
import { verifyBackup } from '../src/doors/backup.ts';
import { backedUp, contentsOf, opened, restored } from './backups.ts';
import { liveIn } from './lived-in.ts';

/** Tables that a backup holds. A new table belongs here or into `leftOut`: decide what a restore should do with its rows. */
const kept =
  `act_steps activations agents api_keys approvals audit_log autobiographies autobiography_sources bridge_channels bridge_replies bridges calibrations channels chores chunks cluster_signals clusters concept_names concept_sources
  concepts context_prefixes contexts current_threads dead_letters decision_labels deliveries drift_agents drift_reinforcements drift_runs episode_exchanges episodes
  experiences facts feedback focuses forget_requests forget_words forget_work gists hand_deliveries hooks inbound lane_takeovers lanes letters limbic_models list_items lists
  mailboxes memory_accesses memory_audits memory_codes memory_leases memory_progress memory_proposals memory_retries model_usage modules notices occurrences operator_keys outbox people person_names pfc_action_log pfc_config pfc_focus pfc_goals pfc_hands pfc_monologue policy_changes policy_heads policy_requests policy_standings reflections relation_sources
  relations room_claims room_events room_members room_messages room_queue room_turns rooms router_policies schedules sender_sessions signals task_steps tasks thought_concepts thoughts threads tombstones tool_profiles tool_records tool_scenarios
  tool_standing topic_statistics topics trait_sources traits turn_ends turns workspace_files`.split(/\s+/);

const at = new Date('2026-03-01T09:00:00.123Z');
let source: TestDatabase;
const others: TestDatabase[] = [];

beforeAll(async () => {
  source = await testDatabase();
  await liveIn(source, at);
});
afterAll(async () => {
  for (const database of [source, ...others]) await database.close();
});

async function empty(): Promise<TestDatabase> {
  const database = await testDatabase();
  others.push(database);
  return database;
}

describe('what a backup holds', () => {
  it('is decided for every table of the schema', async () => {
    const tables = await source.admin<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'salience' order by 1",
    );
    expect([...kept, ...Object.keys(leftOut)].toSorted()).toEqual(tables.map(({ name }) => name));
  });

  it('has an order, in which no row waits for one of a later table', () => {
    const table = (name: string, ...refersTo: string[]) => ({
      name,
      columns: [],
      transactionColumns: [],
      refersTo,
    });
    const ordered = inOrder([table('a', 'c'), table('b'), table('c', 'b'), table('d', 'a', 'b')]);
    expect(ordered.map(({ name }) => name)).toEqual(['b', 'c', 'a', 'd']);
    expect(() => inOrder([table('a', 'b'), table('b', 'a')])).toThrow('in a circle');
  });

  it('has every lease ended that a table can hold', async () => {
    const columns = await source.admin<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'salience' and column_name ~ '^(owner|lease_until|claimed_until)$' order by 1, 2`,
    );
    const known = Object.entries(leases).flatMap(([table, names]) =>
      names.map((column) => ({ table, column })),
    );
    expect(columns).toEqual(known);
  });
});

describe('a lived-in database', () => {
  it('is the same after a restore, every byte of every row, its counters too', async () => {
    const before = await contentsOf(source);
    const backup = await backedUp(source);
    const target = await empty();
    const done = await restored(target, backup.file);
    expect(done).toMatchObject({ rows: backup.rows, sha256: backup.sha256, keys: 1 });
    const after = await contentsOf(target);
    expect([...after.keys()]).toEqual([...before.keys()]);
    // Both wrote down what was done, each in its own log; time is each one's own, and so are sums and reports.
    for (const contents of [before, after])
      for (const own of ['agendas', 'audit_log', 'clock', 'pulse_events']) contents.delete(own);
    for (const [table, rows] of before) expect({ table, rows: after.get(table) }).toEqual({ table, rows });
    const fence = 'select last_value, is_called from salience.lane_fence';
    expect(await target.admin(fence)).toEqual(await source.admin(fence));
    const next = "select nextval('salience.lane_fence')";
    expect(await target.admin(next)).toEqual(await source.admin(next));
    // Of the restored database a backup can be made again, with the same rows.
    const again = await backedUp(target);
    expect(again.rows).toBe(backup.rows + 1);
  });

  it('finds in a restored database what it found before, with indexes and generated columns', async () => {
    const target = await empty();
    // Triggers end as they were, whatever somebody had made of them.
    for (const database of [source, target])
      await database.admin(`alter table salience.topics enable always trigger topics_written;
        alter table salience.act_steps enable replica trigger act_steps_experience;
        alter table salience.dead_letters disable trigger dead_letters_merge`);
    await restored(target, (await backedUp(source)).file);
    const found = `select id, search::text from salience.exchanges where search @@ to_tsquery('english', 'lisbon') order by 1`;
    expect(await target.admin(found)).toEqual(await source.admin(found));
    expect((await target.admin(found)).length).toBe(1);
    const written = 'select count(*)::int as n from salience.topics where written_xid is null';
    expect(await target.admin(written)).toEqual([{ n: 0 }]);
    const future = `select count(*)::int as n from salience.memory_codes where written_xid > pg_current_xact_id()`;
    expect(await target.admin(future)).toEqual([{ n: 0 }]);
    const triggers = 'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1';
    expect(await target.admin(triggers)).toEqual(await source.admin(triggers));
  });

  it('is read by its checksums before anything else', async () => {
    const backup = await backedUp(source);
    const read = await verifyBackup(opened(backup.file)());
    expect(read.sha256).toBe(backup.sha256);
    expect(read.tables.map(({ name }) => name).toSorted()).toEqual(kept);
  });
});
