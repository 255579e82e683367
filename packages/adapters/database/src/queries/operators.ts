import type { Id } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { ask, call, type Database } from '../connect.ts';
import { newId } from '../new-id.ts';
import type { operatorKeys } from '../schema/operators.ts';
import { hashSecret, makeSecret } from '../secrets.ts';
import { type AsJson, revived } from '../typed-rows.ts';
import { type KeyChanger, type MadeKey, makeKey, revokeKey, type RotatedKey, rotateKey } from './keys.ts';

/** What the door of the operator's routes has to know. */
export interface OperatorDoor {
  /** Keys are in use, so being on this machine is not enough. An expired key counts, a revoked one does not. */
  readonly closed: boolean;
  /** The key behind the credential; null if that is unknown, revoked or expired. */
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
 * Opens a session for the holder of a key: a token that replaces the key for at most `seconds`. Only its hash is stored.
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
export type OperatorKeyRow = Readonly<Omit<typeof operatorKeys.$inferSelect, 'hash'>>;

const namePattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Makes an operator key. From then on the operator's routes need a key on every bind. Throws `operator.bad-name`, and as `makeKey` does. */
export async function createOperatorKey(
  db: Database,
  name: string,
  { expiresAt, ...by }: KeyChanger & { readonly expiresAt?: Date | undefined } = {},
): Promise<MadeKey<'operatorKey'>> {
  if (!namePattern.test(name)) {
    throw new SalienceError(
      'operator.bad-name',
      `Expected 1 to 63 of a-z, 0-9, ".", "_" and "-", starting with a letter or digit; got "${name}".`,
    );
  }
  return makeKey(db, 'operatorKey', { name }, { by, expiresAt });
}

/** Operator keys, the latest first. Consumer, operator. */
export async function listOperatorKeys(db: Database): Promise<OperatorKeyRow[]> {
  const keys = await ask<AsJson<OperatorKeyRow>[]>(db, 'list_operator_keys');
  return keys.map((key) => revived(key, 'createdAt', 'expiresAt', 'revokedAt'));
}

/** Makes a key of the same name in the place of another; see `rotateKey`. */
export function rotateOperatorKey(
  db: Database,
  id: string,
  { overlapMs, ...by }: KeyChanger & { readonly overlapMs: number },
): Promise<RotatedKey<'operatorKey'> | undefined> {
  return rotateKey(db, 'operatorKey', id, { by, overlapMs });
}

/** Revokes an operator key at once, and its sessions; see `revokeKey`. */
export function revokeOperatorKey(db: Database, id: string, by: KeyChanger = {}): Promise<boolean> {
  return revokeKey(db, 'operatorKey', id, by);
}
