import { type AgentId, type Trust, trustLevels } from '@salience/contracts';
import type pg from 'pg';
import { type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';

/** An item that is on a list now. */
export interface ListItem {
  readonly item: string;
  readonly trust: Trust;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
}

/** A list in an overview. */
export interface ListSummary {
  readonly name: string;
  readonly items: number;
  readonly unchecked: number;
  /** The lowest trust of what was ever put on it; null where nobody knows who named it. */
  readonly trust: Trust | null;
}

/** Names are compared without case and outer spaces. */
const named = (name: string): string => name.trim().toLowerCase();

/**
 * Puts items on a list, made if it is new. An item that is on it already stays as it is; the same key adds once, also when
 * an item was removed since. Gives the items that are on the list now, oldest first.
 */
export function addListItems(
  db: Database,
  add: {
    readonly agentId: AgentId;
    readonly list: string;
    readonly items: readonly string[];
    readonly trust: Trust;
    readonly now: Date;
    readonly idempotencyKey: string;
  },
): Promise<ListItem[]> {
  return withAgent(db, add.agentId, async (client) => {
    const list = named(add.list);
    // Also the lock under which two adds to one list come one after another.
    await client.query(
      `insert into salience.lists (agent_id, name, created_at) values ($1, $2, $3)
       on conflict (agent_id, name) do update set name = excluded.name`,
      [add.agentId, list, add.now],
    );
    const known = await client.query(
      'select 1 from salience.list_items where agent_id = $1 and idempotency_key = $2 limit 1',
      [add.agentId, add.idempotencyKey],
    );
    if (known.rowCount === 0) {
      const items = add.items.map((text) => text.trim()).filter((text) => text !== '');
      for (const [place, item] of items.entries()) {
        await client.query(
          `insert into salience.list_items (id, agent_id, list, item, trust, source, created_at, idempotency_key)
           values ($1, $2, $3, $4, $5, 'list', $6, $7)
           on conflict (agent_id, list, lower(item)) where removed_at is null do nothing`,
          [
            // Ids keep the order in which the items were named.
            newId('listItem', add.now.getTime() + place),
            add.agentId,
            list,
            item,
            add.trust,
            add.now,
            add.idempotencyKey,
          ],
        );
      }
    }
    return liveItems(client, add.agentId, list);
  });
}

/**
 * Checks, unchecks or removes items of a list by their words, without case; what is not on it is left out. Doing it twice
 * is as doing it once. Gives the items that are on the list afterwards and the ones that were touched.
 */
export function changeListItems(
  db: Database,
  change: {
    readonly agentId: AgentId;
    readonly list: string;
    readonly items: readonly string[];
    readonly action: 'check' | 'uncheck' | 'remove';
    readonly now: Date;
  },
): Promise<{ readonly touched: string[]; readonly items: ListItem[] }> {
  const effects = {
    check: 'checked_at = coalesce(checked_at, $4)',
    uncheck: 'checked_at = null',
    remove: 'removed_at = $4',
  };
  return withAgent(db, change.agentId, async (client) => {
    const list = named(change.list);
    const touched = await client.query<{ item: string }>(
      `update salience.list_items set ${effects[change.action]}
       where agent_id = $1 and list = $2 and lower(item) = any ($3) and removed_at is null and $4::timestamptz is not null
       returning item`,
      [change.agentId, list, change.items.map((item) => item.trim().toLowerCase()), change.now],
    );
    return {
      touched: touched.rows.map((row) => row.item),
      items: await liveItems(client, change.agentId, list),
    };
  });
}

/** The items on a list, oldest first; undefined when there is no such list. */
export function loadListItems(db: Database, agentId: AgentId, list: string): Promise<ListItem[] | undefined> {
  return withAgent(db, agentId, async (client) => {
    const found = await client.query('select 1 from salience.lists where agent_id = $1 and name = $2', [
      agentId,
      named(list),
    ]);
    return found.rowCount === 0 ? undefined : liveItems(client, agentId, named(list));
  });
}

/** The agent's lists by name. */
export function loadLists(db: Database, agentId: AgentId): Promise<ListSummary[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<ListSummary>(
      `select l.name, count(i.id) filter (where i.removed_at is null)::int as items,
         (count(i.id) filter (where i.removed_at is null and i.checked_at is null))::int as unchecked,
         -- Its name came with its first items; one that was made empty was named by nobody knows whom.
         case when bool_or(i.created_at = l.created_at)
           then ($2::text[])[min(array_position($2::text[], i.trust))] end as trust
       from salience.lists l
       left join salience.list_items i on i.agent_id = l.agent_id and i.list = l.name
       where l.agent_id = $1 group by l.name order by l.name limit 100`,
      [agentId, trustLevels],
    );
    return rows.rows;
  });
}

async function liveItems(client: pg.PoolClient, agentId: AgentId, list: string): Promise<ListItem[]> {
  const rows = await client.query<ListItem>(
    `select item, trust, created_at as "createdAt", checked_at as "checkedAt" from salience.list_items
     where agent_id = $1 and list = $2 and removed_at is null order by created_at, id`,
    [agentId, list],
  );
  return rows.rows;
}
