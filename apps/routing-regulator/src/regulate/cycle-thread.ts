// The program of the thread that measures decisions and does one piece of work on them. Answers each message once, with what it came to
// or with null.
import { parentPort, workerData } from 'node:worker_threads';
import type { LabelledDecision } from '@salience/regulation';
import { createWork, type Task } from './cycle-work.ts';

const { max, task } = workerData as { readonly task: Task; readonly max: number };
const work = createWork(task, max);

parentPort?.on('message', (decisions: readonly LabelledDecision[] | null) => {
  if (decisions !== null) work.take(decisions);
  parentPort?.postMessage(decisions === null ? work.done() : null);
});
