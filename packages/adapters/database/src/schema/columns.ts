import type { Id, IdKind } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { customType, pgSchema, timestamp } from 'drizzle-orm/pg-core';
import { storableJson } from '../storable.ts';

/** Every table of ours lives here; BullMQ's tables have a schema of their own. */
export const salience = pgSchema('salience');

const idText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const jsonb = customType<{ data: unknown }>({ dataType: () => 'jsonb', toDriver: storableJson });

/** `<prefix>_<uuid v7 hex>`: sorts by time bytewise, hence the C collation. */
export const id = <T extends string = string>(name: string) => idText(name).$type<T>();

/** The key of a table whose rows have an id of this kind. */
export const ownId = <K extends IdKind>() => id<Id<K>>('id').primaryKey();

/** An instant. */
export const at = (name: string) => timestamp(name, { withTimezone: true });

/** A jsonb column with the type of its values. */
export const json = <T>(name: string) => jsonb(name).$type<T>();

/** Bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A full-text vector; filled by generated columns only. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A vector of whole numbers, which add up exactly. Its length belongs to the model named beside it. */
export const wholeVector = customType<{ data: number[] }>({ dataType: () => 'bigint[]' });

/** The id of a transaction, as it is compared with a snapshot's. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The transaction that wrote what is searched of the row; readers go on from a snapshot's horizon and miss nothing. */
export const writtenXid = () => xid8('written_xid').notNull().default(sql`pg_current_xact_id()`);

/** The transaction that last wrote that the row has ended, set by a trigger; null for what never did. */
export const endedXid = () => xid8('ended_xid');
