import {
  type AgentId,
  type ExchangeId,
  episodeBuildJob,
  memoryChunkJob,
  type RangeId,
} from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Queues } from '@salience/queues';
import type { Logger } from '@salience/telemetry';

/** Sends what follows from a committed turn. */
export type HandOn = (work: {
  agentId: AgentId;
  exchangeId: ExchangeId | null;
  rangeIds: readonly RangeId[];
}) => Promise<void>;

/**
 * Makes the hand-on. The rows are committed before; a job that cannot be sent now is not lost, the sweeper finds its
 * row, so a failure is told and not thrown.
 */
export function createHandOn(queues: Queues, log: Logger): HandOn {
  return async ({ agentId, exchangeId, rangeIds }) => {
    try {
      await Promise.all([
        exchangeId === null ? undefined : queues.enqueue(memoryChunkJob, { agentId, exchangeId }),
        rangeIds.length === 0
          ? undefined
          : queues.enqueueMany(
              episodeBuildJob,
              rangeIds.map((rangeId) => ({ payload: { agentId, rangeId } })),
            ),
      ]);
    } catch (error) {
      log.warn(
        { exchangeId, rangeIds, cause: messageOf(error) },
        'hand-on failed; the sweeper will repeat it',
      );
    }
  };
}
