import { type AgentId, lowestTrust, type Trust } from '@salience/contracts';
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
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
      .onConflictDoUpdate({
        target: [lists.agentId, lists.name],
        set: { name: sql`excluded.name`, deletedAt: null },
      });
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
    const meant = and(eq(lists.agentId, agentId), eq(lists.name, named(list)), isNull(lists.deletedAt));
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
      .where(and(eq(owner, agentId), isNull(lists.deletedAt)))
      .groupBy(name, trust)
      .orderBy(name)
      .limit(100),
  );
}

/** Deletes a list with what is on it. False when there is no such list. Its items stay as rows of its history. */
export function deleteList(
  db: Database,
  { agentId, list, now }: { readonly agentId: AgentId; readonly list: string; readonly now: Date },
): Promise<boolean> {
  return withAgent(db, agentId, async ({ orm }) => {
    await orm
      .update(listItems)
      .set({ removedAt: now })
      .where(isLive(agentId, named(list)));
    const gone = await orm
      .update(lists)
      .set({ deletedAt: now })
      .where(isList(agentId, list))
      .returning({ name: lists.name });
    return gone.length > 0;
  });
}

/** Gives a list another name, with its items and their history. `taken`: there is one of the new name. */
export function renameList(
  db: Database,
  change: {
    readonly agentId: AgentId;
    readonly list: string;
    readonly to: string;
    readonly trust: Trust;
    readonly now: Date;
  },
): Promise<'renamed' | 'missing' | 'taken'> {
  const { agentId, now } = change;
  const [from, to] = [named(change.list), named(change.to)];
  return withAgent(db, agentId, async ({ orm }) => {
    // Both rows are locked, so that whoever adds to one of them waits.
    const known = await orm
      .select({ name: lists.name, trust: lists.trust, createdAt: lists.createdAt })
      .from(lists)
      .where(and(eq(lists.agentId, agentId), inArray(lists.name, [from, to]), isNull(lists.deletedAt)))
      .orderBy(lists.name)
      .for('update');
    const old = known.find(({ name }) => name === from);
    if (old === undefined) return 'missing';
    if (from === to) return 'renamed';
    if (known.length > 1) return 'taken';
    const trust = lowestTrust([old.trust, change.trust]);
    await orm
      .insert(lists)
      .values({ agentId, name: to, createdAt: old.createdAt, trust })
      .onConflictDoUpdate({ target: [lists.agentId, lists.name], set: { trust, deletedAt: null } });
    await orm
      .update(listItems)
      .set({ list: to })
      .where(and(eq(listItems.agentId, agentId), eq(listItems.list, from)));
    await orm.update(lists).set({ deletedAt: now }).where(isList(agentId, from));
    return 'renamed';
  });
}

/** An item that is or was on a list. */
export type PastListItem = ListItem & { readonly removedAt: Date | null };

/** What was put on a list, checked and taken off, the latest first; undefined when there is no such list. */
export function loadListHistory(
  db: Database,
  { agentId, limit, list }: { readonly agentId: AgentId; readonly list: string; readonly limit: number },
): Promise<PastListItem[] | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const found = await orm.select({ name: lists.name }).from(lists).where(isList(agentId, list));
    if (found.length === 0) return undefined;
    return orm
      .select({ item, trust, createdAt, checkedAt, removedAt: listItems.removedAt })
      .from(listItems)
      .where(and(eq(listItems.agentId, agentId), eq(listItems.list, named(list))))
      .orderBy(desc(sql`coalesce(${listItems.removedAt}, ${checkedAt}, ${createdAt})`), desc(listItems.id))
      .limit(limit);
  });
}

const isList = (agentId: AgentId, list: string) =>
  and(eq(lists.agentId, agentId), eq(lists.name, named(list)), isNull(lists.deletedAt));

const isLive = (agentId: AgentId, list: string) =>
  and(eq(listItems.agentId, agentId), eq(listItems.list, list), isNull(listItems.removedAt));

function liveItems(orm: Orm, agentId: AgentId, list: string): Promise<ListItem[]> {
  return orm
    .select({ item, trust, createdAt, checkedAt })
    .from(listItems)
    .where(isLive(agentId, list))
    .orderBy(createdAt, listItems.id);
}
