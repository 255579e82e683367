import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJson, writePrivateJson } from './home.ts';

const stateSchema = z.object({ passwords: z.record(z.string(), z.string().min(16)) });

/**
 * The password of each role, made at random the first time and kept for the owner of the home only. Apps never
 * connect as owner or superuser, on a laptop neither.
 */
export function keptPasswords<Role extends string>(
  file: string,
  roles: readonly Role[],
): Record<Role, string> {
  const parsed = stateSchema.safeParse(readJson(file));
  const kept = parsed.success ? parsed.data.passwords : {};
  const missing = roles.filter((role) => kept[role] === undefined);
  const passwords = { ...kept, ...Object.fromEntries(missing.map((role) => [role, secret()])) };
  if (missing.length > 0) writePrivateJson(file, { passwords });
  return passwords as Record<Role, string>;
}

/** The kept password of one role; undefined when this home has none yet. Makes nothing. */
export function keptPassword(file: string, role: string): string | undefined {
  const parsed = stateSchema.safeParse(readJson(file));
  return parsed.success ? parsed.data.passwords[role] : undefined;
}

/** Every password of this home, so that it can be kept out of what is shown; empty where there are none. */
export function keptSecrets(file: string): string[] {
  try {
    const parsed = stateSchema.safeParse(readJson(file));
    return parsed.success ? Object.values(parsed.data.passwords) : [];
  } catch {
    // A file that cannot be read shows nothing either.
    return [];
  }
}

function secret(): string {
  return randomBytes(24).toString('hex');
}
