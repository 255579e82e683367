import type { Id } from '@salience/contracts';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Orm } from '../connect.ts';
import { newId } from '../new-id.ts';
import { apiKeys } from '../schema/agents.ts';
import { operatorKeys } from '../schema/operators.ts';
import { makeSecret } from '../secrets.ts';
import { audit } from './operators-audit.ts';

/** The two kinds of keys: where they are kept, what they begin with, and what the audit log calls them. */
const kinds = {
  apiKey: { table: apiKeys, prefix: 'sk_', noun: 'agent-key' },
  // What both tables have is all that is used here.
  operatorKey: { table: operatorKeys as unknown as typeof apiKeys, prefix: 'op_', noun: 'operator-key' },
} as const;

type KeyKind = keyof typeof kinds;

/** A key that was just made: it is shown this once and only its hash is kept. */
export interface MadeKey<K extends KeyKind> {
  readonly id: Id<K>;
  readonly key: string;
}

/** A key in the place of another. */
export interface RotatedKey<K extends KeyKind> extends MadeKey<K> {
  readonly oldExpiresAt: Date;
}

/** What a kind of key says beside its secret. */
type KeyWords<K extends KeyKind> = K extends 'apiKey'
  ? Pick<typeof apiKeys.$inferSelect, 'agentId' | 'label' | 'rules'>
  : Pick<typeof operatorKeys.$inferSelect, 'name'>;

/** Makes a key, with its audit row. Operator role. */
export function makeKey<K extends KeyKind>(
  db: Database,
  kind: K,
  words: KeyWords<K>,
  {
    actor,
    details,
    expiresAt,
  }: { readonly actor?: string; readonly details?: object; readonly expiresAt?: Date },
): Promise<MadeKey<K>> {
  return inTransaction(db, async ({ orm }) => {
    const made = await insertKey(orm, kind, { ...words, expiresAt });
    await audit(orm, {
      actor,
      action: `${kinds[kind].noun}.create`,
      target: made.id,
      details: { ...details },
    });
    return made;
  });
}

/**
 * Makes a key that says the same in the place of another, which stays good for `overlapMs` more (or until it expires, if that is
 * sooner). Undefined when the old one is unknown, revoked or expired. Operator role.
 */
export function rotateKey<K extends KeyKind>(
  db: Database,
  kind: K,
  id: string,
  { actor, overlapMs }: { readonly actor?: string; readonly overlapMs: number },
): Promise<RotatedKey<K> | undefined> {
  const { noun, table } = kinds[kind];
  return inTransaction(db, async ({ orm }) => {
    const soon = sql<Date>`least(${table.expiresAt}, clock_timestamp() + ${overlapMs} * interval '1 millisecond')`;
    const good = or(isNull(table.expiresAt), gt(table.expiresAt, sql`clock_timestamp()`));
    const [old] = await orm
      .update(table)
      .set({ expiresAt: soon })
      .where(and(eq(table.id, id as Id<'apiKey'>), isNull(table.revokedAt), good))
      .returning();
    if (old === undefined) return undefined;
    const { createdAt: _made, expiresAt, ...words } = old;
    const made = await insertKey(orm, kind, words);
    const details = { newKeyId: made.id, overlapMs };
    await audit(orm, { actor, action: `${noun}.rotate`, target: id, details });
    return { ...made, oldExpiresAt: expiresAt as Date };
  });
}

/** Revokes a key at once, and what was opened with it. False when it is unknown or was revoked before. Operator role. */
export function revokeKey(db: Database, kind: KeyKind, id: string, actor?: string): Promise<boolean> {
  const { noun, table } = kinds[kind];
  return inTransaction(db, async ({ orm }) => {
    const gone = await orm
      .update(table)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(table.id, id as Id<'apiKey'>), isNull(table.revokedAt)))
      .returning({ id: table.id });
    if (gone.length > 0) await audit(orm, { actor, action: `${noun}.revoke`, target: id });
    return gone.length > 0;
  });
}

async function insertKey<K extends KeyKind>(orm: Orm, kind: K, words: object): Promise<MadeKey<K>> {
  const { prefix, table } = kinds[kind];
  const { key, ...kept } = makeSecret(prefix);
  const id = newId(kind);
  await orm.insert(table).values({ ...words, ...kept, id } as unknown as typeof apiKeys.$inferInsert);
  return { id, key };
}
