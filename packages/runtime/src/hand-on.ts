import { type JobContract, turnDigestJob } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import { type LaneToWake, laneWake, type Queues } from '@salience/queues';
import { type Logger, type Metrics, withSend } from '@salience/telemetry';

/** What sending needs. */
export interface SendPorts {
  readonly queues: Pick<Queues, 'enqueue' | 'enqueueMany'>;
  readonly metrics: Pick<Metrics, 'conventions'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Sends jobs for committed rows, one for each payload. `parent` is the `traceparent` of the cause; without one it is the active span.
 * Never rejects: a failure is logged once, and a sweep finds the rows.
 */
export function handOn<P>(
  { log, metrics, queues }: SendPorts,
  job: JobContract<P>,
  payloads: readonly P[],
  parent: string | null = null,
): Promise<void> {
  const { queue } = job;
  const items = payloads.map((payload) => ({ payload }));
  const [first, ...others] = items;
  return withSend(metrics, { queue, count: items.length, parent }, () =>
    first !== undefined && others.length === 0
      ? queues.enqueue(job, first.payload)
      : queues.enqueueMany(job, items),
  ).catch((error: unknown) =>
    log.warn({ queue, jobs: items.length, cause: messageOf(error) }, 'job not sent; the sweep will send it'),
  );
}

/**
 * Wakes a lane: tells digest that its thread has a committed turn. Equal wake-ups have equal ids. Never rejects: a failure is logged
 * once, and a sweep wakes the lane.
 */
export function wake({ log, metrics, queues }: SendPorts, lane: LaneToWake): Promise<void> {
  const { payload, options } = laneWake(lane);
  return withSend(metrics, { queue: turnDigestJob.queue }, () =>
    queues.enqueue(turnDigestJob, payload, options),
  ).catch((error: unknown) =>
    log.warn({ threadId: lane.threadId, cause: messageOf(error) }, 'lane not woken; the sweep will wake it'),
  );
}
