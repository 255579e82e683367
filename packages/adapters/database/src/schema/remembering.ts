import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, id, salience } from './columns.ts';

/**
 * How far a thread is remembered. Key: the thread. Each watermark moves in the transaction that keeps what was made up to it. No row: nothing
 * of the thread was looked at yet.
 */
export const memoryProgress = salience.table(
  'memory_progress',
  {
    threadId: id('thread_id').primaryKey(),
    agentId: id('agent_id').notNull(),
    /** Every exchange up to this place has its chunk, or is in `memory_retries`. */
    chunkedSeq: bigint('chunked_seq', { mode: 'number' }).notNull().default(0),
    /** Every exchange up to this place is in an episode, or is in `memory_retries`. */
    toldSeq: bigint('told_seq', { mode: 'number' }).notNull().default(0),
    /** Business time at which exchanges after `chunked_seq` are due; null while none is known. */
    chunkAt: at('chunk_at'),
    /** Business time at which exchanges after `told_seq` are due; null while none is known. */
    tellAt: at('tell_at'),
  },
  (t) => [
    index('memory_progress_chunk').on(t.agentId, t.chunkAt).where(sql`chunk_at is not null`),
    index('memory_progress_tell').on(t.agentId, t.tellAt).where(sql`tell_at is not null`),
    check('memory_progress_order', sql`${t.toldSeq} <= ${t.chunkedSeq}`),
  ],
);

/**
 * Who makes memories of an agent: one worker a kind (`chunk`, `tell`). Times are of the database's clock. The attempt is written before a
 * batch is made, so that whoever comes after a worker that died knows how large the batch was.
 */
export const memoryLeases = salience.table(
  'memory_leases',
  {
    agentId: id('agent_id').notNull(),
    kind: text('kind').notNull(),
    owner: text('owner'),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    leaseUntil: at('lease_until'),
    /** Another worker asked for the lease meanwhile: its holder looks once more. */
    again: boolean('again').notNull().default(false),
    /** The batch that is being made: {pieces, piece}; null once it is saved. */
    attempt: jsonb('attempt'),
    /** Pieces in the next batch at most. */
    most: integer('most').notNull().default(32),
    /** Fences of batches in a row that were never saved. A worker that was slow, and did not die, removes its own. */
    unkept: bigint('unkept', { mode: 'number' }).array().notNull().default(sql`'{}'`),
    sweptAt: at('swept_at'),
    /** Of `chunk`: the day for which model calls for overheard messages are counted, and their number. */
    listenedOn: date('listened_on'),
    listened: integer('listened').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.kind] }),
    check('memory_leases_kind', sql`${t.kind} in ('chunk', 'tell')`),
  ],
);

/**
 * Pieces behind a watermark that are to be made: those that failed, and those that lost an exchange to forgetting. `chunk`: the chunks of
 * exchanges; `tell`: their episode; `concepts`: the concepts of an episode.
 */
export const memoryRetries = salience.table(
  'memory_retries',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    kind: text('kind').notNull(),
    threadId: id('thread_id').notNull(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    /** Of `concepts`: the episode. */
    episodeId: id('episode_id'),
    /** Why an episode of `tell` ends there. */
    reason: text('reason'),
    tries: integer('tries').notNull().default(0),
    error: text('error'),
    /** Business time of the next try; null: only when an operator asks for it. */
    dueAt: at('due_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('memory_retries_agent').on(t.agentId, t.kind),
    index('memory_retries_due').on(t.dueAt).where(sql`due_at is not null`),
    uniqueIndex('memory_retries_episode').on(t.episodeId).where(sql`episode_id is not null`),
    check('memory_retries_kind', sql`${t.kind} in ('chunk', 'tell', 'concepts')`),
    check('memory_retries_order', sql`${t.firstSeq} <= ${t.lastSeq}`),
    check('memory_retries_episode_of', sql`(${t.kind} = 'concepts') = (${t.episodeId} is not null)`),
  ],
);

/**
 * What a model proposed for a whole stretch beside its chunks, kept until its episode is made: {episode, concepts, relations}. Key: the
 * thread and where the stretch begins.
 */
export const memoryProposals = salience.table(
  'memory_proposals',
  {
    threadId: id('thread_id').notNull(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    agentId: id('agent_id').notNull(),
    model: text('model').notNull(),
    body: jsonb('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.firstSeq] })],
);

/** Up to when a sweep has looked, by the clock of the database. Key: its name. */
export const sweepCursors = salience.table('sweep_cursors', {
  name: text('name').primaryKey(),
  at: at('at').notNull(),
});
