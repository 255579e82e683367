import type { ThreadId } from '@salience/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, query, withAgent } from '../src/connect.ts';
import { newId } from '../src/index.ts';
import { authenticate, createAgent, createApiKey } from '../src/doors/agents.ts';
import { listDeadLetters, saveDeadLetter } from '../src/doors/operations.ts';
import { loadFocus, setFocus } from '../src/doors/skills.ts';
import { focuses } from '../src/schema/lists.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let threadId: ThreadId;
beforeAll(async () => {
  world = await createWorld();
  ({ threadId } = await world.accept('stay with this'));
});
afterAll(() => world.database.close());

const focus = (more: {
  readonly text: string;
  readonly threadId?: ThreadId;
  readonly idempotencyKey: string;
}) => setFocus(world.digest, { agentId: world.agentId, threadId, trust: 'user', now: new Date(), ...more });

describe('typed statements', () => {
  it('a text that Postgres refuses is stored with U+FFFD in place of U+0000', async () => {
    await focus({ text: 'a\0b', idempotencyKey: 'nul' });
    expect((await loadFocus(world.digest, world.agentId, threadId))?.text).toBe('a\uFFFDb');
  });

  it('law 12: see the rows of the agent of their transaction only, and write no other', async () => {
    await focus({ text: 'mine', idempotencyKey: 'mine' });
    const operator = world.database.connect('salience_operator');
    const other = await createAgent(operator, { name: 'other', persona: '' });
    const seen = (agentId: string) =>
      withAgent(world.digest, agentId, async ({ orm }) => (await orm.select().from(focuses)).length);
    expect(await seen(other.id)).toBe(0);
    expect(await seen(world.agentId)).toBeGreaterThan(0);
    const forged = withAgent(world.digest, other.id, ({ orm }) =>
      orm.insert(focuses).values({
        id: newId('focus'),
        agentId: world.agentId,
        threadId,
        text: 'forged',
        trust: 'user',
        source: 'test',
        setAt: new Date(),
      }),
    );
    await expect(forged).rejects.toMatchObject({ code: 'database.failed', data: { sqlstate: '42501' } });
  });

  it('threat: the error of one that failed is told without what was to be stored', async () => {
    const failed = focus({
      text: 'the words of a person',
      threadId: newId('thread'),
      idempotencyKey: 'nowhere',
    });
    const error = await failed.then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error).toMatchObject({ code: 'database.failed', data: { sqlstate: '23503' } });
    const causes = [error?.message, error?.stack, String(error?.cause), JSON.stringify(error?.cause)];
    expect(causes.join('\n')).not.toContain('the words of a person');
  });

  it.each([
    ['a text that reads as a number', '12'],
    ['nothing', null],
    ['a list', [1, 'two', { three: 3 }]],
  ])('jsonb comes back as it went in: %s', async (_what, payload) => {
    const letter = {
      agentId: world.agentId,
      queue: 'q',
      job: 'j',
      payload,
      code: 'c',
      error: 'e',
      attempts: 1,
    };
    const id = await saveDeadLetter(world.digest, letter);
    const kept = await listDeadLetters(world.consumer, world.agentId, 10);
    expect(kept.find((one) => one.id === id)).toMatchObject({ ...letter, createdAt: expect.any(Date) });
  });

  it('one that runs often is planned once per connection, under its name', async () => {
    const { key } = await createApiKey(world.database.connect('salience_operator'), world.agentId, 'phone');
    const consumer = createDatabase({
      url: world.database.directUrlFor('salience_consumer'),
      applicationName: 'test',
      poolMax: 1,
    });
    for (let i = 0; i < 3; i += 1)
      expect(await authenticate(consumer, key)).toMatchObject({ agentId: world.agentId });
    const planned = await query(
      consumer,
      'planned',
      "select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'authenticate'",
      [],
    );
    expect(planned).toEqual([{ runs: 3 }]);
    await consumer.close();
  });
});
