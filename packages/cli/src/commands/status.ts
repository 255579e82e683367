import {
  pageSchema,
  queueViewSchema,
  readinessSchema,
  type WorkerView,
  workerViewSchema,
} from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { type OpenDeadLetters, openDeadLetters } from '../status/open-dead-letters.ts';
import { shownWorkers } from '../status/shown-workers.ts';
import { colour, duration, print, printJson, table } from '../terminal.ts';

const workersSchema = pageSchema(workerViewSchema).pick({ items: true });
const queuesSchema = pageSchema(queueViewSchema).pick({ items: true });

/** `salience status`: what runs, how much waits, and what was given up. */
export async function runStatus(context: Context, options: { readonly all?: boolean }): Promise<number> {
  const client = await context.client();
  const [{ ready, parts }, workers, queues, letters] = await Promise.all([
    client.ask('/ready', readinessSchema, { alsoAnswers: 503 }),
    client.ask('/workers', workersSchema),
    client.ask('/queues', queuesSchema),
    openDeadLetters(context, client),
  ]);
  const present = options.all === true ? workers.items : shownWorkers(workers.items);
  const code = ready ? exitCodes.ok : exitCodes.failure;
  if (context.json) {
    printJson({
      url: client.address.url,
      ready,
      parts,
      workers: present,
      queues: queues.items,
      dead_letters: letters,
    });
    return code;
  }
  print(
    `${client.address.url}  ${ready ? colour.green('ready') : colour.red('not ready: turns are not accepted now')}`,
  );
  for (const [name, part] of Object.entries(parts)) if (!part.ok) print(`  ${name}: ${part.detail}`);
  print('');
  print(table(['worker', 'state', 'pid', 'up', 'running', 'done', 'failed'], present.map(workerCells)));
  print('');
  print(
    table(
      ['queue', 'waiting', 'active', 'delayed', 'failed'],
      queues.items.map((one) => [
        one.queue,
        `${one.waiting}`,
        `${one.active}`,
        `${one.delayed}`,
        `${one.failed}`,
      ]),
    ),
  );
  print('');
  print(deadLettersLine(letters));
  return code;
}

function deadLettersLine({ open, of }: OpenDeadLetters): string {
  const whose = of === 'all' ? '' : ' of this agent';
  const line = `${open} dead letters${whose}`;
  return open === 0 ? line : `${colour.yellow(line)}: npx salience dead-letters list`;
}

function workerCells(worker: WorkerView): string[] {
  const up = duration(Math.max(0, Date.now() - Date.parse(worker.started_at)));
  return [
    worker.app,
    worker.state,
    `${worker.pid}`,
    up,
    `${worker.running.length}`,
    `${worker.jobs_done}`,
    `${worker.jobs_failed}`,
  ];
}
