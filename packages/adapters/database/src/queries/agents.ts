import { z } from 'zod';
import {
  type AgentId,
  type Id,
  listenSchema,
  type MessageRules,
  messageRulesSchema,
  midRunPolicySchema,
  timeZoneSchema,
} from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type Database, inTransaction, query, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { hashSecret, makeSecret } from '../secrets.ts';
import { auditInsert, auditValues } from './operators-audit.ts';

/** A limit that stops nobody by mistake: whole, and at least one. */
function limitSchema(of: string) {
  return z
    .number(`expected a number of ${of}`)
    .int(`expected a whole number of ${of}`)
    .min(1, `expected at least 1: ${of}`)
    .max(1_000_000, `expected at most 1,000,000: ${of}`);
}

/** What can be set for an agent. */
export const agentSettingsSchema = z.strictObject({
  /** What happens to a message that arrives while its thread is busy. Default queue. */
  midRun: midRunPolicySchema.optional(),
  /** The router policy by name; its newest version is used. Default shipped. */
  policy: z.string().optional(),
  /** The IANA time zone of whom the agent serves, where a message does not say its own. Default that of the machine. */
  timeZone: timeZoneSchema.optional(),
  /** How much the agent takes on at once; what is not set follows the consumer's defaults. */
  limits: z
    .strictObject({
      /** Messages accepted in a minute, spent evenly after a first burst of as many. */
      turnsPerMinute: limitSchema('messages in a minute').optional(),
      /** Messages accepted and not yet ended, over all threads. */
      openTurns: limitSchema('messages that may be open at once').optional(),
    })
    .optional(),
  /** What becomes of words that are merely overheard: `facts`, `words` (names and times, without a model) or `off`. Default facts. */
  listen: listenSchema.optional(),
  /** Model calls a day about them at most. Default 24. */
  listenPerDay: z.number('expected a number of calls').int('expected whole calls').min(0).max(10_000).optional(),
  /** How long things are kept that need not be kept for ever; what is not set is kept. Decay deletes nothing. */
  retention: z
    .strictObject({
      /** Days after which a gist goes; the exchange that it is of stays. */
      gistDays: z
        .number('expected a number of days')
        .int('expected whole days')
        .min(1, 'expected at least 1 day')
        .max(36_500, 'expected at most 36,500 days')
        .optional(),
    })
    .optional(),
  ...messageRulesSchema.shape,
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
  /** True where somebody read the file as it is and vouched for it. */
  readonly vouched: boolean;
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

/** The time zone that an agent's settings say; undefined where they say none. Roles that may see every agent. */
export async function agentTimeZone(db: Database, agentId: AgentId): Promise<string | undefined> {
  const rows = await query<{ zone: string | null }>(
    db,
    'agent_time_zone',
    `select settings->>'timeZone' as zone from salience.agents where id = $1`,
    [agentId],
  );
  return rows[0]?.zone ?? undefined;
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

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Makes an agent, with its audit row. Throws `agent.bad-name` or `agent.exists`. Operator role. */
export async function createAgent(
  db: Database,
  agent: { name: string; persona: string; settings?: AgentSettings },
  actor?: string,
): Promise<AgentRow> {
  if (!namePattern.test(agent.name)) {
    throw new SalienceError(
      'agent.bad-name',
      `Expected 1 to 63 of a-z, 0-9 and "-", starting with a letter or digit; got "${agent.name}".`,
    );
  }
  const id = newId('agent');
  const rows = await query<AgentRow & Record<string, unknown>>(
    db,
    'create_agent',
    `with made as (
       insert into salience.agents (id, name, persona, settings) values ($1, $2, $3, $4)
       on conflict (name) do nothing returning *
     ), noted as (${auditInsert(5, 'from made')})
     select ${agentColumns} from made`,
    [
      id,
      agent.name,
      agent.persona,
      JSON.stringify(agentSettingsSchema.parse(agent.settings ?? {})),
      ...auditValues({ actor, action: 'agent.create', target: id }),
    ],
  );
  const row = rows[0];
  if (row === undefined)
    throw new SalienceError('agent.exists', `There is an agent named "${agent.name}" already.`);
  return row;
}

/** Replaces persona, settings and the whole workspace of an agent, as one change with its audit row. Operator role. */
export function importAgent(
  db: Database,
  agentId: AgentId,
  content: { persona: string; settings: AgentSettings; files: readonly { path: string; content: string }[] },
  actor?: string,
): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      'update salience.agents set persona = $2, settings = $3, version = version + 1 where id = $1',
      [agentId, content.persona, JSON.stringify(agentSettingsSchema.parse(content.settings))],
    );
    // Who vouched for a file vouched for its text: the same text stays vouched for, another is not.
    const { rows: before } = await client.query<{ path: string; vouched: string | null }>(
      'delete from salience.workspace_files where agent_id = $1 returning path, vouched',
      [agentId],
    );
    const vouched = new Map(before.map((file) => [file.path, file.vouched]));
    for (const file of content.files) {
      await client.query(
        `insert into salience.workspace_files (agent_id, path, content, trust, source, vouched) values ($1, $2, $3, 'owner', 'import', $4)`,
        [agentId, file.path, file.content, vouched.get(file.path) ?? null],
      );
    }
    const details = { files: content.files.length };
    await client.query(
      auditInsert(1),
      auditValues({ actor, action: 'agent.import', target: agentId, details }),
    );
  });
}

/**
 * Vouches for files of an agent's workspace as they were read: their words may now stand in prompts. Returns the paths that still
 * have that text; the others changed meanwhile and stay as they are. One change, with its audit row. Operator role.
 */
export function vouchFiles(
  db: Database,
  agentId: AgentId,
  files: readonly { readonly path: string; readonly content: string }[],
  actor?: string,
): Promise<string[]> {
  return withAgent(db, agentId, async (client) => {
    const { rows } = await client.query<{ path: string }>(
      `update salience.workspace_files f set vouched = encode(sha256(convert_to(f.content, 'UTF8')), 'hex')
       from jsonb_to_recordset($2::jsonb) as r(path text, content text)
       where f.agent_id = $1 and f.path = r.path and f.content = r.content returning f.path`,
      [agentId, JSON.stringify(files)],
    );
    const paths = rows.map(({ path }) => path);
    if (paths.length === 0) return [];
    await client.query('update salience.agents set version = version + 1 where id = $1', [agentId]);
    const details = { files: paths };
    await client.query(
      auditInsert(1),
      auditValues({ actor, action: 'agent.vouch', target: agentId, details }),
    );
    return paths;
  });
}

/** A key in a list; never the key itself. */
export interface ApiKeyRow {
  readonly id: Id<'apiKey'>;
  readonly label: string;
  readonly hint: string;
  readonly createdAt: Date;
  /** From then on it opens nothing; null without an end. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly rules: MessageRules;
}

/** Makes a key and returns it; it is shown this once and only its hash is kept. `rules` hold for what comes through it. Operator role. */
export async function createApiKey(
  db: Database,
  agentId: AgentId,
  label: string,
  more: { readonly expiresAt?: Date; readonly actor?: string; readonly rules?: MessageRules } = {},
): Promise<{ id: Id<'apiKey'>; key: string }> {
  const { key, hash, hint } = makeSecret('sk_');
  const id = newId('apiKey');
  const rules = messageRulesSchema.parse(more.rules ?? {});
  await query(
    db,
    'create_api_key',
    `with made as (
       insert into salience.api_keys (id, agent_id, label, hash, hint, expires_at, rules) values ($1, $2, $3, $4, $5, $6, $7) returning id
     ) ${auditInsert(8, 'from made')}`,
    [
      id,
      agentId,
      label,
      hash,
      hint,
      more.expiresAt ?? null,
      JSON.stringify(rules),
      ...auditValues({
        actor: more.actor,
        action: 'agent-key.create',
        target: id,
        details: { agentId, rules },
      }),
    ],
  );
  return { id, key };
}

/**
 * Makes a key with the same rules in the place of another, which stays good for `overlapMs` more (or until it expires, if that is sooner).
 * Undefined when the old one is unknown, revoked or expired. Operator role.
 */
export function rotateApiKey(
  db: Database,
  id: string,
  options: { readonly overlapMs: number; readonly actor?: string },
): Promise<{ id: Id<'apiKey'>; key: string; oldExpiresAt: Date } | undefined> {
  return inTransaction(db, async (client) => {
    const old = await client.query<{ agentId: AgentId; label: string; expiresAt: Date; rules: MessageRules }>(
      `update salience.api_keys set expires_at = least(expires_at, clock_timestamp() + $2 * interval '1 millisecond')
       where id = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
       returning agent_id as "agentId", label, expires_at as "expiresAt", rules`,
      [id, options.overlapMs],
    );
    const row = old.rows[0];
    if (row === undefined) return undefined;
    const { key, hash, hint } = makeSecret('sk_');
    const made = newId('apiKey');
    await client.query(
      'insert into salience.api_keys (id, agent_id, label, hash, hint, rules) values ($1, $2, $3, $4, $5, $6)',
      [made, row.agentId, row.label, hash, hint, JSON.stringify(row.rules)],
    );
    const details = { newKeyId: made, overlapMs: options.overlapMs };
    await client.query(
      auditInsert(1),
      auditValues({ actor: options.actor, action: 'agent-key.rotate', target: id, details }),
    );
    return { id: made, key, oldExpiresAt: row.expiresAt };
  });
}

/** The agent's keys, the latest first. */
export function listApiKeys(db: Database, agentId: AgentId): Promise<ApiKeyRow[]> {
  return query<ApiKeyRow & Record<string, unknown>>(
    db,
    'list_api_keys',
    `select id, label, hint, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", rules
     from salience.api_keys where agent_id = $1 order by created_at desc`,
    [agentId],
  );
}

/** Revokes a key at once. False when it is unknown or was revoked before. Operator role. */
export async function revokeApiKey(db: Database, id: string, actor?: string): Promise<boolean> {
  const rows = await query(
    db,
    'revoke_api_key',
    `with gone as (
       update salience.api_keys set revoked_at = now() where id = $1 and revoked_at is null returning id
     ) ${auditInsert(2, 'from gone')} returning id`,
    [id, ...auditValues({ actor, action: 'agent-key.revoke', target: id })],
  );
  return rows.length === 1;
}

/** What a key opens, and what it says of the messages that come through it. */
export interface OpenedByKey {
  readonly agentId: AgentId;
  readonly rules: MessageRules;
}

/** What a key opens; undefined for one that is unknown, revoked or expired. Consumer role. */
export async function authenticate(db: Database, key: string): Promise<OpenedByKey | undefined> {
  const rows = await query<OpenedByKey & Record<string, unknown>>(
    db,
    'authenticate',
    `select agent_id as "agentId", rules from salience.api_keys
     where hash = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())`,
    [hashSecret(key)],
  );
  return rows[0];
}

/** A router policy version. */
export interface PolicyRow {
  readonly name: string;
  readonly version: number;
  readonly weights: Record<string, number>;
}

/** The newest version of a policy, or the newest below `before`; undefined when there is none of that name. */
export async function loadPolicy(
  db: Database,
  name: string,
  before?: number,
): Promise<PolicyRow | undefined> {
  const rows = await query<PolicyRow & Record<string, unknown>>(
    db,
    'load_policy',
    `select name, version, weights from salience.router_policies
     where name = $1 and ($2::integer is null or version < $2) order by version desc limit 1`,
    [name, before ?? null],
  );
  return rows[0];
}

/** One version of a policy; undefined when it was never published. Versions never change. */
export async function loadPolicyVersion(
  db: Database,
  name: string,
  version: number,
): Promise<PolicyRow | undefined> {
  const rows = await query<PolicyRow & Record<string, unknown>>(
    db,
    'load_policy_version',
    'select name, version, weights from salience.router_policies where name = $1 and version = $2',
    [name, version],
  );
  return rows[0];
}
