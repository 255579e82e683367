import { findPrivateRedis } from '@salience/embedded';
import type { Home } from './home.ts';

/** The address of the home's private Redis while it runs; undefined when it does not, or cannot be looked at. */
export async function privateRedisUrl(home: Home): Promise<string | undefined> {
  return await findPrivateRedis({ dir: home.redis }).then(
    (server) => server?.url,
    () => undefined,
  );
}
