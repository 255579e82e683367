import type { AgentId, EpisodeId, ExchangeId, ThreadId } from '@salience/contracts';
import { tellFrom } from '@salience/memory';
import { type Plants, plantsIn, saveEpisode, type TestDatabase, testDatabase } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import { requestForgetting, retryFailedMemory, stepForgetting } from '../src/doors/keeping.ts';
import { closeSilentThreads, sweepMemory } from '../src/doors/operations.ts';
import {
  batchMost,
  type BegunMemory,
  beginMemory,
  keepChunks,
  keepEpisodes,
  loadStretches,
  loadUntold,
  type MemoryKind,
  type MemoryRetry,
  noteAttempt,
  releaseMemory,
  renewMemory,
  type SaveChunk,
} from '../src/doors/remembering.ts';
import { after, at, batch, episodeOf, setAside, silenceMs, upTo } from './memory-pieces.ts';

let database: TestDatabase;
let plants: Plants;
let agentId: AgentId;
let chunkers: [Database, Database];
let episodic: Database;
let scheduler: Database;
beforeEach(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, at);
  agentId = plants.agentId;
  chunkers = [database.connect('salience_memory_chunker'), database.connect('salience_memory_chunker')];
  episodic = database.connect('salience_episodic');
  scheduler = database.connect('salience_scheduler');
});
afterEach(() => database.close());

interface Begin {
  readonly agentId?: AgentId;
  readonly threadIds?: readonly ThreadId[];
  readonly now?: Date;
}

function begin(db: Database, kind: MemoryKind, more: Begin = {}) {
  const asked = { agentId, kind, owner: newId('worker'), threadIds: [], now: at, leaseMs: 60_000, ...more };
  return beginMemory(db, asked);
}

async function lease(db: Database, kind: MemoryKind, more: Begin = {}): Promise<BegunMemory> {
  const begun = await begin(db, kind, more);
  if (begun === undefined) throw new Error('expected nobody to hold the lease');
  return begun;
}

/** As if the worker that holds it had died and its lease had run out. */
const runsOut = () =>
  database.admin(
    "update salience.memory_leases set lease_until = clock_timestamp() - interval '1 millisecond' where lease_until is not null",
  );

const chunkOf = (exchangeId: ExchangeId, content = `of ${exchangeId}`): SaveChunk => ({
  agentId,
  exchangeId,
  now: at,
  model: 'test',
  entities: [],
  gists: [{ id: newId('gist'), type: 'fact', content, confidence: 0.9 }],
  facts: [],
});

/** A thread in which something was said; the exchanges in order. */
async function said(count: number, part: { chunked?: boolean; at?: Date } = {}) {
  const threadId = await plants.thread(part.at === undefined ? {} : { at: part.at });
  const ids: ExchangeId[] = [];
  for (let seq = 1; seq <= count; seq += 1) ids.push(await plants.exchange(threadId, seq, part));
  return { threadId, ids };
}

interface Progress {
  readonly chunkedSeq: number;
  readonly toldSeq: number;
  readonly chunkAt: Date | null;
  readonly tellAt: Date | null;
}

async function progressOf(threadId: ThreadId): Promise<Progress | undefined> {
  const rows = await database.admin<Progress>(
    `select chunked_seq::int as "chunkedSeq", told_seq::int as "toldSeq", chunk_at as "chunkAt", tell_at as "tellAt"
     from salience.memory_progress where thread_id = $1`,
    [threadId],
  );
  return rows[0];
}

const chunked = async () =>
  (await database.admin<{ id: ExchangeId }>('select exchange_id as id from salience.chunks order by id')).map(
    ({ id }) => id,
  );

/** What waits for chunks, of its places those behind the watermark. */
const behind = async (more: { agentId?: AgentId; now?: Date; most?: number } = {}) => {
  const ask = { agentId, now: at, most: batchMost, of: 'chunk', ...more } as const;
  const { retries, threads } = await loadUntold(chunkers[0], ask);
  const open = threads.map((thread) => ({
    ...thread,
    places: thread.places.filter(({ seq }) => seq > thread.chunkedSeq),
  }));
  return { retries, threads: open };
};
const untold = (now = at) => loadUntold(episodic, { agentId, now, most: batchMost, of: 'tell' });

async function forget(exchangeId: ExchangeId): Promise<void> {
  const consumer = database.connect('salience_consumer');
  const wish = { agentId, scope: 'item', target: exchangeId, reason: 'asked', by: 'test', now: at } as const;
  const id = await requestForgetting(consumer, wish);
  for (let steps = 0; steps < 50; steps += 1) {
    const { state } = await stepForgetting(consumer, agentId, id, { now: at, watchSeconds: 0 });
    if (state === 'done') return;
  }
  throw new Error('expected it to be forgotten');
}

describe('the lease on what an agent remembers', () => {
  it('law 8: of two workers that begin at once one gets it, and the other has it look once more', async () => {
    const { threadId } = await said(1);
    const begun = await Promise.all(chunkers.map((db) => begin(db, 'chunk', { threadIds: [threadId] })));
    const [first, ...others] = begun.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ most: batchMost, deaths: 0, attempt: null });
    // What the one that was sent away came for is not lost.
    expect(await progressOf(threadId)).toMatchObject({ chunkedSeq: 0, chunkAt: at });
    expect(await releaseMemory(chunkers[0], first as BegunMemory)).toBe(true);
    const next = await lease(chunkers[1], 'chunk');
    expect(next.fence).toBeGreaterThan(first?.fence ?? 0);
    expect(await releaseMemory(chunkers[1], next)).toBe(false);
  });

  it('is one for chunks and one for episodes, and is nobody’s while the agent rests', async () => {
    const chunks = await lease(chunkers[0], 'chunk');
    expect(await begin(episodic, 'tell')).toBeDefined();
    await releaseMemory(chunkers[0], chunks, { restMs: 60_000 });
    expect(await begin(chunkers[1], 'chunk')).toBeUndefined();
    await runsOut();
    expect(await begin(chunkers[1], 'chunk')).toBeDefined();
  });

  it('law 4: one that ran out is taken over with a higher fence, and its old holder keeps nothing', async () => {
    const { ids, threadId } = await said(1);
    const old = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    await runsOut();
    const heir = await lease(chunkers[1], 'chunk');
    expect(heir.fence).toBeGreaterThan(old.fence);
    const made = batch(
      ids.map((id) => chunkOf(id)),
      [upTo(threadId, 1)],
      { put: [setAside(threadId)] },
    );
    const lost = { code: 'memory.lease-lost', kind: 'retryable' };
    await expect(keepChunks(chunkers[0], old, made)).rejects.toMatchObject(lost);
    await expect(
      noteAttempt(chunkers[0], old, [{ threadId, firstSeq: 1, lastSeq: 1 }]),
    ).rejects.toMatchObject(lost);
    expect(await renewMemory(chunkers[0], old, 60_000)).toBe(false);
    await releaseMemory(chunkers[0], old);
    expect(await chunked()).toEqual([]);
    expect(await database.admin('select 1 from salience.memory_retries')).toEqual([]);
    expect(await progressOf(threadId)).toMatchObject({ chunkedSeq: 0 });
    // Nor was the heir disturbed.
    expect(await begin(chunkers[0], 'chunk')).toBeUndefined();
    expect(await renewMemory(chunkers[1], heir, 60_000)).toBe(true);
    const mine = batch(
      ids.map((id) => chunkOf(id)),
      [upTo(threadId, 1)],
    );
    expect((await keepChunks(chunkers[1], heir, mine)).saved).toEqual([{ status: 'stored' }]);
    expect(await chunked()).toEqual(ids);
  });
});

describe('a batch that was never kept', () => {
  it('is made in halves down to one piece, its deaths are counted, and one that is kept ends that', async () => {
    const { ids, threadId } = await said(1);
    const pieces = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ threadId, firstSeq: n + 1, lastSeq: n + 1 }));
    let begun = await lease(chunkers[0], 'chunk');
    for (const [deaths, half] of [16, 8, 4, 2, 1, 1].entries()) {
      const count = begun.most;
      await noteAttempt(chunkers[0], begun, pieces(count));
      await runsOut();
      begun = await lease(chunkers[0], 'chunk');
      expect(begun).toMatchObject({
        most: half,
        deaths: deaths + 1,
        attempt: { pieces: count, piece: { threadId, firstSeq: 1, lastSeq: 1 } },
      });
    }
    await noteAttempt(chunkers[0], begun, pieces(1));
    await keepChunks(
      chunkers[0],
      begun,
      batch(
        ids.map((id) => chunkOf(id)),
        [],
      ),
    );
    // Kept: dying now is no fault of that batch.
    await runsOut();
    begun = await lease(chunkers[0], 'chunk');
    expect(begun).toMatchObject({ most: 2, deaths: 0, attempt: null });
    await releaseMemory(chunkers[0], begun);
    expect(await lease(chunkers[0], 'chunk')).toMatchObject({ most: 4, deaths: 0, attempt: null });
  });

  it('counts where its worker says so, and not where it gives the batch back', async () => {
    const piece = { threadId: await plants.thread(), firstSeq: 1, lastSeq: 1 };
    const first = await lease(chunkers[0], 'chunk');
    await noteAttempt(chunkers[0], first, [piece, piece, piece, piece]);
    await releaseMemory(chunkers[0], first, { unkept: true });
    const second = await lease(chunkers[0], 'chunk');
    expect(second).toMatchObject({ most: 2, deaths: 1, attempt: { pieces: 4, piece } });
    await noteAttempt(chunkers[0], second, [piece]);
    await releaseMemory(chunkers[0], second);
    expect(await lease(chunkers[0], 'chunk')).toMatchObject({ deaths: 0, attempt: null });
  });
});

describe('chunks and their watermark', () => {
  it('law 4: are one transaction: where one chunk fails, none is kept and the watermark stays', async () => {
    const { ids, threadId } = await said(2);
    const [good, bad] = ids as [ExchangeId, ExchangeId];
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    const broken = [chunkOf(good), chunkOf(bad, null as unknown as string)];
    await expect(keepChunks(chunkers[0], held, batch(broken, [upTo(threadId, 2)]))).rejects.toThrow('null');
    expect(await chunked()).toEqual([]);
    expect(await progressOf(threadId)).toMatchObject({ chunkedSeq: 0, chunkAt: at });
    const whole = batch([chunkOf(good), chunkOf(bad)], [upTo(threadId, 2)]);
    expect(await keepChunks(chunkers[0], held, whole)).toMatchObject({ more: false });
    expect(await chunked()).toEqual(ids);
    expect(await progressOf(threadId)).toMatchObject({ chunkedSeq: 2, chunkAt: null });
  });

  it('an exchange that comes between loading and keeping is due after it', async () => {
    const { ids, threadId } = await said(1);
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    const loaded = await behind();
    expect(loaded.threads[0]?.places.map(({ id }) => id)).toEqual(ids);
    const late = await plants.exchange(threadId, 2);
    const kept = await keepChunks(
      chunkers[0],
      held,
      batch([chunkOf(ids[0] as ExchangeId)], [upTo(threadId, 1)]),
    );
    expect(kept).toMatchObject({ saved: [{ status: 'stored' }], more: true });
    const [thread] = (await behind()).threads;
    expect(thread).toMatchObject({ threadId, chunkedSeq: 1, more: false });
    expect(thread?.places.map(({ id }) => id)).toEqual([late]);
  });

  it('law 15: what is to wait is due at its business time and not before', async () => {
    const { threadId } = await said(2);
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    const waits = batch([], [upTo(threadId, 1, 0, after(5_000))]);
    expect(await keepChunks(chunkers[0], held, waits)).toMatchObject({ more: false });
    expect((await behind({ now: after(4_999) })).threads).toEqual([]);
    expect((await behind({ now: after(5_000) })).threads).toMatchObject([{ threadId, chunkedSeq: 1 }]);
    // A new hint does not wait for that.
    await begin(chunkers[1], 'chunk', { threadIds: [threadId], now: after(1_000) });
    expect(await progressOf(threadId)).toMatchObject({ chunkAt: after(1_000) });
  });
});

describe('episodes are due', () => {
  /** Has the chunks of a thread kept as far as `to`. */
  async function keep(threadId: ThreadId, to: number, from = 0) {
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    const kept = await keepChunks(chunkers[0], held, batch([], [upTo(threadId, to, from)]));
    await releaseMemory(chunkers[0], held);
    return kept;
  }

  it('law 15: after the silence of their thread where there is little to tell', async () => {
    const { threadId } = await said(tellFrom - 1, { at: after(-1_000) });
    expect(await keep(threadId, tellFrom - 1)).toMatchObject({ tell: false });
    expect(await progressOf(threadId)).toMatchObject({ tellAt: after(silenceMs - 1_000) });
    expect((await untold(after(silenceMs - 1_001))).threads).toEqual([]);
    expect((await untold(after(silenceMs - 1_000))).threads).toMatchObject([{ threadId }]);
  });

  it('now where enough for one is there', async () => {
    const { ids, threadId } = await said(tellFrom);
    expect(await keep(threadId, tellFrom)).toMatchObject({ tell: true });
    expect(await progressOf(threadId)).toMatchObject({ tellAt: at });
    const [thread] = (await untold()).threads;
    expect(thread).toMatchObject({ threadId, toldSeq: 0, expired: false, more: false, before: null });
    expect(thread?.places).toHaveLength(ids.length);
  });

  it('now where their thread is over, and never where nothing is untold', async () => {
    const { threadId } = await said(1);
    await plants.over(threadId);
    expect(await keep(threadId, 1)).toMatchObject({ tell: true });
    expect((await untold()).threads).toMatchObject([{ threadId, expired: true }]);
    await database.admin('update salience.turn_ends set exchange_id = null where thread_id = $1', [threadId]);
    expect(await keep(threadId, 2, 1)).toMatchObject({ tell: false });
    expect(await progressOf(threadId)).toMatchObject({ tellAt: null });
  });

  it('later where more was chunked while they were made', async () => {
    const { ids, threadId } = await said(tellFrom + 1);
    await keep(threadId, tellFrom);
    const held = await lease(episodic, 'tell');
    await keep(threadId, tellFrom + 1, tellFrom);
    const told = { threadId, from: 0, to: tellFrom, chunkedSeq: tellFrom, dueAt: null };
    const episodes = [episodeOf(threadId, ids.slice(0, tellFrom))];
    const retries = { put: [], done: [] };
    const kept = await keepEpisodes(episodic, held, {
      now: at,
      episodes,
      concepts: [],
      threads: [told],
      retries,
    });
    expect(kept).toMatchObject({ more: true });
    expect((await untold()).threads).toMatchObject([
      { threadId, toldSeq: tellFrom, before: { id: episodes[0]?.id, firstSeq: 1, lastSeq: tellFrom } },
    ]);
  });

  it('up to a chunk that is tried again, and past one that was given up', async () => {
    const { threadId } = await said(tellFrom);
    const retry = setAside(threadId, { firstSeq: 3, lastSeq: 3, dueAt: after(1_000) });
    const keepRetries = async (put: readonly MemoryRetry[], done: readonly MemoryRetry['id'][] = []) => {
      const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
      const from = (await progressOf(threadId))?.chunkedSeq ?? 0;
      await keepChunks(chunkers[0], held, batch([], [upTo(threadId, tellFrom, from)], { put, done }));
      await releaseMemory(chunkers[0], held);
    };
    const seqs = async () => (await untold()).threads[0]?.places.map(({ seq }) => seq);
    await keepRetries([retry]);
    expect(await seqs()).toEqual([1, 2]);
    await keepRetries([{ ...retry, tries: 4, dueAt: null }]);
    expect(await seqs()).toHaveLength(tellFrom);
  });
});

describe('the sweep of memory', () => {
  const sweep = (now = at) => sweepMemory(scheduler, 100, now);
  const added = (threadId: ThreadId, ago: string) =>
    database.admin(
      'update salience.exchanges set added_at = clock_timestamp() - $2::interval where thread_id = $1',
      [threadId, ago],
    );
  const me = () => [{ agentId }];
  const longAgo = () =>
    database.admin("update salience.memory_leases set swept_at = swept_at - interval '6 seconds'");

  it('finds a thread whose hint was lost, though nothing was ever marked (law 8)', async () => {
    const { ids, threadId } = await said(1);
    await added(threadId, '5 seconds');
    expect(await progressOf(threadId)).toBeUndefined();
    expect(await sweep()).toEqual({ marked: 1, chunk: me(), tell: [] });
    expect((await behind()).threads[0]?.places.map(({ id }) => id)).toEqual(ids);
  });

  it('leaves what was said just now to the hints', async () => {
    const { threadId } = await said(1);
    await added(threadId, '-1 minute');
    expect(await sweep()).toEqual({ marked: 0, chunk: [], tell: [] });
  });

  it('offers an agent once in five seconds, however many look at once, and never one that is in hand', async () => {
    const { threadId } = await said(tellFrom);
    await added(threadId, '5 seconds');
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    expect((await sweep()).chunk).toEqual([]);
    await releaseMemory(chunkers[0], held);
    const other = database.connect('salience_scheduler');
    const found = await Promise.all([sweep(), sweepMemory(other, 100, at)]);
    expect(found.flatMap(({ chunk }) => chunk)).toEqual(me());
    expect((await sweep()).chunk).toEqual([]);
    await longAgo();
    expect((await sweep()).chunk).toEqual(me());
  });

  it('law 15: finds episodes and pieces that were set aside when their business time has come', async () => {
    const { threadId } = await said(1, { chunked: true });
    const held = await lease(chunkers[0], 'chunk');
    const put = [setAside(threadId, { dueAt: after(2_000) }), setAside(threadId)];
    await keepChunks(chunkers[0], held, batch([], [], { put }));
    await releaseMemory(chunkers[0], held);
    await database.admin('update salience.memory_progress set tell_at = $2 where thread_id = $1', [
      threadId,
      after(1_000),
    ]);
    expect(await sweep(after(999))).toEqual({ marked: 0, chunk: [], tell: [] });
    expect(await sweep(after(1_000))).toEqual({ marked: 0, chunk: [], tell: me() });
    expect(await sweep(after(2_000))).toEqual({ marked: 0, chunk: me(), tell: [] });
  });

  it('reads what was added since its last look, ten seconds of it twice, and no quiet thread', async () => {
    await sweep();
    const cursor = async () =>
      (
        await database.admin<{ at: Date; moved: boolean }>(
          "select at, at > clock_timestamp() - interval '1 minute' as moved from salience.sweep_cursors where name = 'memory'",
        )
      )[0];
    const first = await cursor();
    expect(first?.moved).toBe(true);
    // Neither has a mark. Were quiet threads read, the one of an hour ago would be found.
    const [quiet, late] = [await said(1), await said(1)];
    await added(quiet.threadId, '1 hour');
    await database.admin(
      `update salience.exchanges set added_at = (select at - interval '5 seconds' from salience.sweep_cursors where name = 'memory')
       where thread_id = $1`,
      [late.threadId],
    );
    expect(await sweep()).toEqual({ marked: 1, chunk: me(), tell: [] });
    expect(await progressOf(late.threadId)).toMatchObject({ chunkAt: at });
    expect(await progressOf(quiet.threadId)).toBeUndefined();
    expect((await cursor())?.at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
  });

  it('misses nothing for good: what neither a hint nor a sweep saw is due when its thread falls silent', async () => {
    await sweep();
    const day = 86_400_000;
    const close = () =>
      closeSilentThreads(scheduler, { now: after(day), silenceMs, expiryMs: day / 2, limit: 100 });
    const [missed, halfTold] = [await said(1), await said(1, { chunked: true })];
    const silent = {
      threadId: await plants.thread({ session: { openFromSeq: 1 }, at: after(day - 2 * silenceMs) }),
    };
    await plants.exchange(silent.threadId, 1);
    for (const { threadId } of [missed, halfTold, silent]) await added(threadId, '1 hour');
    expect(await sweep()).toEqual({ marked: 0, chunk: [], tell: [] });
    expect(await close()).toEqual({ threads: 3, agents: [agentId] });
    expect(await progressOf(missed.threadId)).toMatchObject({ chunkAt: after(day), tellAt: null });
    expect(await progressOf(halfTold.threadId)).toMatchObject({ chunkAt: null, tellAt: after(day) });
    expect(await progressOf(silent.threadId)).toMatchObject({ chunkAt: after(day), tellAt: null });
    expect(await sweep(after(day))).toEqual({ marked: 0, chunk: me(), tell: me() });
    expect(await close()).toEqual({ threads: 0, agents: [] });
  });
});

describe('forgetting while a batch is made', () => {
  it('has the batch refused, and made again of what is left', async () => {
    const { ids, threadId } = await said(2);
    const [gone, stays] = ids as [ExchangeId, ExchangeId];
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    await noteAttempt(chunkers[0], held, [{ threadId, firstSeq: 1, lastSeq: 1 }]);
    await forget(gone);
    const made = batch([chunkOf(stays), chunkOf(gone, 'zorblatt')], [upTo(threadId, 2)]);
    await expect(keepChunks(chunkers[0], held, made)).rejects.toMatchObject({ code: 'memory.lease-lost' });
    expect(await chunked()).toEqual([]);
    // No fault of the batch, and nothing has to run out first.
    const again = await lease(chunkers[1], 'chunk');
    expect(again).toMatchObject({ most: batchMost, deaths: 0, attempt: null });
    expect((await behind()).threads[0]?.places.map(({ id }) => id)).toEqual([stays]);
    await keepChunks(chunkers[1], again, batch([chunkOf(stays)], [upTo(threadId, 2)]));
    expect(await chunked()).toEqual([stays]);
  });

  it('has what is left of an episode told again', async () => {
    const { ids, threadId } = await said(3, { chunked: true });
    await database.admin('update salience.memory_progress set told_seq = 3 where thread_id = $1', [threadId]);
    const episode = episodeOf(threadId, ids, { reason: 'full' });
    await saveEpisode(episodic, { ...episode, agentId, now: at });
    await forget(ids[1] as ExchangeId);
    expect(await database.admin('select 1 from salience.episodes where id = $1', [episode.id])).toEqual([]);
    const { retries, threads } = await untold();
    expect(threads).toEqual([]);
    expect(retries).toMatchObject([
      { kind: 'tell', threadId, firstSeq: 1, lastSeq: 3, reason: 'full', tries: 0 },
    ]);
    const [stretch] = await loadStretches(episodic, agentId, retries);
    expect(stretch?.exchanges.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    await database.admin('delete from salience.memory_leases');
    expect(await sweepMemory(scheduler, 100, at)).toMatchObject({ tell: [{ agentId }] });
  });
});

describe('an episode that grows', () => {
  it('has other words, another code and more exchanges, and stays one (law 4)', async () => {
    const { ids, threadId } = await said(3, { chunked: true });
    const code = (byte: number) => Buffer.alloc(64, byte).toString('base64');
    const first = episodeOf(threadId, ids.slice(0, 2), { code: code(1), codeModelId: 'm' });
    const { id } = first;
    await saveEpisode(episodic, { ...first, agentId, now: at });
    await database.admin('update salience.episodes set told_version = 1 where id = $1', [id]);
    const grown = episodeOf(threadId, ids, {
      id,
      gist: 'They spoke of the lighthouse',
      reason: 'expiry',
      code: code(2),
      codeModelId: 'm',
      endedAt: after(1_000),
    });
    for (const _twice of [1, 2]) await saveEpisode(episodic, { ...grown, agentId, now: after(1_000) });
    const rows = await database.admin<{ id: EpisodeId }>(
      `select p.id, first_seq::int, last_seq::int, reason, gist, told_version, ended_at, p.created_at,
         encode(c.code, 'base64') = $1 as coded, search @@ to_tsquery('english', 'lighthouse') as found,
         search @@ to_tsquery('english', 'harbour') as stale,
         array(select exchange_id from salience.episode_exchanges x where x.episode_id = p.id order by 1) as exchanges
       from salience.episodes p join salience.memory_codes c on c.item_id = p.id`,
      [
        Buffer.alloc(64, 2)
          .toString('base64')
          .replace(/(.{76})/g, '$1\n'),
      ],
    );
    expect(rows).toEqual([
      {
        id,
        first_seq: 1,
        last_seq: 3,
        reason: 'expiry',
        gist: 'They spoke of the lighthouse',
        told_version: null,
        ended_at: after(1_000),
        created_at: at,
        coded: true,
        found: true,
        stale: false,
        exchanges: ids.toSorted(),
      },
    ]);
  });
});

describe('a piece that was given up', () => {
  it('is due when an operator asks, and gone once it is made', async () => {
    const { ids, threadId } = await said(1);
    const held = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    const retry = setAside(threadId);
    await keepChunks(chunkers[0], held, batch([], [upTo(threadId, 1)], { put: [retry] }));
    expect(await behind({ now: after(1_000_000) })).toEqual({ threads: [], retries: [] });
    const operator = database.connect('salience_operator');
    expect(await retryFailedMemory(operator, agentId, at)).toMatchObject({ exchange: 1 });
    expect((await behind()).retries).toMatchObject([{ id: retry.id, tries: 0, exchangeIds: ids }]);
    await keepChunks(chunkers[0], held, batch([chunkOf(ids[0] as ExchangeId)], [], { done: [retry.id] }));
    expect(await behind()).toEqual({ threads: [], retries: [] });
    expect(await chunked()).toEqual(ids);
  });
});

describe('another agent', () => {
  it('law 12: a worker that names its threads sees and moves nothing of them', async () => {
    const stranger = newId('agent');
    await database.admin(
      "insert into salience.agents (id, name, persona, settings) values ($1, 'stranger', '', '{}')",
      [stranger],
    );
    const { ids, threadId } = await said(tellFrom);
    const mine = await lease(chunkers[0], 'chunk', { threadIds: [threadId] });
    const retry = setAside(threadId, { dueAt: at });
    await keepChunks(chunkers[0], mine, batch([], [upTo(threadId, 1)], { put: [retry] }));
    const unmarked = await said(1);
    const state = () =>
      Promise.all(
        ['memory_progress', 'memory_leases', 'memory_retries', 'chunks', 'episodes'].map((table) =>
          database.admin(`select * from salience.${table} where agent_id = $1 order by 1, 2`, [agentId]),
        ),
      );
    const before = await state();

    const forged = { agentId: stranger, threadIds: [threadId, unmarked.threadId] };
    const theirs = await lease(chunkers[1], 'chunk', forged);
    expect(await progressOf(unmarked.threadId)).toBeUndefined();
    expect(await behind({ agentId: stranger })).toEqual({ threads: [], retries: [] });
    const chunk = { ...chunkOf(ids[1] as ExchangeId), agentId: stranger };
    const moved = batch([chunk], [upTo(threadId, tellFrom, 1)], { done: [retry.id] });
    expect(await keepChunks(chunkers[1], theirs, moved)).toEqual({
      saved: [{ status: 'no_exchange' }],
      tell: false,
      more: false,
    });
    const ask = { agentId: stranger, now: at, most: batchMost };
    expect(await loadUntold(episodic, { ...ask, of: 'tell' })).toEqual({ threads: [], retries: [] });
    const stretches = [{ threadId, firstSeq: 1, lastSeq: tellFrom }];
    expect(await loadStretches(episodic, stranger, stretches)).toMatchObject([{ exchanges: [] }]);
    const tells = await lease(episodic, 'tell', { agentId: stranger });
    const told = { threadId, from: 0, to: 1, chunkedSeq: 1, dueAt: null };
    const retries = { put: [], done: [retry.id] };
    await keepEpisodes(episodic, tells, { now: at, episodes: [], concepts: [], threads: [told], retries });
    // A lease of the other is not given back either, whoever knows its fence.
    await releaseMemory(chunkers[1], { ...theirs, fence: mine.fence });
    expect(await state()).toEqual(before);
    expect(await renewMemory(chunkers[0], mine, 60_000)).toBe(true);
  });
});
