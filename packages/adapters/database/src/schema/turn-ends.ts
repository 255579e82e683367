import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, bytes, id, json, salience, tsvector, writtenXid } from './columns.ts';

/**
 * How a turn ended: its one terminal event, and what was said, decided and learned to be searched. Key: the turn, so a second end
 * cannot be written (law 5). One wide row, inserted once; the views `terminal_events`, `exchanges`, `replies` and `decisions` show its
 * parts. Only forgetting changes it: parts that are forgotten are null, and a reply that is forgotten says so.
 */
export const turnEnds = salience.table(
  'turn_ends',
  {
    turnId: id('turn_id').primaryKey(),
    agentId: id('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** A terminal state. */
    kind: text('kind').notNull(),
    fence: bigint('fence', { mode: 'number' }).notNull(),
    endedAt: at('ended_at').notNull(),
    /** Of a turn that is remembered: one that was answered, ignored or failed after it was decided. */
    exchangeId: id('exchange_id').unique('turn_ends_exchange'),
    topicId: id('topic_id'),
    speaker: text('speaker'),
    /** With the messages that steered its run. */
    message: text('message'),
    mode: text('mode'),
    trust: text('trust'),
    source: text('source'),
    saidAt: at('said_at'),
    traceparent: text('traceparent'),
    search: tsvector('search').generatedAlwaysAs(sql`to_tsvector('english', message)`),
    /** The sign code of the message, where digest embedded it; else it is in `memory_codes`. */
    code: bytes('code'),
    /** Of the code and the vector. */
    codeModelId: text('code_model_id'),
    /** What the message teaches of its topic, as `taughtBytes` packs it; null: nothing. */
    vector: bytes('vector'),
    /** How the boundary detector heard it, as `encodeHearing` says; null: not at all. */
    heard: smallint('heard'),
    /** The reply, of an answered turn and of no other. */
    reply: text('reply'),
    replyTrust: text('reply_trust'),
    /** How far the reply can be relied on, 0..1; null where it makes no claim. */
    replyConfidence: real('reply_confidence'),
    citations: json<unknown>('citations'),
    model: text('model'),
    usage: json<unknown>('usage'),
    /** The routing decision, with everything that is needed to compute it again (law 13), as `encodeDecision` writes it. */
    decision: bytes('decision'),
    /** Of the decision. */
    confidence: doublePrecision('confidence'),
    policyName: text('policy_name'),
    policyVersion: integer('policy_version'),
    /** By the database's clock: the sweep of memory reads what was added since its last run. */
    addedAt: at('added_at').notNull().default(sql`clock_timestamp()`),
    writtenXid: writtenXid(),
  },
  (t) => [
    // Serves working memory, history pages and range loading.
    uniqueIndex('turn_ends_place').on(t.threadId, t.seq),
    // Serves the indexes of memory search that processes hold: what was written since they last looked.
    index('turn_ends_written').on(t.agentId, t.writtenXid, t.exchangeId),
    // Serves operators. Here, because an index that names a turn's state would be written with every turn.
    index('turn_ends_quarantined').on(t.endedAt, t.turnId).where(sql`kind = 'quarantined'`),
    // Serve the sweep of memory and the operator's events: a few pages a look, and next to nothing for an insert.
    index('turn_ends_added').using('brin', t.addedAt).with({ pages_per_range: 16, autosummarize: true }),
    index('turn_ends_at').using('brin', t.endedAt).with({ pages_per_range: 16, autosummarize: true }),
  ],
);
