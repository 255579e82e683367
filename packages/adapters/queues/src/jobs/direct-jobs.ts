import type { JobContract } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { QueueLog } from '../queue-connection.ts';
import type { Signals } from '../signals.ts';
import type { EnqueueOptions } from './job-options.ts';
import { type RunnerParts, runDirect } from './job-runner.ts';
import { readPayload } from './payload.ts';

/** Sends a job to its queue. */
export type SendToQueue = <P>(job: JobContract<P>, payload: P, options: EnqueueOptions) => Promise<void>;

/** What travels: the payload, and the options for the case that the worker passes it on to the queue. */
interface Letter {
  readonly payload: unknown;
  readonly wake?: EnqueueOptions['wake'];
}

/** Sends a job to one worker. Resolves with false if that worker is certainly away. */
export function sendDirect<P>(
  signals: Signals,
  job: JobContract<P>,
  payload: P,
  { to, wake }: EnqueueOptions & { readonly to: string },
): Promise<boolean> {
  const letter: Letter = { payload, ...(wake === undefined ? {} : { wake }) };
  return signals.send(channelOf(job, to), JSON.stringify(letter));
}

/** The jobs that are sent to one worker. Nothing stores them: whoever sends one has a row that a sweep finds. */
export interface DirectJobs {
  /** Hears no more; what was heard and did not run is in the queue. */
  stop(): Promise<void>;
}

/** What receiving needs, beside what running needs. */
interface Desk {
  readonly signals: Signals;
  readonly toQueue: SendToQueue;
  readonly log: QueueLog;
  /** Called with the number of these jobs that run, when it has changed. */
  readonly onChange: (count: number) => void;
  /** False while jobs may wait in the queue: what came before goes first. */
  readonly isQueueEmpty: () => boolean;
}

/**
 * Takes the jobs that are sent to a worker by its name, and runs each at once. What it has no place for it passes on to the queue, where
 * any worker takes it: no job waits for one worker while another is free, and none overtakes what waits in the queue. Rejects with `queues.unavailable`.
 */
export async function takeDirectJobs<P>(
  parts: RunnerParts<P>,
  name: string,
  desk: Desk,
): Promise<DirectJobs> {
  const { job, options, running } = parts;
  /** By payload: the latest equal one that came while it ran. */
  const runs = new Map<string, Letter | undefined>();
  const underWay = new Set<Promise<void>>();
  let count = 0;

  const passOn = async (letter: Letter, more: EnqueueOptions = {}): Promise<void> => {
    const wake = letter.wake === undefined ? {} : { wake: letter.wake };
    try {
      await desk.toQueue(job, letter.payload as P, { ...wake, ...more });
    } catch (error) {
      desk.log.warn(
        { queue: job.queue, error: messageOf(error) },
        'A job could not be passed on to its queue',
      );
    }
  };
  const run = async (key: string, letter: Letter, payload: P): Promise<void> => {
    count += 1;
    runs.set(key, undefined);
    const ended = runDirect(parts, `${name}-${String(jobNumber())}`, payload);
    desk.onChange(count);
    const again = await ended;
    const later = runs.get(key);
    runs.delete(key);
    count -= 1;
    desk.onChange(count);
    if (again !== undefined) await passOn(letter, again);
    // It may have come when the run had read everything. As if it came now, so that a busy one keeps no place that others wait for.
    if (later !== undefined) await take(later);
  };
  const take = async (letter: Letter): Promise<void> => {
    const key = JSON.stringify(letter.payload);
    if (runs.has(key)) {
      runs.set(key, letter);
      return;
    }
    const reading = readPayload(job, letter.payload);
    const hasPlace = running.count < options.concurrency && count < options.concurrency - 1;
    if (running.paused || !hasPlace || !desk.isQueueEmpty() || !reading.ok) return passOn(letter);
    await run(key, letter, reading.payload);
  };
  const stopListening = await desk.signals.listen(channelOf(job, name), (text) => {
    const letter = readLetter(text);
    if (letter === undefined) return;
    const taken = take(letter).finally(() => underWay.delete(taken));
    underWay.add(taken);
  });
  return {
    async stop() {
      await stopListening();
      await Promise.all(underWay);
    },
  };
}

/** Undefined for what no sender of ours has sent. */
function readLetter(text: string): Letter | undefined {
  try {
    const letter = JSON.parse(text) as Letter | null;
    return letter?.payload === undefined ? undefined : letter;
  } catch {
    return undefined;
  }
}

let jobsTaken = 0;

function jobNumber(): number {
  jobsTaken += 1;
  return jobsTaken;
}

function channelOf(job: { readonly queue: string }, worker: string): string {
  return `job.${job.queue}.${worker}`;
}
