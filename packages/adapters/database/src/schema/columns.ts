import { customType, pgSchema } from 'drizzle-orm/pg-core';

/** Every table of ours lives here; BullMQ's tables have a schema of their own. */
export const salience = pgSchema('salience');

/** `<prefix>_<uuid v7 hex>`: sorts by time bytewise, hence the C collation. */
export const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A full-text vector; filled by generated columns only. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A vector of 32-bit floats. Its length belongs to the model named beside it. */
export const realVector = customType<{ data: number[] }>({ dataType: () => 'real[]' });

/** The id of a transaction, as it is compared with a snapshot's. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
