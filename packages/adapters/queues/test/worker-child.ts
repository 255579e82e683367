// Takes a job and never finishes it. The connection comes as JSON in the first argument.
import { createQueues } from '../src/index.ts';
import { noteJob } from './contracts.ts';

const queues = await createQueues({ connection: JSON.parse(process.argv[2] ?? '') });
await queues.work(
  noteJob,
  (payload) => {
    process.stdout.write(`started ${payload.key}\n`);
    return new Promise(() => {});
  },
  { concurrency: 1, onDeadLetter: async () => {} },
);
process.stdout.write('ready\n');
