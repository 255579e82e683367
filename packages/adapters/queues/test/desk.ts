import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JobContract } from '@salience/contracts';
import { afterEach, vi } from 'vitest';
import {
  createQueues,
  type DeadLetterRecord,
  type JobEvent,
  type JobHandler,
  type QueueConnection,
  type Queues,
  type QueueWorker,
} from '../src/index.ts';
import { testQueues } from './contracts.ts';

/** What one test works with: queues in a namespace of their own, and everything that happened in them. */
export interface Desk {
  readonly connection: QueueConnection;
  readonly queues: Queues;
  readonly letters: DeadLetterRecord[];
  readonly events: JobEvent[];
  /** Starts a worker that notes its events and dead letters here. */
  work<P>(
    job: JobContract<P>,
    handler: JobHandler<P>,
    concurrency?: number,
    worker?: string,
  ): Promise<QueueWorker>;
  /** The outcomes of all runs so far. */
  outcomes(): string[];
}

/** Resolves when the condition holds; fails the test when it does not within `ms`. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  await vi.waitUntil(condition, { timeout: ms, interval: 10 });
}

/** Whether it succeeds. */
export function works(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

const open: Queues[] = [];

/** Closes what the tests opened; call once in a suite. */
export function closeDesksAfterEach(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((queues) => queues.close()));
  });
}

/** Opens one more set of queues, as another process would. */
export async function openQueues(connection: QueueConnection): Promise<Queues> {
  const queues = await createQueues({ connection, queues: testQueues });
  open.push(queues);
  return queues;
}

/** A desk for one test. */
export async function openDesk(connection: QueueConnection): Promise<Desk> {
  const queues = await openQueues(connection);
  const letters: DeadLetterRecord[] = [];
  const events: JobEvent[] = [];
  return {
    connection,
    queues,
    letters,
    events,
    work: (job, handler, concurrency = 1, worker?) =>
      queues.work(job, handler, {
        concurrency,
        ...(worker === undefined ? {} : { worker }),
        onDeadLetter: async (letter) => {
          letters.push(letter);
        },
        onEvent: (event) => events.push(event),
      }),
    outcomes: () => events.flatMap((event) => (event.type === 'finished' ? [event.outcome] : [])),
  };
}

/** A process of our own that runs one of the child scripts beside this file. */
export interface Child {
  /** Resolves when it has printed this line. */
  said(line: string, ms?: number): Promise<void>;
  kill(): void;
  /** Its exit code; null while it runs, -1 when it was killed. */
  exitCode(): number | null;
}

/** Starts a child script with a connection. */
export function startChild(script: string, connection: QueueConnection): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(connection)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let code: number | null = null;
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString();
  });
  child.on('exit', (exitCode) => {
    code = exitCode ?? -1;
  });
  return {
    said: async (line, ms = 20_000) => {
      await until(() => {
        if (code !== null && !output.includes(`${line}\n`))
          throw new Error(`${script} ended (${code}): ${output}`);
        return output.includes(`${line}\n`);
      }, ms);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    exitCode: () => code,
  };
}
