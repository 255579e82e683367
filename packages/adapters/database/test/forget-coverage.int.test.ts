import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTraces, type TestDatabase, testDatabase } from '@salience/testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Tables whose texts are ids, names of ours, numbers or what operators wrote, with why nothing of them is forgotten. */
const withoutWords: Readonly<Record<string, string>> = {
  agendas: 'numbers and times',
  agent_limits: 'numbers',
  agents: 'who the agent is, written by its operator',
  api_keys: 'keys; labels are the operator’s',
  audit_log: 'what operators did; ids and names of actions',
  bridge_channels: 'ids of a Bridge’s channels and messages',
  bridges: 'addresses, keys and names, set by a person of the installation as its settings are',
  calibrations: 'numbers',
  chores: 'ids and times; errors are looked at',
  clock: 'times',
  concept_sources: 'ids',
  drift_agents: 'ids and times',
  drift_reinforcements: 'ids and numbers',
  drift_runs: 'ids and numbers; reasons are names of ours',
  episode_exchanges: 'ids',
  occurrences: 'ids, times and codes; they go with their schedule',
  forget_requests: 'the wish itself; what it names is emptied when it is done',
  forget_words: 'hashes, deleted with the watch',
  forget_work: 'ids',
  function_sets: 'hashes',
  hooks: 'ways in: names, plans and secrets, set by a person of the installation as its settings are',
  installed_functions: 'names and signatures of ours, hashes',
  lane_takeovers: 'ids of workers',
  lanes: 'ids and numbers',
  learning_marks: 'names of loops and places',
  mailboxes: 'names of the settings, numbers and codes',
  memory_accesses: 'ids and numbers; deleted with their item',
  memory_audits: 'numbers',
  memory_leases: 'ids and numbers',
  memory_progress: 'ids and numbers',
  model_limits: 'names of models',
  model_usage: 'names of models, codes and numbers',
  modules: 'what a person of the installation declared, as its settings are',
  operator_keys: 'keys; names are the operator’s',
  operator_sessions: 'hashes',
  outbox: 'jobs: ids, checked by their contracts',
  pages: 'addresses that modules declare, hashes and codes',
  person_codes: 'hashes',
  pfc_config: 'what a person of the installation set',
  policy_changes: 'names of ours, weights and numbers',
  policy_heads: 'names of ours and numbers',
  policy_standings: 'names of ours and numbers',
  policy_requests: 'what operators asked for; names and numbers',
  relation_sources: 'ids',
  relations: 'ids and a type of ours; deleted with their concepts',
  roots: 'folders that modules declare, numbers and codes',
  router_policies: 'weights',
  sense_cursors: 'names of ours and places',
  sweep_cursors: 'names of ours and times',
  thought_concepts: 'ids',
  tombstones: 'what is to remain',
  tool_profiles: 'names of tools and numbers',
  tool_records: 'names of tools and numbers',
  tool_standing: 'names of tools, hashes of arguments and numbers',
  topic_statistics: 'means and hashed stems over hundreds of messages',
  autobiography_sources: 'ids and places',
  watched_files: 'paths of files that are there now; a row goes with its file',
  workers: 'heartbeats',
  workspace_files: 'the agent’s own files, written by its operator',
};

/** What a table of this kind must have done to it: the functions of forgetting name it. */
test('every table that can hold words is known to forgetting, or says why it holds none', async () => {
  const tables = await database.admin<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'salience' and table_name in (select tablename from pg_tables where schemaname = 'salience') and data_type in ('text', 'jsonb', 'bytea', 'ARRAY', 'tsvector') order by 1`,
  );
  const [code] = await database.admin<{ body: string }>(
    `select string_agg(p.prosrc, ' ') as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'salience' and p.proname in ('leave_tombstones', 'forget_thoughts', 'forget_relations', 'forget_concepts',
       'forget_episodes', 'forget_facts', 'forget_statements', 'retell_episodes', 'forget_turns', 'unlearn_topics', 'forget_action_results', 'blank_turns',
       'blank_steps', 'forget_named', 'forget_remnants', 'forget_memory_remnants', 'forget_derived_remnants', 'forget_record_remnants',
       'forget_in_autobiography', 'forget_person', 'forget_beside_turns', 'forget_channels', 'forget_deliveries', 'forget_step', 'save_statements',
       'forget_overflow', 'forget_tasks', 'blank_tasks', 'forget_inbound', 'forget_letters', 'forget_sessions', 'forget_inlet_remnants', 'forget_signals', 'forget_pfc', 'forget_pfc_remnants', 'forget_in_rooms')`,
  );
  const touched = new Set(
    [...(code?.body ?? '').matchAll(/(?:update|delete\s+from)\s+salience\.(\w+)/gi)].map((match) => match[1]),
  );
  const unknown = tables.filter(({ name }) => !touched.has(name) && withoutWords[name] === undefined);
  expect(unknown.map(({ name }) => name)).toEqual([]);
  const excused = Object.keys(withoutWords).filter((name) => !tables.some((table) => table.name === name));
  expect(excused.filter((name) => name !== 'clock' && name !== 'agent_limits')).toEqual([]);
});

test('every binary column says how its words are found, and one that does not is refused', async () => {
  expect(await findTraces(database, 'a word that nobody said')).toEqual([]);
  await database.admin('alter table salience.turns add column compact bytea');
  await expect(findTraces(database, 'a word that nobody said')).rejects.toThrow('salience.turns.compact');
  await database.admin('alter table salience.turns drop column compact');
});
