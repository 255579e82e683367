import { personViewSchema } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { Context } from '../context.ts';
import type { ApiClient } from './api-client.ts';
import { ownTimeZone } from './own-time-zone.ts';

/** The zone in which times are shown to who uses this command: the configured one, else the one that counts for the owner, else the machine's. */
export async function shownZone({ env }: Pick<Context, 'env'>, client: ApiClient): Promise<string> {
  const { timeZone } = client.address;
  if (timeZone !== undefined) return timeZone;
  try {
    return (await client.ask('/people/owner', personViewSchema)).zone_in_use;
  } catch (error) {
    // Where the server does not say, times are shown all the same.
    if (isSalienceError(error)) return ownTimeZone(env.timeZone);
    throw error;
  }
}
