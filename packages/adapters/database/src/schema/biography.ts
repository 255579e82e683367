import type { BiographySection, Trust } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, ownId, salience } from './columns.ts';

/**
 * One recurring piece of background work of one agent: its lease, of the database's clock, and when it is due, in business
 * time. Key: agent and task. Who holds the lease writes under its fence.
 */
export const chores = salience.table(
  'chores',
  {
    agentId: agentId(),
    task: text('task').notNull(),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    owner: text('owner'),
    leaseUntil: at('lease_until'),
    nextAt: at('next_at'),
    /** A sentence of it was forgotten, so a new version is due at once. */
    rewrite: boolean('rewrite').notNull().default(false),
    /** Error code of the last try. */
    error: text('error'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.task] })],
);

/** A sentence of an autobiography. */
export interface BiographyStatement {
  readonly text: string;
  readonly trust: Trust;
}

/** A version of an agent's autobiography. Key: id; numbered per agent from 1. Changed only by forgetting. */
export const autobiographies = salience.table(
  'autobiographies',
  {
    id: ownId<'autobiography'>(),
    agentId: agentId(),
    version: integer('version').notNull(),
    /** {section: [{text, trust}]}; a forgotten sentence keeps its position with an empty text. */
    sections: json<Readonly<Record<BiographySection, readonly BiographyStatement[]>>>('sections').notNull(),
    /** {section: SHA-256 of its text, hex}. */
    hashes: json<Readonly<Record<BiographySection, string>>>('hashes').notNull(),
    /** {section: {added: [places here], removed: [places in the version before]}}, of sections that changed. */
    deltas: json('deltas').notNull(),
    /** Numbers of items used and refused. */
    inputs: json<Readonly<Record<string, number>>>('inputs').notNull(),
    model: text('model').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [unique('autobiographies_version').on(t.agentId, t.version)],
);

/** A source of a sentence of an autobiography: an episode, a trait, a concept or a relation. */
export const autobiographySources = salience.table(
  'autobiography_sources',
  {
    autobiographyId: id('autobiography_id')
      .notNull()
      .references(() => autobiographies.id, { onDelete: 'cascade' }),
    agentId: id('agent_id').notNull(),
    section: text('section').notNull(),
    place: integer('place').notNull(),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.autobiographyId, t.section, t.place, t.itemId] }),
    // Serves forgetting: sentences that rest on an item.
    index('autobiography_sources_item').on(t.agentId, t.itemId),
  ],
);

/** How a tool did for an agent, as of `enrichedAt`. Reliability and preference 0..1. Key: agent and tool. */
export const toolProfiles = salience.table(
  'tool_profiles',
  {
    agentId: agentId(),
    tool: text('tool').notNull(),
    successes: integer('successes').notNull(),
    failures: integer('failures').notNull(),
    reliability: real('reliability').notNull(),
    preference: real('preference').notNull(),
    enrichedAt: at('enriched_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.tool] }),
    check('tool_profiles_scale', sql`${t.reliability} between 0 and 1 and ${t.preference} between 0 and 1`),
  ],
);

/** A request that a tool served well. Key: the step of the run that did. */
export const toolScenarios = salience.table(
  'tool_scenarios',
  {
    agentId: id('agent_id').notNull(),
    tool: text('tool').notNull(),
    runId: id('run_id').notNull(),
    stepN: integer('step_n').notNull(),
    text: text('text').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.tool, t.runId, t.stepN] }),
    foreignKey({
      columns: [t.agentId, t.tool],
      foreignColumns: [toolProfiles.agentId, toolProfiles.tool],
    }).onDelete('cascade'),
    // Serves forgetting: scenarios of a run.
    index('tool_scenarios_run').on(t.runId, t.stepN),
  ],
);
