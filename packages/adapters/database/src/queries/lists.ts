import type { AgentId, Trust } from '@salience/contracts';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Database, type Orm, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { listItems, lists } from '../schema/lists.ts';

const { checkedAt, createdAt, item, trust } = listItems;

/** An item that is on a list now. */
export type ListItem = Readonly<
  Pick<typeof listItems.$inferSelect, 'item' | 'trust' | 'createdAt' | 'checkedAt'>
>;

/** A list in an overview. */
export interface ListSummary {
  readonly name: string;
  readonly items: number;
  readonly unchecked: number;
  /** How far its name is trusted. */
  readonly trust: Trust;
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
  const { agentId, idempotencyKey, now, trust } = add;
  return withAgent(db, agentId, async ({ orm }) => {
    const list = named(add.list);
    // Also the lock under which two adds to one list come one after another.
    await orm
      .insert(lists)
      .values({ agentId, name: list, createdAt: now, trust })
      .onConflictDoUpdate({ target: [lists.agentId, lists.name], set: { name: sql`excluded.name` } });
    const byKey = and(eq(listItems.agentId, agentId), eq(listItems.idempotencyKey, idempotencyKey));
    const known = await orm.select({ item }).from(listItems).where(byKey).limit(1);
    const words = add.items.map((text) => text.trim()).filter((text) => text !== '');
    if (known.length === 0 && words.length > 0) {
      const rows = words.map((text, place) => ({
        // Ids keep the order in which the items were named.
        id: newId('listItem', now.getTime() + place),
        agentId,
        list,
        item: text,
        trust,
        source: 'list',
        createdAt: now,
        idempotencyKey,
      }));
      await orm.insert(listItems).values(rows).onConflictDoNothing();
    }
    return liveItems(orm, agentId, list);
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
  const { action, agentId, items, now } = change;
  const effects = {
    check: { checkedAt: sql`coalesce(${checkedAt}, ${now.toISOString()})` },
    uncheck: { checkedAt: null },
    remove: { removedAt: now },
  };
  return withAgent(db, agentId, async ({ orm }) => {
    const list = named(change.list);
    const meant = inArray(
      sql`lower(${item})`,
      items.map((text) => text.trim().toLowerCase()),
    );
    const touched = await orm
      .update(listItems)
      .set(effects[action])
      .where(and(isLive(agentId, list), meant))
      .returning({ item });
    return { touched: touched.map((row) => row.item), items: await liveItems(orm, agentId, list) };
  });
}

/** The items on a list, oldest first; undefined when there is no such list. */
export function loadListItems(db: Database, agentId: AgentId, list: string): Promise<ListItem[] | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const meant = and(eq(lists.agentId, agentId), eq(lists.name, named(list)));
    const found = await orm.select({ name: lists.name }).from(lists).where(meant);
    return found.length === 0 ? undefined : liveItems(orm, agentId, named(list));
  });
}

/** The agent's lists by name. */
export function loadLists(db: Database, agentId: AgentId): Promise<ListSummary[]> {
  const { agentId: owner, name, trust } = lists;
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select({
        name,
        trust,
        items: count(item),
        unchecked: sql<number>`count(*) filter (where ${item} is not null and ${checkedAt} is null)`.mapWith(
          Number,
        ),
      })
      .from(lists)
      .leftJoin(
        listItems,
        and(eq(listItems.agentId, owner), eq(listItems.list, name), isNull(listItems.removedAt)),
      )
      .where(eq(owner, agentId))
      .groupBy(name, trust)
      .orderBy(name)
      .limit(100),
  );
}

const isLive = (agentId: AgentId, list: string) =>
  and(eq(listItems.agentId, agentId), eq(listItems.list, list), isNull(listItems.removedAt));

function liveItems(orm: Orm, agentId: AgentId, list: string): Promise<ListItem[]> {
  return orm
    .select({ item, trust, createdAt, checkedAt })
    .from(listItems)
    .where(isLive(agentId, list))
    .orderBy(createdAt, listItems.id);
}
