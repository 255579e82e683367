import type { Administration } from '@salience/supervisor/administration';
import type { Context } from './context.ts';

/** Runs `work` on who there is, as the user of this machine. Its code, which brings the database along, is loaded now. */
export async function withAdministration<T>(
  context: Context,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const { administer } = await import('@salience/supervisor/administration');
  return await administer(context, context.actor, work);
}
