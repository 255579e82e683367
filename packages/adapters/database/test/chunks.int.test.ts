import { type Plants, plantsIn, saveChunk, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import { retryFailedMemory } from '../src/doors/keeping.ts';
import { sweepMemory } from '../src/doors/operations.ts';
import { loadForChunks, loadUntold, type SaveChunk } from '../src/doors/remembering.ts';

let database: TestDatabase;
let plants: Plants;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, new Date('2026-01-01T12:00:00Z'));
  db = database.connect('salience_memory_chunker');
});
afterAll(() => database.close());

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 12));

describe('chunks', () => {
  it('a chunk of the previous form is stored as before', async () => {
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    const old = {
      agentId: plants.agentId,
      exchangeId,
      now: new Date(),
      model: 'test',
      entities: [{ name: 'Ana', type: 'person' }],
      gists: [{ id: newId('gist'), type: 'fact', content: 'Ana lives in Porto.', confidence: 0.9 }],
      facts: [{ id: newId('fact'), subject: 'Ana', key: 'lives_in', value: 'Porto', confidence: 0.9 }],
    };
    await saveChunk(db, old as unknown as SaveChunk);
    expect(
      await database.admin('select times, sentiment, grounds from salience.chunks where exchange_id = $1', [
        exchangeId,
      ]),
    ).toEqual([{ times: [], sentiment: null, grounds: {} }]);
    expect(
      await database.admin(
        'select subject, value, valid_from, valid_to from salience.facts where exchange_id = $1',
        [exchangeId],
      ),
    ).toEqual([{ subject: 'Ana', value: 'Porto', valid_from: day(1), valid_to: null }]);
  });

  it('what failed is found again by the sweep, and nothing else; one agent alone', async () => {
    const thread = await plants.thread();
    const failed = await plants.exchange(thread, 1, { chunked: true });
    await plants.exchange(thread, 2, { chunked: true });
    const [retry, now] = [newId('memoryRetry'), new Date()];
    await database.admin(
      `insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, tries, error, created_at)
       values ($1, $2, 'chunk', $3, 1, 1, 3, 'x', $4)`,
      [retry, plants.agentId, thread, now],
    );
    const scheduler = database.connect('salience_scheduler');
    const due = () => loadUntold(db, { agentId: plants.agentId, now, most: 32, of: 'chunk' });
    expect(await due()).toEqual({ threads: [], retries: [] });
    expect((await sweepMemory(scheduler, 500, now)).chunk).toEqual([]);
    const other = `agt_${'9'.repeat(32)}`;
    const consumer = database.connect('salience_consumer');
    expect(await retryFailedMemory(consumer, other as never, now)).toMatchObject({ exchange: 0 });
    const operator = database.connect('salience_operator');
    expect(await retryFailedMemory(operator, plants.agentId, now)).toMatchObject({ exchange: 1 });
    expect((await sweepMemory(scheduler, 500, now)).chunk).toEqual([{ agentId: plants.agentId }]);
    expect(await due()).toEqual({
      threads: [],
      retries: [
        expect.objectContaining({
          id: retry,
          threadId: thread,
          firstSeq: 1,
          lastSeq: 1,
          tries: 0,
          exchangeIds: [failed],
        }),
      ],
    });
    await expect(retryFailedMemory(db, plants.agentId, now)).rejects.toThrow('permission denied');
  });

  it('the state of the world comes with an exchange: reminders, actions that wait, open items, the focus', async () => {
    const threadId = await plants.thread();
    const exchangeId = await plants.exchange(threadId, 1);
    const at = day(3);
    await database.admin(
      `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, trust, source, due_at, created_at) values
         ('2020-01-01T00:00:00', $1, $2, $3, 'call Bo', 'user', 'test', $4, $4)`,
      [newId('schedule'), plants.agentId, threadId, at],
    );
    await database.admin("insert into salience.lists (agent_id, name, created_at) values ($1, 'todo', $2)", [
      plants.agentId,
      at,
    ]);
    await database.admin(
      `insert into salience.list_items (id, agent_id, list, item, trust, source, created_at, checked_at, removed_at) values
         ($1, $4, 'todo', 'paint the fence', 'user', 'test', $5, null, null), ($2, $4, 'todo', 'done', 'user', 'test', $5, $5, null),
         ($3, $4, 'todo', 'dropped', 'user', 'test', $5, null, $5)`,
      [newId('listItem'), newId('listItem'), newId('listItem'), plants.agentId, at],
    );
    await database.admin(
      "insert into salience.focuses (id, agent_id, thread_id, text, trust, source, set_at) values ($1, $2, $3, 'the house', 'user', 'test', $4)",
      [newId('focus'), plants.agentId, threadId, at],
    );
    const asked = await plants.approval(at);
    await database.admin('update salience.approvals set thread_id = $2 where id = $1', [asked, threadId]);
    await database.admin(
      `insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, call, at)
       select turn_id, 0, agent_id, thread_id, turn_id, 'action', 'waiting', '{"tool": "mail"}', $2 from salience.exchanges where id = $1`,
      [exchangeId, at],
    );
    // Said before, and ahead of this exchange; what was over when it was said is not.
    const span = { text: 'x', confidence: 0.9, half: 'message', start: 0, end: 4 } as const;
    const dated = async (seq: number, from: number) => {
      const id = await plants.exchange(threadId, seq, { message: 'I see Bo on Monday.' });
      const times = [{ ...span, from: day(from).toISOString(), to: day(from + 1).toISOString() }];
      await saveChunk(db, {
        agentId: plants.agentId,
        exchangeId: id,
        now: at,
        model: 'test',
        entities: [],
        gists: [],
        facts: [],
        times,
      });
      return id;
    };
    const told = await dated(2, 5);
    const later = await dated(3, 20);
    await dated(4, -5);
    const [loaded] = await loadForChunks(db, plants.agentId, [exchangeId]);
    expect(loaded?.world).toMatchObject({
      schedules: [{ kind: 'reminder', text: 'call Bo', dueAt: at, trust: 'user' }],
      actions: expect.arrayContaining([
        expect.objectContaining({
          id: asked,
          tool: 'mail',
          state: 'asked',
          at,
          text: 'My sister Ana lives in Porto.',
        }),
        expect.objectContaining({ tool: 'mail', state: 'waiting', at: null }),
      ]),
      goals: [{ text: 'paint the fence', list: 'todo', at }],
      ahead: [
        { id: told, message: 'I see Bo on Monday.', at: day(5), trust: 'user' },
        { id: later, message: 'I see Bo on Monday.', at: day(20), trust: 'user' },
      ],
      focus: { text: 'the house', setAt: at },
    });
  });
});
