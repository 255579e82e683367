import type { AgentId } from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent } from '@salience/database/agents';
import { requestForgetting, stepForgetting } from '@salience/database/keeping';
import { inOneSession, saveMemoryImage } from '@salience/database/recall';
import { encodeMemoryImage } from '@salience/memory';
import { findTraces, type TestDatabase, testDatabase, until } from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAgentMemories, createRecall, renewMemoryImage } from '../src/index.ts';
import { openMemory } from '../src/memory-image.ts';
import { readMemory } from '../src/read-memory.ts';

const at = new Date('2026-06-17T12:00:00Z');
const model = { modelId: 'test', dimensions: 64 };
/** Enough for an image: each exchange has a code too. */
const enough = 600;

/** Any transaction of the server that began before the forgetting holds a new image up, also one of another test. */
const afterOthers = { what: 'an image of what is left', timeoutMs: 20_000 };

let database: TestDatabase;
let agentId: AgentId;
/** A word that this agent alone was told. */
let secret: string;
let threadId: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const name = newId('thread').replace('_', '-');
  ({ id: agentId } = await createAgent(database.connect('salience_operator'), { name, persona: '' }));
  secret = `zorblatt${agentId.slice(-8)}`;
  threadId = `thr_${agentId}`;
  await say(1, enough);
});

/** Exchanges of the agent, each with a code and a word of its own; the seventh one says the secret. */
async function say(from: number, to: number): Promise<void> {
  await database.admin(
    `with said as (select n, case n when 7 then 'my sister ' || $6 else 'boat number' || n end as text, $3::timestamptz + n * interval '1 minute' as at
       from generate_series($4::integer, $5::integer) n),
     turns as (insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
       select 'turn_' || $1 || n, $1, $2, n, 'answered', text, 'api', 'user', at, $3 from said)
     insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, message, mode, trust, source, said_at, ended_at, kind,
       fence, code, code_model_id)
     select 'ex_' || $1 || n, $1, $2, 'turn_' || $1 || n, n, text, 'RESPOND', 'user', 'api', at, $3, 'answered', 0,
       decode(substr(md5(n::text), 1, 16), 'hex'), $7 from said`,
    [agentId, threadId, at, from, to, secret, model.modelId],
  );
}

const db = () => database.connect('salience_digest');
const background = () => database.connect('salience_episodic');
const renew = () => renewMemoryImage(background(), { agentId, model });
const opened = () => openMemory(db(), { agentId, model });
const images = () =>
  database.admin<{ model_id: string }>('select model_id from salience.memory_images where agent_id = $1', [
    agentId,
  ]);
const onTrouble = (error: unknown): void => {
  throw error;
};
/** What a process finds that serves the agent for the first time. */
async function asked(text: string): Promise<readonly string[]> {
  const { hits } = await createRecall({ db: db(), onTrouble }).recall({ agentId, text, limit: 5, at });
  return hits.map((hit) => hit.id);
}

async function forget(target: string): Promise<void> {
  const consumer = database.connect('salience_consumer');
  const now = new Date();
  const id = await requestForgetting(consumer, {
    agentId,
    scope: 'item',
    target,
    reason: 'asked',
    by: 'test',
    now,
  });
  let state: string;
  do {
    ({ state } = await stepForgetting(consumer, agentId, id, { now, watchSeconds: 0 }));
  } while (state !== 'done');
}

describe('the image of an agent’s memory', () => {
  it('spares a process that serves the agent for the first time all that it holds, and what was written since follows', async () => {
    expect((await opened()).size).toBe(0);
    expect(await renew()).toBe(true);
    await say(enough + 1, enough + 5);
    const memory = await opened();
    expect([memory.words.exchanges, memory.codes.size]).toEqual([enough, enough]);
    expect(memory.isRead).toBe(false);
    await readMemory(memory, { db: db(), agentId, modelId: model.modelId, texts: [] });
    expect([memory.words.exchanges, memory.codes.size]).toEqual([enough + 5, enough + 5]);
    expect(memory.isRead).toBe(true);
  });

  it('finds what a process finds that reads every row', async () => {
    const texts = ['boat', 'number9', `who is ${secret}?`, 'number601'];
    const plainly = async () => {
      const found: (readonly string[])[] = [];
      for (const text of texts) found.push(await asked(text));
      return found;
    };
    const without = { agentId, model: undefined };
    expect(await renewMemoryImage(background(), without)).toBe(false);
    await say(enough + 1, 2 * enough);
    const read = await plainly();
    expect(read[1]?.[0]).toBe(`ex_${agentId}9`);
    expect(await renewMemoryImage(background(), without)).toBe(true);
    expect((await openMemory(db(), without)).words.exchanges).toBe(2 * enough);
    expect(await plainly()).toEqual(read);
  });

  it('is asked for once by who read much beside it, and made again when a tenth more was written', async () => {
    const due: AgentId[] = [];
    const fresh = () => createAgentMemories({ db: db(), model, onLongTail: (agent) => due.push(agent) });
    const process = fresh();
    await process.read(agentId, 'boat');
    await process.read(agentId, 'boat');
    expect(due).toEqual([agentId]);
    expect(await renew()).toBe(true);
    expect(await renew()).toBe(false);
    await fresh().read(agentId, 'boat');
    expect(due).toEqual([agentId]);
    await say(enough + 1, 2 * enough);
    await fresh().read(agentId, 'boat');
    await process.read(agentId, 'boat');
    expect(due).toEqual([agentId, agentId, agentId]);
    expect(await renew()).toBe(true);
    expect((await opened()).words.exchanges).toBe(2 * enough);
  });

  it('is passed over and replaced where it is damaged, and where it was copied from another server', async () => {
    await renew();
    // A row that this server did not write as it stands: its transactions have other numbers there.
    await database.admin('update salience.memory_images set part = part where agent_id = $1', [agentId]);
    expect((await opened()).size).toBe(0);
    expect(await renew()).toBe(true);
    await database.admin(
      `update salience.memory_images set bytes = set_byte(bytes, 5000, get_byte(bytes, 5000) # 1), written_xid = pg_current_xact_id()
       where agent_id = $1`,
      [agentId],
    );
    expect((await opened()).size).toBe(0);
    expect(await renew()).toBe(true);
    expect((await opened()).words.exchanges).toBe(enough);
  });

  it('of an older model goes when one of another is made', async () => {
    await renew();
    await renewMemoryImage(background(), { agentId, model: { ...model, modelId: 'newer' } });
    expect((await images()).map((row) => row.model_id)).toEqual(['test']);
    await say(enough + 1, 2 * enough);
    await renewMemoryImage(background(), { agentId, model: { ...model, modelId: 'newer' } });
    expect((await images()).map((row) => row.model_id)).toEqual(['newer']);
    expect((await opened()).size).toBe(0);
  });

  it('goes with the first step of forgetting, with every trace', async () => {
    await renew();
    const columns = async () => (await findTraces(database, secret)).map(({ column }) => column);
    expect(await columns()).toContain('salience.memory_images.bytes');
    // Wherever a part ends: in the middle of the word too.
    await database.admin(
      `with i as (delete from salience.memory_images where agent_id = $1 returning *),
         cut as (select i.*, position(convert_to($2, 'utf8') in bytes) + 3 as at from i)
       insert into salience.memory_images (agent_id, model_id, part, from_xid, bytes)
       select agent_id, model_id, 1, from_xid, substring(bytes for at) from cut union all
       select agent_id, model_id, 2, from_xid, substring(bytes from at + 1) from cut`,
      [agentId, secret],
    );
    expect((await opened()).words.exchanges).toBe(enough);
    expect(await columns()).toContain('salience.memory_images.bytes');
    await forget(`ex_${agentId}7`);
    expect(await images()).toEqual([]);
    expect(await columns()).toEqual([]);
    await until(renew, afterOthers);
    expect(await columns()).toEqual([]);
  });

  it('threat: it is refused if something was forgotten after it was read, and made of what is left later', async () => {
    const kept = await inOneSession(background(), async (session) => {
      const memory = await openMemory(session, { agentId, model });
      await readMemory(memory, { db: session, agentId, modelId: model.modelId, texts: [] });
      await forget(`ex_${agentId}7`);
      const bytes = encodeMemoryImage(memory, model.dimensions);
      const { from } = memory;
      return saveMemoryImage(session, { agentId, modelId: model.modelId, bytes, from, since: from });
    });
    expect(kept).toBe(false);
    expect(await images()).toEqual([]);
    await until(renew, afterOthers);
    expect((await opened()).words.exchanges).toBe(enough - 1);
  });

  it('is refused if what it was read on from was made before something was forgotten, or if another one reaches further', async () => {
    const save = (from: string, since: string) =>
      inOneSession(background(), async (session) => {
        const memory = await openMemory(session, { agentId, model });
        const bytes = encodeMemoryImage(memory, model.dimensions);
        return saveMemoryImage(session, { agentId, modelId: model.modelId, bytes, from, since });
      });
    const readFrom = async () => {
      const memory = await opened();
      await readMemory(memory, { db: db(), agentId, modelId: model.modelId, texts: [] });
      return memory.from;
    };
    const before = await readFrom();
    await forget(`ex_${agentId}7`);
    expect(await save(await readFrom(), before)).toBe(false);
    const after = await until(async () => {
      const from = await readFrom();
      return (await save(from, from)) ? from : undefined;
    }, afterOthers);
    await say(enough + 1, enough + 1);
    expect(await save(`${BigInt(after) - 1n}`, after)).toBe(false);
  });

  it('is not kept if the server lost its session between reading and writing', async () => {
    const failing = inOneSession(background(), async (session) => {
      const memory = await openMemory(session, { agentId, model });
      await readMemory(memory, { db: session, agentId, modelId: model.modelId, texts: [] });
      const { rows } = await session.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.admin('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      const bytes = encodeMemoryImage(memory, model.dimensions);
      const { from } = memory;
      return saveMemoryImage(session, { agentId, modelId: model.modelId, bytes, from, since: from });
    });
    await expect(failing).rejects.toMatchObject({ code: 'database.unavailable' });
    expect(await images()).toEqual([]);
  });
});
