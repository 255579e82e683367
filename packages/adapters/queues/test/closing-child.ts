// Uses everything once and closes. Nothing may keep this process alive then.
import { createQueues, done } from '../src/index.ts';
import { freshTurn, noteJob, testQueues } from './contracts.ts';

const queues = await createQueues({ connection: JSON.parse(process.argv[2] ?? ''), queues: testQueues });
const worked = Promise.withResolvers<void>();
await queues.work(
  noteJob,
  async () => {
    worked.resolve();
    return done();
  },
  { concurrency: 2, onDeadLetter: async () => {} },
);
const turn = freshTurn();
const heard = Promise.withResolvers<void>();
await queues.live.subscribe(turn, undefined, () => heard.resolve());
await queues.signals.listen('any', () => {});
await queues.enqueue(noteJob, { key: 'last-one' });
await queues.live.publish(turn, [{ position: { fence: 1, n: 1 }, event: { type: 'delta', text: 'x' } }]);
await Promise.all([worked.promise, heard.promise, queues.depths()]);
await queues.close();
process.stdout.write('closed\n');
