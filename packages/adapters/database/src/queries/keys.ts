import type { Id, KeyRules } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { call, type Database } from '../connect.ts';
import { newId } from '../new-id.ts';
import { hashSecret, makeSecret } from '../secrets.ts';

/** The two kinds of keys: their prefix, and their name in the audit log. */
const kinds = {
  apiKey: { prefix: 'sk_', owner: 'agent' },
  operatorKey: { prefix: 'op_', owner: 'operator' },
} as const;

type KeyKind = keyof typeof kinds;

/** A new key: it is shown only now, and only its hash is stored. */
export interface MadeKey<K extends KeyKind> {
  readonly id: Id<K>;
  readonly key: string;
}

/** A key in the place of another. */
export interface RotatedKey<K extends KeyKind> extends MadeKey<K> {
  readonly oldExpiresAt: Date;
}

/** What an operator showed with a request: the operator key; none of the person of this machine, who operates while there is no such key. */
export interface ShownOperatorKey {
  readonly operatorKey: string | undefined;
}

/**
 * Who changes keys: a name for the audit log, from whoever connects with the operator's role; or what an operator showed, which the
 * database checks, and names in the audit log, in the transaction of the change (consumer).
 */
export type KeyChanger = { readonly actor?: string | undefined } | ShownOperatorKey;

/** What a kind of key says beside its secret. */
type KeyWords<K extends KeyKind> = K extends 'apiKey'
  ? { readonly agentId: Id<'agent'>; readonly label: string; readonly rules: KeyRules }
  : { readonly name: string };

/** Makes a key, with its audit row. Throws what `changeKey` does. */
export async function makeKey<K extends KeyKind>(
  db: Database,
  kind: K,
  words: KeyWords<K>,
  { by, expiresAt }: { readonly by: KeyChanger; readonly expiresAt?: Date | undefined },
): Promise<MadeKey<K>> {
  const { key, ...kept } = makeSecret(kinds[kind].prefix);
  const id = newId(kind);
  await changeKey(db, 'make', kind, { ...words, ...kept, id, expiresAt: expiresAt ?? null }, by);
  return { id, key };
}

/**
 * Makes a key that says the same in the place of another, which stays good for `overlapMs` more (or until it expires, if that is
 * sooner). Undefined when the old one is unknown, revoked or expired. Throws what `changeKey` does.
 */
export async function rotateKey<K extends KeyKind>(
  db: Database,
  kind: K,
  id: string,
  { by, overlapMs }: { readonly by: KeyChanger; readonly overlapMs: number },
): Promise<RotatedKey<K> | undefined> {
  const { key, ...kept } = makeSecret(kinds[kind].prefix);
  const made = newId(kind);
  const changed = await changeKey(db, 'rotate', kind, { ...kept, id, newId: made, overlapMs }, by);
  if (changed.oldExpiresAt === undefined) return undefined;
  return { id: made, key, oldExpiresAt: new Date(changed.oldExpiresAt) };
}

/**
 * Revokes a key at once, and what was opened with it. False when it is unknown or was revoked before. Throws what `changeKey` does.
 */
export async function revokeKey(db: Database, kind: KeyKind, id: string, by: KeyChanger): Promise<boolean> {
  return (await changeKey(db, 'revoke', kind, { id }, by)).status === 'done';
}

interface Changed {
  readonly status: 'done' | 'unknown' | keyof typeof refusals;
  /** Of a rotation that was done. */
  readonly oldExpiresAt?: string;
}

/** Why the database changes no key for what an operator showed. */
const refusals = {
  refused: ['operator.required', 'No operator key that is good was shown.'],
  first: ['operator-key.first', 'There is no operator key yet.'],
  past: ['key.expires-before-now', 'The new key would be over already.'],
} as const;

/**
 * One change of a key with its audit row. For what an operator showed, throws `operator.required`, `operator-key.first` (the person of
 * this machine changes keys of agents alone) or `key.expires-before-now`.
 */
async function changeKey(
  db: Database,
  change: 'make' | 'rotate' | 'revoke',
  kind: KeyKind,
  said: object,
  by: KeyChanger,
): Promise<Changed> {
  const asked = { ...said, kind: kinds[kind].owner, auditId: newId('audit') };
  if (!('operatorKey' in by)) {
    return call<Changed>(db, `${change}_key`, { ...asked, actor: by.actor ?? 'unnamed' });
  }
  const { operatorKey } = by;
  const shownHash = operatorKey === undefined ? null : hashSecret(operatorKey);
  const changed = await call<Changed>(db, 'operator_change_key', { ...asked, change, shownHash });
  if (changed.status === 'done' || changed.status === 'unknown') return changed;
  const [code, why] = refusals[changed.status];
  throw new SalienceError(code, why);
}
