import {
  type AgentId,
  type ExchangeId,
  episodeBuildJob,
  memoryChunkJob,
  type RangeId,
} from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Queues } from '@salience/queues';
import { attributeKeys, type Logger, spanNames, withSpan } from '@salience/telemetry';

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
        exchangeId === null
          ? undefined
          : sending(memoryChunkJob.queue, () => queues.enqueue(memoryChunkJob, { agentId, exchangeId })),
        rangeIds.length === 0
          ? undefined
          : sending(episodeBuildJob.queue, () =>
              queues.enqueueMany(
                episodeBuildJob,
                rangeIds.map((rangeId) => ({ payload: { agentId, rangeId } })),
              ),
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

function sending<T>(queue: string, send: () => Promise<T>): Promise<T> {
  const attributes = {
    [attributeKeys.messagingOperationType]: 'send',
    [attributeKeys.messagingDestination]: queue,
  };
  return withSpan(spanNames.send(queue), { kind: 'producer', attributes }, send);
}
