import { namesPlace } from '@salience/language';
import type { WorldRows } from './world-state.ts';

/** A zone that was proposed for a person and that no answer told them of yet. */
export type UntoldZone = NonNullable<WorldRows['zones']>[number];

/** What was said in the thread, oldest first. */
interface SaidBefore {
  readonly id: string;
  readonly message: string;
}

/**
 * The one to tell who speaks; null for the owner. None while a later message of the thread names a place: nothing was learned from it yet, and it
 * may say that they moved.
 */
export function untoldZone(
  world: WorldRows | null,
  speaker: string | null,
  history: readonly SaidBefore[],
): UntoldZone | undefined {
  const name = speaker?.trim().toLowerCase();
  const zone = world?.zones?.find(({ names, owner }) => (name === undefined ? owner : names.includes(name)));
  if (zone === undefined) return undefined;
  const proposed = history.findIndex(({ id }) => id === zone.exchangeId);
  return history.slice(proposed + 1).some(({ message }) => namesPlace(message)) ? undefined : zone;
}
