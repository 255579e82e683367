import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DeadLetter,
  listDeadLetters,
  saveDeadLetter,
  settleDeadLetter,
} from '../src/doors/operations.ts';
import { listFleetDeadLetters, settleDeadLetters } from '../src/doors/operators.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const letter = (more: Partial<DeadLetter> = {}): DeadLetter => ({
  agentId: world.agentId,
  queue: 'turn-digest',
  job: 'turn.digest',
  payload: { agentId: world.agentId, threadId: 'thr_1' },
  code: 'test.failed',
  error: 'it failed',
  attempts: 1,
  ...more,
});
const open = (code: string) => listFleetDeadLetters(world.consumer, { limit: 500, code });

describe('a job that fails again in the same way', () => {
  it('threat: a thousand failures of one job, sixteen at a time, are one dead letter with a count and a last time', async () => {
    const code = 'test.storm';
    for (let wave = 0; wave < 1_000; wave += 16) {
      const size = Math.min(16, 1_000 - wave);
      await Promise.all(Array.from({ length: size }, () => saveDeadLetter(world.digest, letter({ code }))));
    }
    const rows = await open(code);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.count).toBe(1_000);
    expect(rows[0]?.lastAt.getTime()).toBeGreaterThan(rows[0]?.createdAt.getTime() ?? 0);
    expect(await listDeadLetters(world.consumer, world.agentId, 500)).toMatchObject([{ code, count: 1_000 }]);
    await settleDeadLetters(world.consumer, { id: rows[0]?.id ?? '' }, 'dropped', 'local');
    expect(await open(code)).toEqual([]);
  });

  it('keeps the words of the last time', async () => {
    await saveDeadLetter(world.digest, letter({ code: 'test.words', attempts: 1 }));
    await saveDeadLetter(
      world.digest,
      letter({ code: 'test.words', attempts: 3, error: 'it failed otherwise' }),
    );
    expect(await open('test.words')).toMatchObject([{ count: 2, attempts: 3, error: 'it failed otherwise' }]);
  });

  it('is a letter of its own by agent, queue, job, payload and code', async () => {
    const code = 'test.apart';
    for (const more of [
      {},
      { agentId: null },
      { queue: 'other' },
      { job: 'other.job' },
      { payload: { agentId: world.agentId, threadId: 'thr_2' } },
    ])
      await saveDeadLetter(world.digest, letter({ code, ...more }));
    await saveDeadLetter(world.digest, letter({ code: 'test.apart-too' }));
    expect((await open(code)).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    // A letter of no agent is counted too, although its writer may not read it.
    await saveDeadLetter(world.digest, letter({ code, agentId: null }));
    expect((await open(code)).find(({ agentId }) => agentId === null)?.count).toBe(2);
  });

  it('begins a new letter after the last one was settled, whatever was done with it', async () => {
    const code = 'test.settled';
    for (const outcome of ['retried', 'dropped'] as const) {
      await saveDeadLetter(world.digest, letter({ code }));
      await saveDeadLetter(world.digest, letter({ code }));
      const [row] = await open(code);
      expect(row?.count).toBe(2);
      expect(await settleDeadLetter(world.digest, world.agentId, row?.id ?? '', outcome)).toMatchObject({
        state: outcome,
        count: 2,
      });
    }
    await saveDeadLetter(world.digest, letter({ code }));
    expect(await open(code)).toMatchObject([{ count: 1 }]);
    const sent = await world.database.admin("select payload from salience.outbox where job = 'turn.digest'");
    expect(sent).toHaveLength(1);
  });

  it('threat: a payload with characters that the database refuses becomes a letter too', async () => {
    const code = 'test.characters';
    await saveDeadLetter(
      world.digest,
      letter({ code, payload: { text: 'a\0b \uD800 c \\u0000' }, error: 'NUL \0 and half \uDC00' }),
    );
    expect(await open(code)).toMatchObject([
      { payload: { text: 'a\uFFFDb \uFFFD c \\u0000' }, error: 'NUL \uFFFD and half \uFFFD' },
    ]);
  });
});
