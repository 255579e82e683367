import type { Administration } from '@salience/supervisor/administration';
import type { Context } from './context.ts';

/** Runs `work` with the administration of agents and keys, as the user of this machine. Loads the database code on first use. */
export async function withAdministration<T>(
  context: Context,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const { administer } = await import('@salience/supervisor/administration');
  return await administer(context, context.actor, work);
}
