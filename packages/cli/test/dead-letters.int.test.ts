import { memoryChunkJob } from '@salience/contracts';
import { newId } from '@salience/database';
import { saveDeadLetter } from '@salience/database/operations';
import { isSalienceError, SalienceError } from '@salience/errors';
import { type DeadLetterRecord, done } from '@salience/queues';
import {
  backends,
  personToken,
  plantsIn,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../src/program.ts';

/** The same job, but it lets any payload through, as an older version or a stranger on the queue would. */
const rawChunkJob = { ...memoryChunkJob, schema: z.any(), jobId: () => 'raw-1' };

describe.each(backends().slice(0, 1))('dead letters on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let consumer: SpawnedApp;

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
    const env = { PORT: '0', SALIENCE_HOST: '127.0.0.1' };
    consumer = await spawnApp('consumer', { database, queues, env });
    vi.stubEnv('SALIENCE_URL', consumer.httpUrl());
    vi.stubEnv('SALIENCE_API_KEY', personToken);
  }, 60_000);

  /** Runs `salience dead-letters …` in this process; resolves with what it printed. */
  async function deadLetters(...args: string[]): Promise<string> {
    let out = '';
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      out += String(chunk);
      return true;
    });
    try {
      expect(await runProgram(['dead-letters', ...args])).toBe(0);
      return out;
    } finally {
      spy.mockRestore();
    }
  }

  async function openLetters(): Promise<{ dead_letter_id: string; agent_id: string | null; code: string }[]> {
    return JSON.parse(await deadLetters('list', '--json')) as never;
  }

  async function codeOf(work: Promise<unknown>): Promise<string> {
    return await work.then(
      () => 'nothing was thrown',
      (error: unknown) => (isSalienceError(error) ? error.code : String(error)),
    );
  }

  test('law 1: a job whose payload cannot be read is shown, cannot be sent again, and can be given up', async () => {
    const app = await spawnApp('memory-chunker', { database, queues });
    onTestFinished(async () => void (await app.stop()));
    await queues.enqueue(rawChunkJob, { agentId: 'nobody', extra: true } as never);
    const letter = await until(async () => (await openLetters())[0], {
      what: 'the dead letter',
      timeoutMs: 20_000,
    });
    expect(letter).toMatchObject({ agent_id: null, code: 'queues.invalid-payload' });
    const id = letter.dead_letter_id;
    expect(await deadLetters('list')).toContain(id);

    expect(await codeOf(deadLetters('retry', id))).toBe('dead-letter.unsendable');
    expect((await openLetters()).map((one) => one.dead_letter_id)).toEqual([id]);
    expect(await deadLetters('drop', id)).toContain('dropped');
    expect(await openLetters()).toEqual([]);
    expect(await deadLetters('list', '--all')).toContain(id);
    expect(await codeOf(deadLetters('drop', id))).toBe('dead-letter.unknown');
  });

  test('law 1: a job that failed for good is sent again and done', async () => {
    const { agentId } = await plantsIn(database, new Date('2030-01-01T00:00:00Z'));
    const db = database.connect('salience_memory_chunker');
    const threadIds = [newId('thread')];
    let broken = true;
    const worked: string[] = [];
    const keep = async (record: DeadLetterRecord): Promise<void> => {
      const { queue, name: job, payload, code, message: error, attempts } = record;
      await saveDeadLetter(db, { agentId, queue, job, payload, code, error, attempts });
    };
    await queues.work(
      memoryChunkJob,
      async (payload) => {
        if (broken) throw new SalienceError('test.broken', 'expected repair', { kind: 'terminal' });
        worked.push(...payload.threadIds);
        return done();
      },
      { concurrency: 1, onDeadLetter: keep },
    );
    await queues.enqueue(memoryChunkJob, { agentId, threadIds });
    const letter = await until(async () => (await openLetters())[0], { what: 'the dead letter' });
    expect(letter).toMatchObject({ agent_id: agentId, code: 'test.broken' });

    broken = false;
    expect(await deadLetters('retry', letter.dead_letter_id)).toContain('retried');
    const scheduler = await spawnApp('scheduler', { database, queues });
    onTestFinished(async () => void (await scheduler.stop()));
    await until(() => worked.length > 0, { what: 'the retried job', timeoutMs: 20_000 });
    expect(worked).toEqual(threadIds);
    expect(await openLetters()).toEqual([]);
  });
});
