import type { AgentId, ExchangeId, ThreadId, TraitCategory, Trust } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, endedXid, id, ownId, salience } from './columns.ts';
import { turnEnds } from './turn-ends.ts';

/**
 * What is known of a person, and when it held: the outcome of all that was said (`trait_sources`). Key: id, that of the
 * statement it began with; one current trait per agent, person and key. Confidence 0..1.
 */
export const traits = salience.table(
  'traits',
  {
    id: ownId<'trait'>(),
    agentId: id<AgentId>('agent_id').notNull(),
    /** `user`, or the name of a speaker. */
    person: text('person').notNull(),
    /** Canonical; one that a person has many of carries its value after a colon. */
    key: text('key').notNull(),
    value: text('value').notNull(),
    category: text('category').$type<TraitCategory>().notNull(),
    origin: text('origin').$type<'explicit' | 'inferred'>().notNull(),
    /** Meant as it was said. */
    literal: boolean('literal').notNull(),
    confidence: real('confidence').notNull(),
    mentions: integer('mentions').notNull().default(1),
    /** The lowest of its sources; `unverified` ones do not lower the trust of others. */
    trust: text('trust').$type<Trust>().notNull(),
    source: text('source').notNull(),
    /** Where it was first said. */
    exchangeId: id<ExchangeId>('exchange_id').notNull(),
    threadId: id<ThreadId>('thread_id').notNull(),
    validFrom: at('valid_from').notNull(),
    /** When it ceased to hold, as far as is known today; null while it holds. */
    validTo: at('valid_to'),
    supersededBy: id('superseded_by'),
    lastSeenAt: at('last_seen_at').notNull(),
    createdAt: at('created_at').notNull(),
    endedXid: endedXid(),
  },
  (t) => [
    uniqueIndex('traits_current').on(t.agentId, t.person, t.key).where(sql`valid_to is null`),
    // Serve every turn: a person's traits in order, and ended ones, recent or after a time that is asked about.
    index('traits_told')
      .on(
        t.agentId,
        t.person,
        sql`(category = 'core') desc`,
        sql`(origin = 'explicit') desc`,
        sql`confidence desc`,
        t.id,
      )
      .where(sql`valid_to is null and literal`),
    index('traits_ended').on(t.agentId, t.validTo).where(sql`valid_to is not null`),
    // Serves what processes know of them.
    index('traits_ends').on(t.agentId, t.endedXid, t.id).where(sql`ended_xid is not null`),
    index('traits_history').on(t.agentId, t.person, t.key, t.validFrom),
    index('traits_exchange').on(t.exchangeId),
    check(
      'traits_category',
      sql`${t.category} in ('core', 'preference', 'physical', 'relationship', 'general')`,
    ),
    check('traits_origin', sql`${t.origin} in ('explicit', 'inferred')`),
    check('traits_confidence', sql`${t.confidence} between 0 and 1`),
  ],
);

/**
 * One statement about a person, with the words of the exchange that it stands on. `trait_id`: the trait that it makes or
 * strengthens; null for one that did not prevail. Key: id; one per exchange, person and key.
 */
export const traitSources = salience.table(
  'trait_sources',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    traitId: id('trait_id'),
    exchangeId: id('exchange_id')
      .notNull()
      .references(() => turnEnds.exchangeId),
    threadId: id('thread_id').notNull(),
    person: text('person').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    category: text('category').notNull(),
    origin: text('origin').notNull(),
    literal: boolean('literal').notNull(),
    /** It says that this value holds no longer. */
    ends: boolean('ends').notNull().default(false),
    confidence: real('confidence').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    /** `message` or `reply`; the span counts its UTF-16 units, end excluded. */
    half: text('half').notNull(),
    spanStart: integer('span_start').notNull(),
    spanEnd: integer('span_end').notNull(),
    saidAt: at('said_at').notNull(),
    /** It is in the rows of `traits`. */
    settled: boolean('settled').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('trait_sources_exchange').on(t.exchangeId, t.person, t.key),
    index('trait_sources_key').on(t.agentId, t.person, t.key, t.saidAt, t.exchangeId),
    index('trait_sources_trait').on(t.traitId),
    // Serves the denials of facts.
    index('trait_sources_denying')
      .on(t.agentId, sql`lower(person)`)
      .where(sql`ends or left(key, 6) = 'taste:'`),
  ],
);
