import { Worker } from 'node:worker_threads';
import { messageOf, SalienceError } from '@salience/errors';
import type { LabelledDecision } from '@salience/regulation';
import type { CycleDone, CycleTask, Done, SimulateDone, SimulateTask, Task } from './cycle-work.ts';

// A bundle has the program beside it.
const program = new URL(
  import.meta.url.endsWith('.ts') ? './cycle-thread.ts' : './cycle-thread.mjs',
  import.meta.url,
);

/** The decisions that work is done on, a page at a time, the oldest first. */
export type Pages = AsyncIterable<readonly LabelledDecision[]>;

/** The most decisions that a piece of work looks at, the newest: about 2 kB each while it lasts. */
export const decisionsMax = 50_000;

/**
 * Works on decisions in a thread of its own, because it takes seconds of a core in a process that does other things too. Throws
 * `regulator.work-failed`, what reading a page throws, and the signal's reason when it is aborted.
 */
export function workInThread(task: CycleTask, pages: Pages, signal: AbortSignal): Promise<CycleDone>;
export function workInThread(task: SimulateTask, pages: Pages, signal: AbortSignal): Promise<SimulateDone>;
export async function workInThread(task: Task, pages: Pages, signal: AbortSignal): Promise<Done> {
  const worker = new Worker(program, { workerData: { task, max: decisionsMax }, name: 'regulator' });
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Whoever waits hears of it; before anybody does it is no crash of the process.
  failed.catch(() => {});
  const stop = (): void => fail(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  worker.once('error', (cause) => fail(workFailed(messageOf(cause), cause)));
  worker.once('exit', (code) => fail(workFailed(`its thread ended with code ${code}`)));
  const answerTo = (message: readonly LabelledDecision[] | null): Promise<Done | null> => {
    const answer = new Promise<Done | null>((resolve) => {
      worker.once('message', resolve);
    });
    worker.postMessage(message);
    return Promise.race([answer, failed]);
  };
  try {
    if (signal.aborted) stop();
    for await (const page of pages) await answerTo(page);
    return (await answerTo(null)) as Done;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function workFailed(why: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'regulator.work-failed',
    `Decisions could not be worked on: ${why}. No policy was changed.`,
    { kind: 'bug', ...(cause === undefined ? {} : { cause }) },
  );
}
