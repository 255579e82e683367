import type { Clock, Database } from '@salience/database';
import { noteModelUsage } from '@salience/database/operations';
import { messageOf } from '@salience/errors';
import type { Logger, Metrics } from '@salience/telemetry';

/**
 * Keeps what this process counted of its model calls, on the connection of heartbeats. Never rejects: what could not be kept stays counted and is tried
 * again with the next heartbeat. Where the answer of the database was lost, a few calls may count twice.
 */
export async function keepUsage({
  clock,
  db,
  log,
  metrics,
}: {
  readonly clock: Clock;
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'modelUsage'>;
}): Promise<void> {
  const counted = metrics.modelUsage.take();
  if (counted.length === 0) return;
  try {
    await noteModelUsage(db.reserved, counted, await clock.now());
  } catch (error) {
    for (const usage of counted) metrics.modelUsage.add(usage);
    log.warn({ cause: messageOf(error) }, 'usage of models could not be kept; trying again');
  }
}
