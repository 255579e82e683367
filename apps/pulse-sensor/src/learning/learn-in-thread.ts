import { Worker } from 'node:worker_threads';
import { messageOf, SalienceError } from '@salience/errors';
import type { Learned, LearnInput } from '@salience/limbic';

// A bundle has the program beside it.
const program = new URL(
  import.meta.url.endsWith('.ts') ? './learning-thread.ts' : './learning-thread.mjs',
  import.meta.url,
);

/** Trains a model in a thread of its own: it takes seconds of a core. Throws `limbic.training-failed`, and the signal's reason when it is aborted. */
export function learnInThread(input: LearnInput, signal: AbortSignal): Promise<Learned> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: input, name: 'limbic' });
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', resolve);
    worker.once('error', (cause) => reject(trainingFailed(messageOf(cause), cause)));
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      // After its answer this changes nothing.
      reject(
        signal.aborted ? (signal.reason as Error) : trainingFailed(`its thread ended with code ${code}`),
      );
    });
    if (signal.aborted) stop();
  });
}

function trainingFailed(why: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'limbic.training-failed',
    `A model of a cluster could not be trained: ${why}. The one that scores stays.`,
    {
      kind: 'bug',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}
