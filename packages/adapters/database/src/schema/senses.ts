import type { Id } from '@salience/contracts';
import { bigint, doublePrecision, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, salience } from './columns.ts';

/** A folder that is watched for an agent. It belongs to the host that watches it, by lease. */
export const roots = salience.table(
  'roots',
  {
    agentId: agentId(),
    /** As modules name it. */
    root: text('root').notNull(),
    /** The host that watched it last, and the inode of the folder there. */
    host: text('host'),
    inode: text('inode'),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    owner: text('owner'),
    leaseUntil: at('lease_until'),
    /** When it was looked through for the first time: what was there then is no news. */
    baselineAt: at('baseline_at'),
    failures: integer('failures').notNull().default(0),
    error: text('error'),
    retryAt: at('retry_at'),
    seenAt: at('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.root] })],
);

/** A file below a watched folder, as it was seen last. */
export const watchedFiles = salience.table(
  'watched_files',
  {
    agentId: agentId(),
    root: text('root').notNull(),
    /** Below the root. */
    path: text('path').notNull(),
    inode: text('inode').notNull(),
    mtimeMs: doublePrecision('mtime_ms').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The signal that accounts for its latest change: its own, or the one of its burst; null: it was there before. */
    signalId: id<Id<'signal'>>('signal_id'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.root, t.path] }),
    index('watched_files_inode').on(t.agentId, t.root, t.inode),
  ],
);

/** A page that is polled for an agent. One poller at a time, by lease. */
export const pages = salience.table(
  'pages',
  {
    agentId: agentId(),
    endpoint: text('endpoint').notNull(),
    etag: text('etag'),
    lastModified: text('last_modified'),
    hash: text('hash'),
    status: integer('status'),
    bytes: integer('bytes'),
    number: doublePrecision('number'),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    owner: text('owner'),
    leaseUntil: at('lease_until'),
    nextAt: at('next_at').notNull(),
    failures: integer('failures').notNull().default(0),
    error: text('error'),
    seenAt: at('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.endpoint] })],
);

/** How far rows of another table were made signals of, by source: an instant, or for memory the number of a transaction. */
export const senseCursors = salience.table(
  'sense_cursors',
  {
    agentId: agentId(),
    source: text('source').notNull(),
    upto: text('upto').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.source] })],
);
