import type { Id } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { call, type Database, inTransaction, query } from '../connect.ts';
import { newId } from '../new-id.ts';
import { hashSecret, makeSecret } from '../secrets.ts';
import { auditInsert, auditValues } from './operators-audit.ts';

/** What the door of the operator's routes has to know. */
export interface OperatorDoor {
  /** Keys are in use, so being on this machine is not enough. An expired key counts, a revoked one does not. */
  readonly closed: boolean;
  /** The key behind what was shown; null when that is unknown, revoked or expired. */
  readonly key: {
    readonly id: Id<'operatorKey'>;
    readonly name: string;
    /** Milliseconds until it expires; null without an end. */
    readonly goodForMs: number | null;
  } | null;
}

/** Who shows this key or this session. Consumer, operator. */
export function openOperatorDoor(
  db: Database,
  shown: { readonly key?: string; readonly session?: string },
): Promise<OperatorDoor> {
  return call(db, 'operator_door', {
    keyHash: shown.key === undefined ? null : hashSecret(shown.key),
    sessionHash: shown.session === undefined ? null : hashSecret(shown.session),
  });
}

/**
 * Opens a session for the holder of a key: a token that stands for the key for at most `seconds`. Only its hash is kept.
 * Undefined when the key is not good. Consumer.
 */
export async function openOperatorSession(
  db: Database,
  key: string,
  seconds: number,
): Promise<{ token: string; name: string; seconds: number } | undefined> {
  const { key: token, hash } = makeSecret('os_');
  const opened = await call<{ name: string; seconds: number } | null>(db, 'open_operator_session', {
    keyHash: hashSecret(key),
    sessionHash: hash,
    seconds,
    auditId: newId('audit'),
  });
  return opened === null ? undefined : { token, ...opened };
}

/** Ends a session; does nothing when there is none. Consumer. */
export async function closeOperatorSession(db: Database, token: string, actor: string): Promise<void> {
  await call(db, 'close_operator_session', {
    sessionHash: hashSecret(token),
    actor,
    auditId: newId('audit'),
  });
}

/** An operator key in a list; never the key itself. */
export interface OperatorKeyRow {
  readonly id: Id<'operatorKey'>;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

const namePattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/**
 * Makes an operator key and returns it; it is shown this once and only its hash is kept. From then on the operator's
 * routes need a key on every bind. Throws `operator.bad-name`. Operator role.
 */
export async function createOperatorKey(
  db: Database,
  name: string,
  more: { readonly expiresAt?: Date; readonly actor?: string } = {},
): Promise<{ id: Id<'operatorKey'>; key: string }> {
  if (!namePattern.test(name)) {
    throw new SalienceError(
      'operator.bad-name',
      `Expected 1 to 63 of a-z, 0-9, ".", "_" and "-", starting with a letter or digit; got "${name}".`,
    );
  }
  const { key, hash, hint } = makeSecret('op_');
  const id = newId('operatorKey');
  await query(
    db,
    'create_operator_key',
    `with made as (
       insert into salience.operator_keys (id, name, hash, hint, expires_at) values ($1, $2, $3, $4, $5) returning id
     ) ${auditInsert(6, 'from made')}`,
    [
      id,
      name,
      hash,
      hint,
      more.expiresAt ?? null,
      ...auditValues({ actor: more.actor, action: 'operator-key.create', target: id }),
    ],
  );
  return { id, key };
}

/** Operator keys, the latest first. Operator role. */
export function listOperatorKeys(db: Database): Promise<OperatorKeyRow[]> {
  return query<OperatorKeyRow & Record<string, unknown>>(
    db,
    'list_operator_keys',
    `select id, name, hint, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"
     from salience.operator_keys order by created_at desc`,
    [],
  );
}

/**
 * Makes a key of the same name in the place of another, which stays good for `overlapMs` more (or until it expires, if
 * that is sooner). Undefined when the old one is unknown, revoked or expired. Operator role.
 */
export function rotateOperatorKey(
  db: Database,
  id: string,
  options: { readonly overlapMs: number; readonly actor?: string },
): Promise<{ id: Id<'operatorKey'>; key: string; oldExpiresAt: Date } | undefined> {
  return inTransaction(db, async (client) => {
    const old = await client.query<{ name: string; expiresAt: Date }>(
      `update salience.operator_keys set expires_at = least(expires_at, clock_timestamp() + $2 * interval '1 millisecond')
       where id = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
       returning name, expires_at as "expiresAt"`,
      [id, options.overlapMs],
    );
    const row = old.rows[0];
    if (row === undefined) return undefined;
    const { key, hash, hint } = makeSecret('op_');
    const made = newId('operatorKey');
    await client.query('insert into salience.operator_keys (id, name, hash, hint) values ($1, $2, $3, $4)', [
      made,
      row.name,
      hash,
      hint,
    ]);
    const details = { newKeyId: made, overlapMs: options.overlapMs };
    const entry = { actor: options.actor, action: 'operator-key.rotate', target: id, details };
    await client.query(auditInsert(1), auditValues(entry));
    return { id: made, key, oldExpiresAt: row.expiresAt };
  });
}

/** Revokes an operator key at once, and its sessions. False when it is unknown or was revoked before. Operator role. */
export async function revokeOperatorKey(db: Database, id: string, actor?: string): Promise<boolean> {
  const rows = await query(
    db,
    'revoke_operator_key',
    `with gone as (
       update salience.operator_keys set revoked_at = now() where id = $1 and revoked_at is null returning id
     ) ${auditInsert(2, 'from gone')} returning id`,
    [id, ...auditValues({ actor, action: 'operator-key.revoke', target: id })],
  );
  return rows.length === 1;
}
