import { type TestDatabase, until } from '@salience/testing';
import type { Fleet } from '../authorised-work/fleet.ts';

/** What killing between a thought and its hand takes. */
export interface BetweenOptions {
  readonly database: TestDatabase;
  readonly fleet: Fleet;
  readonly room: string;
  /** The place whose consumer dies. */
  readonly place: string;
  /** True: Postgres notices at once, and the transaction is undone; else it goes on without anybody who hears how it ends. */
  readonly noticed: boolean;
  /** Posts a message there; nobody hears the answer. */
  post(): Promise<unknown>;
}

/** At most; the lock goes as soon as it has served. */
const heldS = 15;
const lock = 'do $$ begin perform 1 from salience.pfc_hands';

/**
 * Kills a consumer at the very moment at which the thoughts of a message are written and no hand has moved: the hands of the room are locked from outside, the message is posted,
 * and when its transaction waits for them its consumer is killed. Nobody else may post meanwhile. Resolves with whether it was met there.
 */
export async function killBetween(options: BetweenOptions): Promise<boolean> {
  const { database, fleet, noticed, place, post, room } = options;
  const held = database
    .admin(
      `${lock} where channel = '${room}' order by agent_id for update; perform pg_sleep(${heldS}); end $$`,
    )
    .catch(() => undefined);
  const said = post().catch(() => undefined);
  const stuck = async (): Promise<number | undefined> => {
    const [row] = await database.admin<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and usename = 'salience_consumer' and query like '%post_room_message%'
         and (select a.query from pg_stat_activity a where a.pid = any(pg_blocking_pids(pg_stat_activity.pid)) limit 1) like $1`,
      [`${lock}%`],
    );
    return row?.pid;
  };
  let pid: number | undefined;
  await until(async () => (pid = await stuck()) !== undefined, {
    what: 'a message between its thoughts and the hands',
    timeoutMs: 1_000 * heldS - 1_000,
    everyMs: 20,
  }).catch(() => undefined);
  await fleet.killAt(place);
  if (pid !== undefined && noticed) await database.admin('select pg_terminate_backend($1)', [pid]);
  await database.admin(
    'select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and query like $1',
    [`${lock}%`],
  );
  await Promise.all([held, said]);
  return pid !== undefined;
}
