import { sql } from 'drizzle-orm';
import { check, index, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, id, json, ownId, salience } from './columns.ts';

/** A key that opens the operator's routes of every consumer. Only its SHA-256 is stored. */
export const operatorKeys = salience.table(
  'operator_keys',
  {
    id: ownId<'operatorKey'>(),
    /** The person or program that uses it; written to the audit log. A rotated key keeps the name. */
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [uniqueIndex('operator_keys_hash').on(t.hash)],
);

/**
 * A browser that showed an operator key, or a code of this machine's person. Key: the SHA-256 of its cookie. Ends with the
 * operator key or the person's token that it stands for.
 */
export const operatorSessions = salience.table(
  'operator_sessions',
  {
    hash: id('hash').primaryKey(),
    keyId: id('key_id').references(() => operatorKeys.id),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** The SHA-256 of the person's token. */
    personHash: text('person_hash'),
  },
  (t) => [check('operator_sessions_stands_for', sql`num_nonnulls(${t.keyId}, ${t.personHash}) = 1`)],
);

/** A code that buys a browser one session of this machine's person. Key: the SHA-256 of the code. Gone when it is used. */
export const personCodes = salience.table('person_codes', {
  hash: id('hash').primaryKey(),
  /** The SHA-256 of the person's token. */
  personHash: text('person_hash').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
});

/** An operator's action, in ids, names and numbers. Append-only: no role may change or delete a row. */
export const auditLog = salience.table(
  'audit_log',
  {
    id: ownId<'audit'>(),
    at: at('at').notNull().default(sql`clock_timestamp()`),
    /** `operator:<key name>`, `local` or `cli:<user>`; `unnamed` if not named. */
    actor: text('actor').notNull(),
    /** Noun and verb, such as `dead-letter.retry`. */
    action: text('action').notNull(),
    target: text('target'),
    details: json<Readonly<Record<string, unknown>>>('details').notNull(),
    /** `started` while the end is not known. */
    outcome: text('outcome').$type<'started' | 'done' | 'refused' | 'failed'>().notNull(),
  },
  (t) => [
    index('audit_log_order').on(t.at, t.id),
    // Serves the history of one thing.
    index('audit_log_target').on(t.target, t.at, t.id).where(sql`target is not null`),
    check('audit_log_outcome', sql`${t.outcome} in ('started', 'done', 'refused', 'failed')`),
  ],
);
