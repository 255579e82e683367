import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SalienceError } from '@salience/errors';
import { type Home, writePrivateText } from './home.ts';

const pattern = /^pt_[\w-]{43}$/;

/**
 * What the person of this machine shows to be one, made at random the first time and kept for the owner of the home only. No
 * tool of an agent is given it.
 */
export function keptPersonToken(home: Home): string {
  const kept = readPersonToken(home);
  if (kept !== undefined) return kept;
  const made = `pt_${randomBytes(32).toString('base64url')}`;
  writePrivateText(home.personFile, `${made}\n`);
  return made;
}

/** Replaces the person's token by one that was kept in a backup. Throws `backup.damaged` for what is none. */
export function keepPersonToken(home: Home, token: string): void {
  if (!pattern.test(token))
    throw new SalienceError('backup.damaged', 'The token in this backup is none. Nothing was restored.');
  writePrivateText(home.personFile, `${token}\n`);
}

/** The person's token; undefined when this home has none, or another user's. Makes nothing. */
export function readPersonToken(home: Home): string | undefined {
  try {
    const kept = readFileSync(home.personFile, 'utf8').trim();
    return pattern.test(kept) ? kept : undefined;
  } catch {
    // Who may not read it is not the person; the server says what to do.
    return undefined;
  }
}
