import type { TurnExplanationView } from '@salience/contracts';
import { loadRecalibration } from '@salience/database/learning';
import { recalibrated } from '@salience/regulation';
import type { ConsumerContext } from '../consumer-context.ts';

/**
 * How often decisions of this confidence are right, by the newest calibration, whose map may say that the confidence needs no correction;
 * null where there is none.
 */
export async function calibrated(
  { db }: Pick<ConsumerContext, 'db'>,
  confidence: number,
): Promise<NonNullable<TurnExplanationView['calibration']> | null> {
  const map = await loadRecalibration(db);
  if (map === undefined) return null;
  const { at, decisions, version } = map;
  return { right: recalibrated(map, confidence), version, decisions, at: at.toISOString() };
}
