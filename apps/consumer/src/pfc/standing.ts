import type { PfcTrust } from '@salience/contracts';
import type { Caller } from '../http/door.ts';

/** How far a caller's rows are trusted: a key or a person vouches for them, or nobody does. */
export function trustOf({ voice }: Caller): PfcTrust {
  return voice === 'none' ? 'unverified' : 'owner';
}

/** The rows that count where the caller has something worked out: without a key all do, with one what nobody vouches for does not. */
export function counted(caller: Caller): { readonly trust?: PfcTrust } {
  return trustOf(caller) === 'owner' ? { trust: 'owner' } : {};
}

/** The rows that a caller may change: without a key none that somebody vouches for. */
export function changeable(caller: Caller): { readonly trust?: PfcTrust } {
  return trustOf(caller) === 'owner' ? {} : { trust: 'unverified' };
}
