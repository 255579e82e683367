import type { AgentId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, doublePrecision, index, integer, text } from 'drizzle-orm/pg-core';
import { at, id, json, ownId, salience } from './columns.ts';

/** A worker process and its last heartbeat. Written by the process itself, read by consumer, status and fairness. */
export const workers = salience.table(
  'workers',
  {
    id: ownId<'worker'>(),
    app: text('app').notNull(),
    pid: integer('pid').notNull(),
    host: text('host').notNull(),
    version: text('version').notNull(),
    /** `held`: it runs, and takes nothing because it does not know enough. */
    state: text('state').$type<'starting' | 'ready' | 'held' | 'draining' | 'stopped'>().notNull(),
    /** How many jobs it may run at once. */
    capacity: integer('capacity').notNull(),
    running: json<readonly string[]>('running').notNull(),
    jobsDone: bigint('jobs_done', { mode: 'number' }).notNull().default(0),
    jobsFailed: bigint('jobs_failed', { mode: 'number' }).notNull().default(0),
    /** Of a digest: the version of each regulated policy that it decides by, by name. */
    policies: json<Readonly<Record<string, number>>>('policies'),
    /** Providers of models that this worker leaves alone for the moment, because it could not reach them; null: none. */
    away: json<readonly string[]>('away'),
    startedAt: at('started_at').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [index('workers_app').on(t.app, t.seenAt)],
);

/** A job to be sent that has no row of its own elsewhere. A relay claims it with SKIP LOCKED, sends and deletes it. */
export const outbox = salience.table(
  'outbox',
  {
    id: ownId<'outbox'>(),
    agentId: id<AgentId>('agent_id').notNull(),
    job: text('job').notNull(),
    payload: json<Record<string, unknown>>('payload').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('outbox_order').on(t.createdAt)],
);

/**
 * A job that failed for good, kept until an operator retries or drops it. One row per agent, queue, job, payload and code as long
 * as nobody settles it: a trigger counts what fails like that again.
 */
export const deadLetters = salience.table(
  'dead_letters',
  {
    id: ownId<'deadLetter'>(),
    agentId: id('agent_id'),
    queue: text('queue').notNull(),
    job: text('job').notNull(),
    payload: json('payload').notNull(),
    code: text('code').notNull(),
    error: text('error').notNull(),
    attempts: integer('attempts').notNull(),
    state: text('state').$type<'dead' | 'retried' | 'dropped'>().notNull().default('dead'),
    /** How often it failed like this, the first time included. */
    count: integer('count').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it failed like this last. */
    lastAt: at('last_at').notNull().defaultNow(),
    settledAt: at('settled_at'),
  },
  (t) => [
    index('dead_letters_open').on(t.createdAt).where(sql`state = 'dead'`),
    // Serves the operator's pages and events, settled ones included.
    index('dead_letters_order').on(t.createdAt, t.id),
    // Serves the trigger that counts a letter like one that is open.
    index('dead_letters_same').on(t.queue, t.job, t.code, sql`md5(payload::text)`).where(sql`state = 'dead'`),
    check('dead_letters_state', sql`${t.state} in ('dead', 'retried', 'dropped')`),
  ],
);

/**
 * Where the requests to one model stand, for the whole installation: when the next one may begin, and a pause that its
 * provider asked for. Written and read by the apps that call models; rows are as many as models, and stay.
 */
export const modelLimits = salience.table('model_limits', {
  /** `provider:model`, as in the settings. */
  model: id('model').primaryKey(),
  nextAt: at('next_at'),
  pausedUntil: at('paused_until'),
});

/**
 * Business time, only where the shared clock is switched on (tests, simulations): now = base + (real − set) · rate.
 * One row.
 */
export const clock = salience.table(
  'clock',
  {
    id: integer('id').primaryKey(),
    baseAt: at('base_at').notNull(),
    setAt: at('set_at').notNull(),
    rate: doublePrecision('rate').notNull(),
  },
  (t) => [check('clock_one_row', sql`${t.id} = 1`)],
);

/**
 * A function of the schema as it was installed: of each file of `sql/` what it declared and the hash of its text. The migrator alone
 * writes it, and compares it with the files of the version that it installs.
 */
export const installedFunctions = salience.table('installed_functions', {
  name: text('name').primaryKey(),
  signature: text('signature').notNull(),
  hash: text('hash').notNull(),
});

/**
 * The sets of functions that this database has had, in order; the last one it has. An app looks for its own here when it starts. Going
 * back to an earlier set takes the later ones out.
 */
export const functionSets = salience.table('function_sets', {
  hash: text('hash').primaryKey(),
  n: bigint('n', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
});
