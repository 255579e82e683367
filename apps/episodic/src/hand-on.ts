import { type AgentId, conceptExtractJob, type EpisodeId } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Queues } from '@salience/queues';
import { type Logger, type Metrics, withSend } from '@salience/telemetry';

/** Sends what follows from a stored episode. Never rejects: its row is committed, and the sweeper finds what could not be sent. */
export type HandOn = (
  agentId: AgentId,
  episodeId: EpisodeId,
  /** The `traceparent` that the sending belongs to. */
  parent: string | null,
) => Promise<void>;

/** Makes the hand-on to `concept.extract`. */
export function createHandOn(
  queues: Pick<Queues, 'enqueue'>,
  log: Logger,
  metrics: Pick<Metrics, 'conventions'>,
): HandOn {
  return (agentId, episodeId, parent) =>
    withSend(metrics, { queue: conceptExtractJob.queue, count: 1, parent }, () =>
      queues.enqueue(conceptExtractJob, { agentId, episodeId }),
    ).catch((error: unknown) =>
      log.warn({ episodeId, cause: messageOf(error) }, 'hand-on failed; the sweeper will repeat it'),
    );
}
