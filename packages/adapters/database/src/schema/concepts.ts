import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, salience, tsvector, writtenXid } from './columns.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Something that is talked about: a person, a place, a thing. Strength 0..1 grows with mentions and never falls. Key: id; unique per
 * agent, kind and name.
 */
export const concepts = salience.table(
  'concepts',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    definition: text('definition').notNull().default(''),
    strength: real('strength').notNull(),
    confidence: real('confidence').notNull(),
    mentions: integer('mentions').notNull(),
    /** Of the words that are shown: the lowest of name and definition. */
    trust: text('trust').notNull(),
    /** Trust of the name; null if it is the concept's. */
    nameTrust: text('name_trust'),
    /** Since when it has this name; null if since its creation. */
    namedAt: at('named_at'),
    /** Trust of the definition; null for none, or if it is the concept's. */
    definitionTrust: text('definition_trust'),
    source: text('source').notNull(),
    definedAt: at('defined_at'),
    /** The episode that the definition is from. */
    definedBy: id('defined_by'),
    firstSeenAt: at('first_seen_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    createdAt: at('created_at').notNull(),
    search: tsvector('search').generatedAlwaysAs(sql`to_tsvector('english', name || ' ' || definition)`),
    /** Another one with another name or definition, or with one name more or less. */
    writtenXid: writtenXid(),
  },
  (t) => [
    uniqueIndex('concepts_name').on(t.agentId, t.kind, sql`lower(name)`),
    index('concepts_written').on(t.agentId, t.writtenXid, t.id),
    index('concepts_recent').on(t.agentId, t.lastSeenAt),
    index('concepts_strong').on(t.agentId, t.strength),
    check(
      'concepts_strength',
      sql`${t.strength} >= 0 and ${t.strength} <= 1 and ${t.confidence} >= 0 and ${t.confidence} <= 1`,
    ),
    check('concepts_mentions', sql`${t.mentions} >= 0`),
  ],
);

/** The names that a concept goes by, its own among them. Key: agent, compared name, kind. */
export const conceptNames = salience.table(
  'concept_names',
  {
    agentId: id('agent_id').notNull(),
    key: id('key').notNull(),
    kind: text('kind').notNull(),
    conceptId: id('concept_id').notNull(),
    name: text('name').notNull(),
    /** The highest trust of those who used it. */
    trust: text('trust').notNull().default('external'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.key, t.kind] }),
    index('concept_names_concept').on(t.conceptId),
  ],
);

/** Where a concept was mentioned: an exchange of an episode, or an episode without exchanges. */
export const conceptSources = salience.table(
  'concept_sources',
  {
    agentId: id('agent_id').notNull(),
    conceptId: id('concept_id').notNull(),
    episodeId: id('episode_id').notNull(),
    exchangeId: id('exchange_id'),
    /** The name by which it was mentioned. */
    key: id('key').notNull(),
    trust: text('trust').notNull(),
    seenAt: at('seen_at').notNull(),
    writtenXid: writtenXid(),
  },
  (t) => [
    unique('concept_sources_once').on(t.conceptId, t.episodeId, t.exchangeId).nullsNotDistinct(),
    index('concept_sources_seen').on(t.conceptId, t.seenAt),
    index('concept_sources_episode').on(t.agentId, t.episodeId),
    // With the concept: what was mentioned together is read from the index alone.
    index('concept_sources_exchange').on(t.agentId, t.exchangeId, t.conceptId),
    index('concept_sources_written').on(t.agentId, t.writtenXid),
  ],
);

/** How two concepts are connected, and from when to when. One that holds is unique per agent, ends and type. Key: id. */
export const relations = salience.table(
  'relations',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    fromId: id('from_id').notNull(),
    toId: id('to_id').notNull(),
    type: text('type').notNull(),
    strength: real('strength').notNull(),
    confidence: real('confidence').notNull(),
    mentions: integer('mentions').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    validFrom: at('valid_from').notNull(),
    validTo: at('valid_to'),
    /** The relation that took its place. */
    closedBy: id('closed_by'),
    firstSeenAt: at('first_seen_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    createdAt: at('created_at').notNull(),
    /** Another one with another strength or time, or when it was stated again or less. */
    writtenXid: writtenXid(),
  },
  (t) => [
    uniqueIndex('relations_open').on(t.agentId, t.fromId, t.toId, t.type).where(sql`valid_to is null`),
    // Of two concepts: whether a relation between them was stated and is over.
    index('relations_closed').on(t.agentId, t.fromId, t.toId).where(sql`valid_to is not null`),
    index('relations_written').on(t.agentId, t.writtenXid, t.id),
    index('relations_from').on(t.fromId, t.strength),
    index('relations_to').on(t.toId, t.strength),
    check(
      'relations_strength',
      sql`${t.strength} >= 0 and ${t.strength} <= 1 and ${t.confidence} >= 0 and ${t.confidence} <= 1`,
    ),
    check('relations_ends', sql`${t.fromId} <> ${t.toId}`),
    check('relations_interval', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
  ],
);

/** Where a relation was stated. */
export const relationSources = salience.table(
  'relation_sources',
  {
    agentId: id('agent_id').notNull(),
    relationId: id('relation_id').notNull(),
    episodeId: id('episode_id').notNull(),
    exchangeId: id('exchange_id'),
    trust: text('trust').notNull(),
    confidence: real('confidence').notNull(),
    /** It was said to hold no longer. */
    denies: boolean('denies').notNull().default(false),
    saidAt: at('said_at').notNull(),
  },
  (t) => [
    unique('relation_sources_once').on(t.relationId, t.episodeId, t.exchangeId).nullsNotDistinct(),
    index('relation_sources_episode').on(t.agentId, t.episodeId),
    index('relation_sources_exchange').on(t.agentId, t.exchangeId),
    index('relation_sources_said').on(t.relationId, t.saidAt),
    index('relation_sources_denying').on(t.relationId).where(sql`denies`),
  ],
);
