import type { AgentId } from '@salience/contracts';
import { createAgent } from '@salience/database/agents';
import type { FoundMemory } from '@salience/database/recall';
import { type TestDatabase, testDatabase, until } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentMemories, createRecall, renewMemoryImage } from '../src/index.ts';
import { isToBeCut, readWithin } from '../src/large-memory.ts';
import { openMemory } from '../src/memory-image.ts';
import { plantLarge } from './large-life.ts';

const at = new Date('2026-02-01T08:00:00Z');
const later = new Date('2026-06-01T08:00:00Z');
const random = seededRandom(7);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const agent = async (name: string): Promise<AgentId> =>
  (await createAgent(database.connect('salience_operator'), { name, persona: '' })).id;
const memoriesOf = (bytesMax?: number, onLongTail?: (agentId: AgentId) => void) =>
  createAgentMemories({ db: database.connect('salience_digest'), model: undefined, bytesMax, onLongTail });
const recallOf = (bytesMax?: number) =>
  createRecall({
    db: database.connect('salience_digest'),
    bytesMax,
    onTrouble: (error) => {
      throw error;
    },
  });

/** Reads until what an agent takes was cut to its share. A transaction of another test may hold a block up. */
const cutDown = (memories: ReturnType<typeof memoriesOf>, agentId: AgentId, isCut: () => boolean) =>
  until(
    async () => {
      await memories.read(agentId, '');
      await memories.settled();
      return isCut();
    },
    { what: 'a memory that was cut to its share', timeoutMs: 30_000 },
  );

const about = (said: readonly string[], n: number): string => `What about ${said[n] ?? ''}?`;

const idsOf = async (recall: ReturnType<typeof recallOf>, agentId: AgentId, text: string) =>
  (await recall.recall({ agentId, text, limit: 10, at: later })).hits.map(({ id, score }) => ({ id, score }));

describe('an agent that is too large to be held whole', () => {
  it('answers as one that is held whole: the same hits with the same scores, wherever they come from', async () => {
    const agentId = await agent('large');
    const said = await plantLarge(database, { agentId, from: 0, exchanges: 6_000, at, random });
    await database.admin("update salience.turn_ends set speaker = 'Berta' where exchange_id like 'ex_%01f'");
    // Reads it while nothing is in blocks, and goes on holding it whole.
    const all = recallOf();
    await idsOf(all, agentId, 'nothing');
    const { memory } = await memoriesOf().read(agentId, '');
    const bytesMax = memory.bytes;
    const memories = memoriesOf(bytesMax);
    // Nobody has read it before: what is held is guessed first, then measured.
    await memories.read(agentId, '');
    const heldOf = () => memories.held(agentId)?.words.exchanges ?? 6_000;
    expect(heldOf()).toBeLessThan(3_000);
    await cutDown(memories, agentId, () => memories.held(agentId)?.unheld?.isBehind === false);
    expect(heldOf()).toBeLessThan(3_000);
    expect(memories.bytes).toBeLessThanOrEqual(bytesMax / 2);
    // The rest is counted, so that what is rare is rare in all that was said.
    const reading = await memories.read(agentId, `What did Berta say? ${about(said, 0)}`);
    expect(reading.speakers).toEqual(['berta']);
    expect(reading.memory.words.exchanges).toBe(6_000);
    expect(reading.memory.words.meanLength).toBeCloseTo(memory.words.meanLength, 9);

    const part = recallOf(bytesMax);
    const questions = Array.from({ length: 60 }, (_, n) => about(said, n * 100));
    for (const question of questions)
      expect(await idsOf(part, agentId, question)).toEqual(await idsOf(all, agentId, question));
    // So its worker answers for others.
    expect(part.holds(agentId)).toBe(true);
  });

  it('finds what stands beside what is held, though it is not held itself', async () => {
    const agentId = await agent('beside');
    await plantLarge(database, { agentId, from: 40_000, exchanges: 1_200, at, random });
    // One thread, and a word in each exchange that stands nowhere else.
    await database.admin(
      `update salience.turn_ends e set thread_id = f.thread_id, seq = n.n, message = e.message || ' lone' || translate(n.n::text, '0123456789', 'abcdefghij') || 'z'
       from (select exchange_id, row_number() over (order by exchange_id) as n from salience.turn_ends where agent_id = $1) n,
         (select min(thread_id) as thread_id from salience.turn_ends where agent_id = $1) f
       where e.exchange_id = n.exchange_id`,
      [agentId],
    );
    const all = recallOf();
    await idsOf(all, agentId, 'nothing');
    const { memory } = await memoriesOf().read(agentId, '');
    const memories = memoriesOf(memory.bytes);
    const isHeld = (id: string): boolean => memories.held(agentId)?.words.row(id) !== undefined;
    await cutDown(memories, agentId, () => (memories.held(agentId)?.words.exchanges ?? 1_200) < 1_000);
    const rows = await database.admin<{ id: string; word: string }>(
      `select exchange_id as id, substring(message from 'lone[a-j]+z') as word from salience.turn_ends where agent_id = $1 order by seq`,
      [agentId],
    );
    const oldest = rows.findIndex(({ id }) => isHeld(id));
    const part = recallOf(memory.bytes);
    const hits = await idsOf(part, agentId, `What about ${rows[oldest]?.word ?? ''}?`);
    expect(hits.map(({ id }) => id)).toContain(rows[oldest - 1]?.id);
    expect(hits).toEqual(await idsOf(all, agentId, `What about ${rows[oldest]?.word ?? ''}?`));
  });

  it('holds its newest, and of the older ones the most salient', async () => {
    const agentId = await agent('salient');
    await plantLarge(database, { agentId, from: 10_000, exchanges: 3_000, at, random });
    const { memory } = await memoriesOf().read(agentId, '');
    const memories = memoriesOf(1.5 * memory.bytes);
    await cutDown(memories, agentId, () => (memories.held(agentId)?.words.exchanges ?? 3_000) < 1_800);
    const { words } = memories.held(agentId) ?? {};
    const rows = await database.admin<{ id: string; weight: number | null; held: boolean }>(
      `select o.id, o.weight from salience.overflow_items o where o.agent_id = $1 order by o.weight desc nulls last, o.id desc`,
      [agentId],
    );
    const isHeld = (id: string): boolean => words?.row(id) !== undefined;
    const weighed = rows.filter(({ weight }) => weight !== null).map(({ id }) => isHeld(id));
    const salient = weighed.indexOf(false);
    expect(salient).toBeGreaterThan(20);
    expect(weighed.slice(salient)).not.toContain(true);
    expect(rows.filter(({ id, weight }) => weight === null && isHeld(id))).toEqual([]);
    const newest = await database.admin<{ id: string }>(
      `select exchange_id as id from salience.turn_ends where agent_id = $1 and exchange_id not in (select id from salience.overflow_items)`,
      [agentId],
    );
    expect(newest.filter(({ id }) => !isHeld(id))).toEqual([]);
  });

  it('is cut while it grows, once for a while, and others keep their room', async () => {
    const [agentId, small] = [await agent('growing'), await agent('small')];
    const said = await plantLarge(database, { agentId, from: 20_000, exchanges: 2_000, at, random });
    await plantLarge(database, { agentId: small, from: 30_000, exchanges: 100, at, random });
    const all = recallOf();
    await idsOf(all, agentId, 'nothing');
    const { memory } = await memoriesOf().read(agentId, '');
    const bytesMax = 2.2 * memory.bytes;
    const memories = memoriesOf(bytesMax);
    await memories.read(small, '');
    await memories.read(agentId, '');
    await memories.settled();
    const blocks = async () =>
      (await database.admin('select block from salience.overflow_blocks where agent_id = $1', [agentId]))
        .length;
    expect(await blocks()).toBe(0);
    said.push(...(await plantLarge(database, { agentId, from: 22_000, exchanges: 400, at: later, random })));
    await cutDown(memories, agentId, () => (memories.held(agentId)?.words.exchanges ?? 2_400) < 2_000);
    expect(memories.bytes).toBeLessThanOrEqual(bytesMax);
    expect(memories.held(small)).toBeDefined();
    const made = await blocks();
    expect(made).toBeGreaterThan(0);
    said.push(...(await plantLarge(database, { agentId, from: 22_400, exchanges: 40, at: later, random })));
    for (let n = 0; n < 5; n += 1) {
      await memories.read(agentId, '');
      await memories.settled();
    }
    expect(await blocks()).toBe(made);
    // A process that begins now, and one that was there: both know what came before, between and after.
    const reading = await memories.read(agentId, '');
    expect(reading.memory.words.exchanges).toBe(2_440);
    const part = recallOf(bytesMax);
    for (const n of [0, 900, 1_999, 2_100, 2_439])
      expect(await idsOf(part, agentId, about(said, n))).toEqual(await idsOf(all, agentId, about(said, n)));
  });

  it('is not cut for what was shown of it, which can go by itself', async () => {
    const agentId = await agent('shown');
    const said = await plantLarge(database, { agentId, from: 70_000, exchanges: 40, at, random });
    const memories = memoriesOf();
    const { memory } = await memories.read(agentId, '');
    const empty = memory.bytes;
    const { hits } = await recallOf().recall({ agentId, text: about(said, 0), limit: 10, at: later });
    const load = memory.contents.load();
    load.keep(
      hits.map((hit) => ({ ...hit, asked: false }) as unknown as FoundMemory),
      { sees: () => true },
      memory.contentsMax,
    );
    load.end();
    const before = memories.bytes;
    memories.recount(agentId);
    expect(memories.bytes - before).toBe(memory.bytes - empty);
    const held = memories.held(agentId);
    expect(memory.bytes).toBeGreaterThan(empty);
    expect(held && [isToBeCut(held, empty), isToBeCut(held, empty - 1)]).toEqual([false, true]);
  });

  it('asks for no image: neither when it is to be cut, nor when it was', async () => {
    const agentId = await agent('no-image');
    await plantLarge(database, { agentId, from: 50_000, exchanges: 3_000, at, random });
    const due: AgentId[] = [];
    const { memory } = await memoriesOf(undefined, (id) => due.push(id)).read(agentId, '');
    expect(due.splice(0)).toEqual([agentId]);
    const memories = memoriesOf(1.5 * memory.bytes, (id) => due.push(id));
    await cutDown(memories, agentId, () => memories.held(agentId)?.unheld?.isBehind === false);
    await memories.read(agentId, '');
    expect(memories.held(agentId)?.size).toBeGreaterThan(1_000);
    expect(due).toEqual([]);
  });

  it('is not taken from an image, and none is made of it', async () => {
    const agentId = await agent('imaged');
    await plantLarge(database, { agentId, from: 60_000, exchanges: 2_000, at, random });
    const [db, of] = [database.connect('salience_digest'), { agentId, model: undefined }];
    const renew = () => renewMemoryImage(database.connect('salience_episodic'), of);
    expect(await renew()).toBe(true);
    const [tooLarge, late] = [await openMemory(db, of), await openMemory(db, of)];
    expect(late.words.exchanges).toBe(2_000);
    const within = (bytesMax: number) => ({
      db,
      agentId,
      modelId: undefined,
      texts: [],
      bytesMax,
      dimensions: 32,
    });
    // Not even until it is cut.
    expect((await readWithin(tooLarge, within(tooLarge.bytes / 2))).memory).not.toBe(tooLarge);
    const memories = memoriesOf(tooLarge.bytes);
    await cutDown(memories, agentId, () => (memories.held(agentId)?.words.exchanges ?? 2_000) < 1_000);
    expect((await openMemory(db, of)).size).toBe(0);
    await plantLarge(database, { agentId, from: 62_000, exchanges: 1_000, at: later, random });
    expect(await renew()).toBe(false);
    // Opened before there were blocks, read after.
    const { memory } = await readWithin(late, within(Number.POSITIVE_INFINITY));
    expect(memory).not.toBe(late);
    expect(memory.words.exchanges).toBeLessThan(2_500);
    expect(memory.unheld?.exchanges).toBe(3_000 - memory.words.exchanges);
  });
});
