import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AgentId, type Id, midRunPolicySchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type Database, query, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';

/** What can be set for an agent. */
export const agentSettingsSchema = z.strictObject({
  /** What happens to a message that arrives while its thread is busy. Default queue. */
  midRun: midRunPolicySchema.optional(),
  /** The router policy by name; its newest version is used. Default shipped. */
  policy: z.string().optional(),
});
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

/** An agent. */
export interface AgentRow {
  readonly id: AgentId;
  readonly name: string;
  readonly persona: string;
  readonly settings: AgentSettings;
  readonly version: number;
  readonly createdAt: Date;
}

/** A file of an agent's workspace. */
export interface WorkspaceFile {
  readonly path: string;
  readonly content: string;
  readonly trust: string;
  readonly source: string;
}

const agentColumns = `id, name, persona, settings, version, created_at as "createdAt"`;

/** An agent by name or id; undefined when there is none. Roles that may see every agent. */
export async function findAgent(db: Database, nameOrId: string): Promise<AgentRow | undefined> {
  const rows = await query<AgentRow & Record<string, unknown>>(
    db,
    'find_agent',
    `select ${agentColumns} from salience.agents where name = $1 or id = $1`,
    [nameOrId],
  );
  return rows[0];
}

/** Every agent by name. Roles that may see every agent. */
export function listAgents(db: Database): Promise<AgentRow[]> {
  return query<AgentRow & Record<string, unknown>>(
    db,
    'list_agents',
    `select ${agentColumns} from salience.agents order by name`,
    [],
  );
}

/** What a digest needs to speak as the agent: persona and workspace. */
export function loadIdentity(
  db: Database,
  agentId: AgentId,
): Promise<{ agent: AgentRow; files: WorkspaceFile[] } | undefined> {
  return withAgent(db, agentId, async (client) => {
    const agents = await client.query<AgentRow>(`select ${agentColumns} from salience.agents where id = $1`, [
      agentId,
    ]);
    const agent = agents.rows[0];
    if (agent === undefined) return undefined;
    const files = await client.query<WorkspaceFile>(
      'select path, content, trust, source from salience.workspace_files where agent_id = $1 order by path',
      [agentId],
    );
    return { agent, files: files.rows };
  });
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Makes an agent. Throws `agent.bad-name` or `agent.exists`. Operator role. */
export async function createAgent(
  db: Database,
  agent: { name: string; persona: string; settings?: AgentSettings },
): Promise<AgentRow> {
  if (!namePattern.test(agent.name)) {
    throw new SalienceError(
      'agent.bad-name',
      `Expected 1 to 63 of a-z, 0-9 and "-", starting with a letter or digit; got "${agent.name}".`,
    );
  }
  const rows = await query<AgentRow & Record<string, unknown>>(
    db,
    'create_agent',
    `insert into salience.agents (id, name, persona, settings) values ($1, $2, $3, $4)
     on conflict (name) do nothing returning ${agentColumns}`,
    [
      newId('agent'),
      agent.name,
      agent.persona,
      JSON.stringify(agentSettingsSchema.parse(agent.settings ?? {})),
    ],
  );
  const row = rows[0];
  if (row === undefined)
    throw new SalienceError('agent.exists', `There is an agent named "${agent.name}" already.`);
  return row;
}

/** Replaces persona, settings and the whole workspace of an agent, as one change. Operator role. */
export function importAgent(
  db: Database,
  agentId: AgentId,
  content: { persona: string; settings: AgentSettings; files: readonly { path: string; content: string }[] },
): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      'update salience.agents set persona = $2, settings = $3, version = version + 1 where id = $1',
      [agentId, content.persona, JSON.stringify(agentSettingsSchema.parse(content.settings))],
    );
    await client.query('delete from salience.workspace_files where agent_id = $1', [agentId]);
    for (const file of content.files) {
      await client.query(
        `insert into salience.workspace_files (agent_id, path, content, trust, source) values ($1, $2, $3, 'owner', 'import')`,
        [agentId, file.path, file.content],
      );
    }
  });
}

/** A key in a list; never the key itself. */
export interface ApiKeyRow {
  readonly id: Id<'apiKey'>;
  readonly label: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

function hashKey(key: string): string {
  // The key carries 256 random bits, so a plain hash is enough: there is nothing to guess.
  return createHash('sha256').update(key).digest('hex');
}

/** Makes a key and returns it; it is shown this once and only its hash is kept. Operator role. */
export async function createApiKey(
  db: Database,
  agentId: AgentId,
  label: string,
): Promise<{ id: Id<'apiKey'>; key: string }> {
  const key = `sk_${randomBytes(32).toString('base64url')}`;
  const id = newId('apiKey');
  await query(
    db,
    'create_api_key',
    'insert into salience.api_keys (id, agent_id, label, hash, hint) values ($1, $2, $3, $4, $5)',
    [id, agentId, label, hashKey(key), key.slice(0, 8)],
  );
  return { id, key };
}

/** The agent's keys, the latest first. */
export function listApiKeys(db: Database, agentId: AgentId): Promise<ApiKeyRow[]> {
  return query<ApiKeyRow & Record<string, unknown>>(
    db,
    'list_api_keys',
    `select id, label, hint, created_at as "createdAt", revoked_at as "revokedAt" from salience.api_keys
     where agent_id = $1 order by created_at desc`,
    [agentId],
  );
}

/** Revokes a key at once. False when it is unknown or was revoked before. Operator role. */
export async function revokeApiKey(db: Database, id: string): Promise<boolean> {
  const rows = await query(
    db,
    'revoke_api_key',
    'update salience.api_keys set revoked_at = now() where id = $1 and revoked_at is null returning id',
    [id],
  );
  return rows.length === 1;
}

/** The agent that a key opens; undefined for an unknown or revoked key. Consumer role. */
export async function authenticate(db: Database, key: string): Promise<AgentId | undefined> {
  const rows = await query<{ agentId: AgentId }>(
    db,
    'authenticate',
    'select agent_id as "agentId" from salience.api_keys where hash = $1 and revoked_at is null',
    [hashKey(key)],
  );
  return rows[0]?.agentId;
}

/** A router policy version. */
export interface PolicyRow {
  readonly name: string;
  readonly version: number;
  readonly weights: Record<string, number>;
}

/** The newest version of a policy; undefined when there is none of that name. */
export async function loadPolicy(db: Database, name: string): Promise<PolicyRow | undefined> {
  const rows = await query<PolicyRow & Record<string, unknown>>(
    db,
    'load_policy',
    'select name, version, weights from salience.router_policies where name = $1 order by version desc limit 1',
    [name],
  );
  return rows[0];
}
