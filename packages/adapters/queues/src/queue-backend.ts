import type { Job, JobsOptions } from 'bullmq';
import type { WorkerMaker } from './jobs/queue-worker.ts';
import type { LiveEvents } from './live/live-events.ts';
import type { Signals } from './signals.ts';

/** The kinds of job count that a depth is made of. */
type CountName = 'waiting' | 'prioritized' | 'waiting-children' | 'active' | 'delayed' | 'failed';

/** The part of a BullMQ queue that this package uses, the same on both backends. */
export interface ProducerQueue {
  add(name: string, data: unknown, options: JobsOptions): Promise<Pick<Job, 'id'>>;
  addBulk(jobs: { name: string; data: unknown; opts: JobsOptions }[]): Promise<Pick<Job, 'id'>[]>;
  getJobCounts(...names: CountName[]): Promise<Record<string, number>>;
  getJobs(
    names: CountName[],
    start: number,
    end: number,
    asc: boolean,
  ): Promise<(Pick<Job, 'delay' | 'finishedOn' | 'opts' | 'processedOn' | 'timestamp'> | undefined)[]>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What a backend provides. Everything else in this package is common to both. */
export interface QueueBackend {
  readonly name: 'redis' | 'postgres';
  /** Makes the producer of a queue. All producers share one connection. */
  makeQueue(queue: string): ProducerQueue;
  readonly makeWorker: WorkerMaker;
  readonly live: LiveEvents;
  readonly signals: Signals;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How many of BullMQ's own event records are kept per queue. Nothing here reads them; they are for people who debug. */
export const BULL_EVENTS_KEPT = 200;
