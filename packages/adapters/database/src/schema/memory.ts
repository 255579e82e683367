import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { endedXid, id, salience, tsvector, writtenXid, xid8 } from './columns.ts';
import { turnEnds } from './turn-ends.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A topic. Key: id; the name is unique per agent. What is said on it teaches vectors of `model_id` only. */
export const topics = salience.table(
  'topics',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    name: text('name').notNull(),
    /** Of the message that it was named by. */
    trust: text('trust').notNull().default('external'),
    modelId: text('model_id').notNull(),
    salience: real('salience').notNull().default(0.5),
    createdAt: at('created_at').notNull(),
    /** The transaction that made or renamed it, or forgot something that was said on it; a trigger notes the first two. */
    writtenXid: xid8('written_xid'),
  },
  (t) => [
    uniqueIndex('topics_name').on(t.agentId, t.name),
    index('topics_written').on(t.agentId, t.writtenXid),
  ],
);

/** The chunk of an exchange. Key: the exchange. */
export const chunks = salience.table(
  'chunks',
  {
    exchangeId: id('exchange_id').primaryKey(),
    agentId: id('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    entities: jsonb('entities').notNull(),
    /** Sentiment, 0 (bad) to 1 (good), 0.5 neutral; null if unknown. */
    sentiment: real('sentiment'),
    /** A short label of its subject. */
    scope: text('scope'),
    /** When things are, as far as it was said: [{text, from, to, half, start, end, confidence}]. */
    times: jsonb('times').notNull().default(sql`'[]'::jsonb`),
    /** The first of them that lay ahead when it was said. */
    nextAt: at('next_at'),
    /**
     * The words that sentiment and scope stand on, {confidence, half, start, end} each, and `over`, {half, start, end}: where something is
     * said to be over.
     */
    grounds: jsonb('grounds').notNull().default(sql`'{}'::jsonb`),
    /** How much of the proposal was refused. */
    refused: integer('refused').notNull().default(0),
    model: text('model').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    // Serves the state of the world: upcoming events.
    index('chunks_next').on(t.agentId, t.nextAt).where(sql`next_at is not null`),
    // Serves it too: events that are over.
    index('chunks_over').on(t.agentId, t.exchangeId).where(sql`grounds ? 'over'`),
  ],
);

/** One sentence worth keeping in mind for a while. Read by digest for the thread's context. */
export const gists = salience.table(
  'gists',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    exchangeId: id('exchange_id').notNull(),
    type: text('type').notNull(),
    content: text('content').notNull(),
    confidence: real('confidence').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    /** The span of words that supports it: `message` or `reply`, in UTF-16 units, end excluded; null if unknown. */
    half: text('half'),
    spanStart: integer('span_start'),
    spanEnd: integer('span_end'),
    /** See said_key; null without one. */
    saidKey: text('said_key'),
    /** The first of those with its key, of which it is a repetition; null for that one. */
    repeatsOf: id('repeats_of').references((): AnyPgColumn => gists.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('gists_thread').on(t.threadId, t.createdAt),
    index('gists_exchange').on(t.exchangeId),
    // Serves the retention period.
    index('gists_age').on(t.agentId, t.createdAt),
    // Serves the rule that the same words are one memory.
    index('gists_said').on(t.agentId, t.saidKey).where(sql`said_key is not null and repeats_of is null`),
    index('gists_repeats').on(t.repeatsOf, t.createdAt).where(sql`repeats_of is not null`),
  ],
);

/**
 * A statement (subject, key, value) with where it comes from: the exchange that a chunker read it in, or the turn that
 * was told to memorise it.
 */
export const facts = salience.table(
  'facts',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    exchangeId: id('exchange_id').references(() => turnEnds.exchangeId),
    turnId: id('turn_id'),
    /** A person asked to remember it; such facts do not decay. */
    explicit: boolean('explicit').notNull().default(false),
    idempotencyKey: text('idempotency_key'),
    subject: text('subject').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    confidence: real('confidence').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    saidAt: at('said_at').notNull(),
    /** The span of words that supports it: `message` or `reply`, in UTF-16 units, end excluded; null if unknown. */
    half: text('half'),
    spanStart: integer('span_start'),
    spanEnd: integer('span_end'),
    /** Its key has one value at a time: a later value ends the earlier one. */
    singleValued: boolean('single_valued').notNull().default(false),
    /** When it began and ceased to hold; unset: when it was said, and still. */
    validFrom: at('valid_from'),
    validTo: at('valid_to'),
    supersededBy: id('superseded_by'),
    createdAt: at('created_at').notNull(),
    search: tsvector('search').generatedAlwaysAs(
      sql`to_tsvector('english', subject || ' ' || replace(key, '_', ' ') || ' ' || value)`,
    ),
    writtenXid: writtenXid(),
    endedXid: endedXid(),
  },
  (t) => [
    index('facts_written').on(t.agentId, t.writtenXid, t.id),
    index('facts_exchange').on(t.exchangeId),
    // Serves the order of facts with one subject and key.
    index('facts_key').on(t.agentId, sql`lower(subject)`, t.key, t.saidAt, t.id),
    // Serves search: whether a value that ended was said again.
    index('facts_said').on(t.agentId, sql`lower(subject)`, t.key, sql`lower(value)`),
    // Serves search: recently ended facts.
    index('facts_ended').on(t.agentId, t.validTo).where(sql`valid_to is not null`),
    // Serves what processes know of them.
    index('facts_ends').on(t.agentId, t.endedXid, t.id).where(sql`ended_xid is not null`),
    index('facts_recent').on(t.agentId, t.exchangeId),
    uniqueIndex('facts_idempotency').on(t.agentId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check('facts_origin', sql`${t.exchangeId} is not null or ${t.turnId} is not null`),
  ],
);

/** An episode: of a stretch, or of an experience. Key: id; unique per (thread, first exchange) and experience. */
export const episodes = salience.table(
  'episodes',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    /** First and last exchange of its stretch, both included; null for the episode of an experience. */
    firstSeq: bigint('first_seq', { mode: 'number' }),
    lastSeq: bigint('last_seq', { mode: 'number' }),
    /** Why the stretch ends there. */
    reason: text('reason'),
    traceparent: text('traceparent'),
    experienceId: id('experience_id'),
    topicId: id('topic_id'),
    gist: text('gist').notNull(),
    intent: text('intent').notNull(),
    intentType: text('intent_type'),
    direction: text('direction'),
    context: jsonb('context').notNull().default({}),
    action: text('action'),
    emotion: jsonb('emotion'),
    factors: jsonb('factors'),
    /** How long an observation stays true; null if unknown. */
    durability: text('durability'),
    /** Parts of the proposal that its source did not carry. */
    refused: integer('refused').notNull().default(0),
    outcome: text('outcome').notNull(),
    openLoops: jsonb('open_loops').notNull(),
    salience: real('salience').notNull(),
    /** False when an exchange of it had no chunk. */
    complete: boolean('complete').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    model: text('model').notNull(),
    /** The version of the autobiography that took it in; null while none has. */
    toldVersion: integer('told_version'),
    /** See said_key; null without one. */
    saidKey: text('said_key'),
    /** The first episode with its key, which it repeats; null for the first. A repetition has version 0. */
    repeatsOf: id('repeats_of').references((): AnyPgColumn => episodes.id, { onDelete: 'set null' }),
    /** The sign code of a repetition, used when it becomes the first one: {modelId, code}. */
    repeatedCode: jsonb('repeated_code'),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at').notNull(),
    createdAt: at('created_at').notNull(),
    search: tsvector('search').generatedAlwaysAs(
      sql`to_tsvector('english', gist || ' ' || intent || ' ' || outcome)`,
    ),
    writtenXid: writtenXid(),
  },
  (t) => [
    uniqueIndex('episodes_stretch').on(t.threadId, t.firstSeq).where(sql`first_seq is not null`),
    uniqueIndex('episodes_experience').on(t.experienceId).where(sql`experience_id is not null`),
    // Finds an equal observation, so that it is stored once.
    index('episodes_observation').on(t.agentId, sql`md5(gist)`).where(sql`experience_id is not null`),
    // Serves the autobiography: episodes that no version includes.
    index('episodes_untold').on(t.agentId, t.salience).where(sql`told_version is null`),
    index('episodes_written').on(t.agentId, t.writtenXid, t.id),
    // Serves repetitions: episodes with equal words.
    index('episodes_said').on(t.agentId, t.saidKey).where(sql`said_key is not null and repeats_of is null`),
    index('episodes_repeats').on(t.repeatsOf, t.endedAt).where(sql`repeats_of is not null`),
    check('episodes_salience', sql`${t.salience} between 0 and 1`),
    check('episodes_origin', sql`(${t.firstSeq} is null) = (${t.experienceId} is not null)`),
    check('episodes_order', sql`${t.firstSeq} <= ${t.lastSeq}`),
    check('episodes_durability', sql`${t.durability} in ('stable', 'evolving', 'transient')`),
  ],
);
