import { type Database } from '@salience/database';
import {
  type AgentRow,
  type AgentSettings,
  type ApiKeyRow,
  agentSettingsSchema,
  createAgent,
  createApiKey,
  findAgent,
  exportMind,
  importAgent,
  importMind,
  listAgents,
  listApiKeys,
  loadIdentity,
  revokeApiKey,
  rotateApiKey,
  allowServers,
  vouchFiles,
  type WorkspaceFile,
} from '@salience/database/agents';
import {
  createOperatorKey,
  listOperatorKeys,
  type OperatorKeyRow,
  revokeOperatorKey,
  rotateOperatorKey,
} from '@salience/database/operators';
import type { KeyRules, Mind } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { withOperator } from '../database/operator-database.ts';
import type { Installation } from '../home/installation.ts';

/** Who an agent is: what a folder of it holds. */
export interface AgentContent {
  readonly persona: string;
  /** Not yet checked. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** What it pursues and was thinking; left out, nothing of that is changed. */
  readonly mind?: Mind | undefined;
}

/** A key that was made; it is shown this once. */
export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** A key in the place of another, which stays good until then. */
export type RotatedKey = MadeKey & { readonly oldExpiresAt: Date };

/** Keys of agents and of operators: what decides who may talk and operate. Each change has its audit row. */
export interface KeyAdministration {
  /** The latest first. Throws `agent.unknown`, as all that name an agent. */
  agentKeys(name: string): Promise<ApiKeyRow[]>;
  createAgentKey(
    name: string,
    label: string,
    more: { readonly expiresAt?: Date; readonly rules?: KeyRules },
  ): Promise<MadeKey>;
  /** Undefined when there is no such key that is still good. */
  rotateAgentKey(id: string, overlapMs: number): Promise<RotatedKey | undefined>;
  revokeAgentKey(id: string): Promise<boolean>;
  operatorKeys(): Promise<OperatorKeyRow[]>;
  createOperatorKey(name: string, more: { readonly expiresAt?: Date }): Promise<MadeKey>;
  rotateOperatorKey(id: string, overlapMs: number): Promise<RotatedKey | undefined>;
  revokeOperatorKey(id: string): Promise<boolean>;
}

/**
 * Who there is, with which persona and files. Each change has its audit row. It is done in the database, as the operator: the app that
 * faces the network makes no agents. It changes keys only for whoever shows an operator key, so the first one is made here as well.
 */
export interface Administration extends KeyAdministration {
  agents(): Promise<AgentRow[]>;
  /** Throws `agent.exists`, `agent.bad-name` or `agent.settings-invalid`. */
  createAgent(name: string, content: AgentContent): Promise<AgentRow>;
  /** The agent and its workspace. Throws `agent.unknown`, as all that name an agent. */
  identity(name: string): Promise<{ readonly agent: AgentRow; readonly files: readonly WorkspaceFile[] }>;
  /** What it pursues and was thinking. */
  mind(name: string): Promise<Mind>;
  importAgent(name: string, content: AgentContent): Promise<AgentRow>;
  /** The paths that still have the text that was read. */
  vouch(
    name: string,
    files: readonly { readonly path: string; readonly content: string }[],
  ): Promise<string[]>;
  /** Allows the servers that files name, or takes that back. The paths that still have the text that was read. */
  allowServers(
    name: string,
    files: readonly { readonly path: string; readonly content: string }[],
    allow: boolean,
  ): Promise<string[]>;
}

/** Runs `work` as `actor`, the name in the audit log. Throws `cli.not-running` while the database does not run. */
export async function administer<T>(
  installation: Installation,
  actor: string,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  return await withOperator(installation, (db) => work(administrationOf(db, actor)));
}

function administrationOf(db: Database, actor: string): Administration {
  const agentOf = (name: string) => requireAgent(db, name);
  return {
    agents: () => listAgents(db),
    async createAgent(name, { persona, settings: given, files, mind }) {
      const settings = parseSettings(given);
      const made = await createAgent(db, { name, persona, settings }, actor);
      if (files.length > 0) await importAgent(db, made.id, { persona, settings, files }, actor);
      if (mind !== undefined) await importMind(db, made.id, mind);
      return made;
    },
    async identity(name) {
      const identity = await loadIdentity(db, (await agentOf(name)).id);
      if (identity !== undefined) return identity;
      throw new SalienceError('agent.unknown', `Agent "${name}" was removed meanwhile.`);
    },
    mind: async (name) => exportMind(db, (await agentOf(name)).id),
    async importAgent(name, { persona, settings, files, mind }) {
      const { id } = await agentOf(name);
      await importAgent(db, id, { persona, settings: parseSettings(settings), files }, actor);
      if (mind !== undefined) await importMind(db, id, mind);
      return await agentOf(name);
    },
    vouch: async (name, files) => vouchFiles(db, (await agentOf(name)).id, files, actor),
    allowServers: async (name, files, allow) =>
      allowServers(db, (await agentOf(name)).id, files, { actor, allow }),
    agentKeys: async (name) => listApiKeys(db, (await agentOf(name)).id),
    createAgentKey: async (name, label, more) =>
      createApiKey(db, (await agentOf(name)).id, label, { ...more, actor }),
    rotateAgentKey: (id, overlapMs) => rotateApiKey(db, id, { overlapMs, actor }),
    revokeAgentKey: (id) => revokeApiKey(db, id, { actor }),
    operatorKeys: () => listOperatorKeys(db),
    createOperatorKey: (name, more) => createOperatorKey(db, name, { ...more, actor }),
    rotateOperatorKey: (id, overlapMs) => rotateOperatorKey(db, id, { overlapMs, actor }),
    revokeOperatorKey: (id) => revokeOperatorKey(db, id, { actor }),
  };
}

async function requireAgent(db: Database, name: string): Promise<AgentRow> {
  const agent = await findAgent(db, name);
  if (agent !== undefined) return agent;
  throw new SalienceError(
    'agent.unknown',
    `There is no agent "${name}". "./salience agent list" shows which there are.`,
  );
}

function parseSettings(given: Readonly<Record<string, unknown>>): AgentSettings {
  const parsed = agentSettingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'settings'}: ${message}`,
  );
  throw new SalienceError('agent.settings-invalid', `The settings are not usable: ${problems.join('; ')}.`);
}
