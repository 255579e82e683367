import type { AgentId, Id } from '@salience/contracts';
import type pg from 'pg';
import { SalienceError } from '@salience/errors';
import { newId } from '../new-id.ts';
import { forgetStep } from '../queries/forgetting.ts';
import { lockMemory } from '../settling/memory-lock.ts';
import { type BackupHeader, readContents } from './contents.ts';
import { copyIn } from './copy-in.ts';
import { keptTables } from './kept-tables.ts';
import { unpacked } from './packing.ts';
import { readRecords } from './records.ts';
import { requireSchema } from './schema-of.ts';

/** How much was forgotten again. */
export interface ForgottenAgain {
  readonly turns: number;
  /** Facts, traits, concepts and others that a request named directly. */
  readonly items: number;
}

/** Options of forgetting again. */
export interface ForgetAgainOptions {
  readonly backup: BackupHeader;
  /** Opens the file of the later backup. */
  readonly open: () => AsyncIterable<Buffer>;
  readonly actor: string;
  readonly now: Date;
}

/** The watch period. No worker ran, so it is the shortest one. */
const watchSeconds = 0;

/**
 * Forgets again, in the restore's own transaction, what was forgotten between a backup and a later one: its tombstones name the
 * items. No reader of the restored database ever sees them. Throws `backup.not-later` if the other backup is not later.
 */
export async function forgetAgain(
  client: pg.ClientBase,
  { actor, backup, now, open }: ForgetAgainOptions,
): Promise<ForgottenAgain> {
  await stageLater(client, backup, open);
  // The steps run as a role that sees one agent's rows; what a policy hides from it is not its own.
  await client.query('set local row_security = on');
  const agents = await client.query<{ id: AgentId }>(
    'select distinct l.agent_id as id from pg_temp.later_tombstones l join salience.agents a on a.id = l.agent_id order by 1',
  );
  let [turns, items] = [0, 0];
  for (const { id: agent } of agents.rows) {
    await lockMemory(client, agent);
    turns += await forgetTurns(client, agent, actor, now);
    for (const item of await leftItems(client, agent)) {
      const request = await newRequest(client, agent, 'pending', item, actor, now);
      await carryOut(client, agent, request, now);
      items += 1;
    }
  }
  await forgetThreads(client);
  await client.query(
    `insert into salience.tombstones (agent_id, item_id, kind, reason, request_id, forgotten_at, forgotten_by)
     select l.agent_id, l.item_id, l.kind, l.reason, l.request_id, l.forgotten_at, l.forgotten_by
     from pg_temp.later_tombstones l join salience.agents a on a.id = l.agent_id on conflict do nothing`,
  );
  for (const name of staged) await client.query(`drop table pg_temp.later_${name}`);
  return { turns, items };
}

/** Tables of the later backup that list what was forgotten. */
const staged = ['threads', 'tombstones'] as const;

/** Loads them as temporary tables beside ours; tombstones that both have are left out. */
async function stageLater(
  client: pg.ClientBase,
  backup: BackupHeader,
  open: () => AsyncIterable<Buffer>,
): Promise<void> {
  const tables = await keptTables(client);
  for (const name of staged)
    await client.query(
      `create temp table later_${name} (like salience.${name} including defaults including generated)`,
    );
  await readContents(readRecords(unpacked(open())), {
    header(header) {
      requireSchema(header);
      if (header.takenAt > backup.takenAt) return;
      throw new SalienceError(
        'backup.not-later',
        `What was forgotten is taken from a later backup: this one was made at ${header.takenAt}, the one to be restored at ${backup.takenAt}.`,
      );
    },
    async table(name, rows) {
      const table = tables.find((one) => one.name === name);
      const wanted = staged.find((one) => one === name);
      if (table !== undefined && wanted !== undefined)
        return await copyIn(client, `pg_temp.later_${wanted}`, table, rows);
      for await (const _piece of rows);
      return undefined;
    },
    sequences: () => {},
  });
  await client.query(
    'delete from pg_temp.later_tombstones l using salience.tombstones t where t.agent_id = l.agent_id and t.item_id = l.item_id',
  );
}

/** The key of a thread that was forgotten as a whole, and its focuses. */
async function forgetThreads(client: pg.ClientBase): Promise<void> {
  await client.query(
    `with named as (
       update salience.threads t set key = t.id, topic_id = null from pg_temp.later_threads l
       where l.id = t.id and l.agent_id = t.agent_id and l.key = l.id and t.key <> t.id returning t.id)
     delete from salience.current_threads c using named where c.thread_id = named.id`,
  );
  await client.query(
    'delete from salience.focuses f using pg_temp.later_tombstones l where l.item_id = f.id and l.agent_id = f.agent_id',
  );
}

async function forgetTurns(client: pg.ClientBase, agent: AgentId, actor: string, now: Date): Promise<number> {
  const request = await newRequest(client, agent, 'deleting', null, actor, now);
  const { rowCount } = await client.query(
    `insert into salience.forget_work (request_id, turn_id, agent_id)
     select $1, t.id, t.agent_id from pg_temp.later_tombstones l join salience.turns t on t.id = l.item_id and t.agent_id = l.agent_id
     where l.agent_id = $2 and t.forgotten_at is null`,
    [request, agent],
  );
  await carryOut(client, agent, request, now);
  return rowCount ?? 0;
}

/** Items named directly that were not removed with a turn. */
async function leftItems(client: pg.ClientBase, agent: string): Promise<string[]> {
  const tables = [
    'facts',
    'traits',
    'trait_sources',
    'episodes',
    'concepts',
    'relations',
    'thoughts',
    'gists',
    'list_items',
    'schedules',
    'people',
    'tasks',
    'inbound',
    'letters',
    'sender_sessions',
  ];
  const found = tables
    .map((table) => `select id from salience.${table} where agent_id = $1`)
    .join(' union all ');
  const numbered = ['pfc_action_log', 'pfc_goals', 'pfc_monologue']
    .map((table) => ` union all select '${table}:' || id from salience.${table} where agent_id = $1`)
    .join('');
  const { rows } = await client.query<{ id: string }>(
    `select distinct l.item_id as id from pg_temp.later_tombstones l join (${found}${numbered}) f on f.id = l.item_id
     where l.agent_id = $1 order by 1`,
    [agent],
  );
  return rows.map(({ id }) => id);
}

async function newRequest(
  client: pg.ClientBase,
  agent: string,
  state: 'pending' | 'deleting',
  target: string | null,
  actor: string,
  now: Date,
): Promise<Id<'forgetRequest'>> {
  const id = newId('forgetRequest');
  await client.query(
    `insert into salience.forget_requests (id, agent_id, scope, target, reason, requested_by, state, seed, requested_at)
     values ($1, $2, 'item', $3, 'forgotten before it was restored', $4, $5, (random() * 4e18)::bigint, $6)`,
    [id, agent, target, actor, state, now],
  );
  return id;
}

/** Repeats until all of it is deleted. The scheduler of the next start runs the last phase. */
async function carryOut(
  client: pg.ClientBase,
  agent: AgentId,
  request: Id<'forgetRequest'>,
  now: Date,
): Promise<void> {
  for (let state = ''; state !== 'watching' && state !== 'done'; )
    ({ state } = await forgetStep(client, agent, request, { now, watchSeconds }));
}
