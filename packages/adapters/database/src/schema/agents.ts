import type { AgentId, KeyRules, Trust } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AgentSettings } from './agent-settings.ts';
import { at, id, json, ownId, salience } from './columns.ts';

/** An agent. Key: id; the name is unique and may be used instead of it in the API. Never deleted. */
export const agents = salience.table(
  'agents',
  {
    id: ownId<'agent'>(),
    name: text('name').notNull(),
    persona: text('persona').notNull(),
    /** Mid-run policy, router policy, channels and more. */
    settings: json<AgentSettings>('settings').notNull(),
    /** Raised by every change of the agent or its workspace; caches compare it. */
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('agents_name').on(t.name)],
);

/** The agent that a row is of. Only what operators make refers to the agents table: each reference locks the one agent's row with every insert. */
export const agentId = () => id<AgentId>('agent_id').notNull();

/**
 * How much of its rate an agent has used: the time at which all of it is free again (database clock). Key: agent; a row
 * only for agents that have a limit. Locked by every acceptance for its agent.
 */
export const agentLimits = salience.table('agent_limits', {
  agentId: id('agent_id')
    .primaryKey()
    .references(() => agents.id),
  freeAt: at('free_at').notNull(),
});

/** One Markdown file of an agent's workspace (identity, people, skills). Key: agent and path. */
export const workspaceFiles = salience.table(
  'workspace_files',
  {
    agentId: agentId().references(() => agents.id),
    path: text('path').notNull(),
    content: text('content').notNull(),
    trust: text('trust').$type<Trust>().notNull(),
    source: text('source').notNull(),
    /** SHA-256 of the text that a person vouched for; hex. */
    vouched: text('vouched'),
    /** SHA-256 of the text whose server a person allowed to be started; hex. */
    allowed: text('allowed'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.path] })],
);

/** A key that lets a caller beyond loopback use one agent. Only its SHA-256 is stored. */
export const apiKeys = salience.table(
  'api_keys',
  {
    id: ownId<'apiKey'>(),
    agentId: agentId().references(() => agents.id),
    label: text('label').notNull(),
    hash: text('hash').notNull(),
    /** The first characters, shown in lists to distinguish keys. */
    hint: text('hint').notNull(),
    /** Its rules for the messages that use it. */
    rules: json<KeyRules>('rules').notNull().default({}),
    createdAt: at('created_at').notNull().defaultNow(),
    /** From then on it opens nothing; null without an end. */
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
  },
  // Serves authentication: one look-up by hash per request.
  (t) => [uniqueIndex('api_keys_hash').on(t.hash), index('api_keys_agent').on(t.agentId)],
);

/**
 * A version of a router policy: all weights, never changed once written. Read by digest; written by the migrator
 * (shipped policies) and by the regulator, and by nobody else (law 7, held by grants).
 */
export const routerPolicies = salience.table(
  'router_policies',
  {
    id: id('id').primaryKey(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    weights: json<Record<string, number>>('weights').notNull(),
    /** The version that it was made of, and the policy whose it is; null: its own. */
    parentVersion: integer('parent_version'),
    parentName: text('parent_name'),
    /** Why the regulator made it; null: it was shipped. */
    reason: json<Readonly<Record<string, unknown>>>('reason'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('router_policies_version').on(t.name, t.version),
    check('router_policies_version_positive', sql`${t.version} > 0`),
  ],
);
