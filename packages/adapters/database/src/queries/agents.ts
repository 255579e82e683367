import { type AgentId, type KeyRules, keyRulesSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { and, desc, eq, getTableColumns, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { call, type Database, inTransaction, prepared, statement, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { type AgentSettings, agentSettingsSchema } from '../schema/agent-settings.ts';
import { agents, apiKeys, routerPolicies, workspaceFiles } from '../schema/agents.ts';
import { threads, turns } from '../schema/turns.ts';
import { hashSecret } from '../secrets.ts';
import {
  type KeyChanger,
  type MadeKey,
  makeKey,
  revokeKey,
  type RotatedKey,
  rotateKey,
  type ShownOperatorKey,
} from './keys.ts';
import { audit } from './operators-audit.ts';

/** An agent. */
export type AgentRow = Readonly<typeof agents.$inferSelect>;

/** A file of an agent's workspace. */
export interface WorkspaceFile
  extends Readonly<Pick<typeof workspaceFiles.$inferSelect, 'path' | 'content' | 'trust' | 'source'>> {
  /** True if a person read exactly this content and vouched for it. */
  readonly vouched: boolean;
  /** True if a person allowed the server that exactly this content names. */
  readonly allowed: boolean;
}

const agentOfName = prepared((orm) => {
  const said = sql.placeholder('said');
  return orm
    .select()
    .from(agents)
    .where(or(eq(agents.name, said), eq(agents.id, said)))
    .prepare('find_agent');
});

/** An agent by name or id; undefined when there is none. Roles that may see every agent. */
export async function findAgent(db: Database, nameOrId: string): Promise<AgentRow | undefined> {
  return (await agentOfName(db, { said: nameOrId }))[0];
}

/**
 * The time zone of whom an agent serves: that of its settings, else that of the last turn of the thread that was active last; undefined where
 * nobody has said anything. An IANA name. Roles that may see every agent.
 */
export async function agentTimeZone(db: Database, agentId: AgentId): Promise<string | undefined> {
  const latest = sql<string | null>`(select t.zone from ${turns} t where t.thread_id =
    (select h.id from ${threads} h where h.agent_id = ${agentId} order by h.active_hour desc, h.last_activity_at desc limit 1) order by t.seq desc limit 1)`;
  const [row] = await statement(db, (orm) =>
    orm.select({ settings: agents.settings, latest }).from(agents).where(eq(agents.id, agentId)),
  );
  return row?.settings.timeZone ?? row?.latest ?? undefined;
}

/** Every agent by name. Roles that may see every agent. */
export function listAgents(db: Database): Promise<AgentRow[]> {
  return statement(db, (orm) => orm.select().from(agents).orderBy(agents.name));
}

/** An agent's version after a change of it. */
const raised = sql`${agents.version} + 1`;

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
  return inTransaction(db, async ({ orm }) => {
    const settings = agentSettingsSchema.parse(agent.settings ?? {});
    const [row] = await orm
      .insert(agents)
      .values({ ...agent, settings, id: newId('agent') })
      .onConflictDoNothing({ target: agents.name })
      .returning();
    if (row === undefined)
      throw new SalienceError('agent.exists', `There is an agent named "${agent.name}" already.`);
    await audit(orm, { actor, action: 'agent.create', target: row.id });
    return row;
  });
}

/** Replaces persona, settings and the whole workspace of an agent, as one change with its audit row. Operator role. */
export function importAgent(
  db: Database,
  agentId: AgentId,
  content: { persona: string; settings: AgentSettings; files: readonly { path: string; content: string }[] },
  actor?: string,
): Promise<void> {
  return withAgent(db, agentId, async ({ orm }) => {
    const { persona } = content;
    const settings = agentSettingsSchema.parse(content.settings);
    await orm.update(agents).set({ persona, settings, version: raised }).where(eq(agents.id, agentId));
    // Who vouched for a file, or allowed its server, did so for its text: the same text stays as it was, another does not.
    const { allowed, path, vouched } = workspaceFiles;
    const before = await orm
      .delete(workspaceFiles)
      .where(eq(workspaceFiles.agentId, agentId))
      .returning({ path, vouched, allowed });
    const hashes = new Map(before.map((file) => [file.path, file]));
    const files = content.files.map((file) => {
      const known = hashes.get(file.path);
      return { ...file, vouched: known?.vouched ?? null, allowed: known?.allowed ?? null };
    });
    for (const file of files)
      await orm.insert(workspaceFiles).values({ ...file, agentId, trust: 'owner', source: 'import' });
    await audit(orm, { actor, action: 'agent.import', target: agentId, details: { files: files.length } });
  });
}

/** Files of an agent's workspace as they were read. */
type ReadFiles = readonly { readonly path: string; readonly content: string }[];

/**
 * Vouches for files of an agent's workspace as they were read: their words may now stand in prompts. Returns the paths that still
 * have that text; the others changed meanwhile and stay as they are. One change, with its audit row. Operator role.
 */
export function vouchFiles(
  db: Database,
  agentId: AgentId,
  files: ReadFiles,
  actor?: string,
): Promise<string[]> {
  return markFiles(db, agentId, files, { actor, action: 'agent.vouch', mark: (vouched) => ({ vouched }) });
}

/**
 * Allows the servers that files of an agent's workspace name, as they were read, to be started; `allow` false takes that back. Returns
 * as `vouchFiles`. One change, with its audit row. Operator role.
 */
export function allowServers(
  db: Database,
  agentId: AgentId,
  files: ReadFiles,
  { actor, allow }: { readonly actor?: string; readonly allow: boolean },
): Promise<string[]> {
  const action = allow ? 'agent.allow-server' : 'agent.refuse-server';
  return markFiles(db, agentId, files, { actor, action, mark: (hash) => ({ allowed: allow ? hash : null }) });
}

/**
 * Allows the server that a file names, or takes that back, for what an operator showed, which the database checks. `hash`: the SHA-256 of the
 * text that was read, in hex. `changed`: it has another text by now. Throws `operator.required`. Consumer.
 */
export async function allowServerAsShown(
  db: Database,
  { operatorKey }: ShownOperatorKey,
  asked: {
    readonly agentId: AgentId;
    readonly path: string;
    readonly hash: string;
    readonly allow: boolean;
  },
): Promise<'done' | 'changed' | 'unknown'> {
  const shownHash = operatorKey === undefined ? null : hashSecret(operatorKey);
  const { status } = await call<{ status: 'done' | 'changed' | 'unknown' | 'refused' }>(
    db,
    'operator_allow_server',
    { ...asked, shownHash, auditId: newId('audit') },
  );
  if (status === 'refused')
    throw new SalienceError('operator.required', 'No operator key that is good was shown.');
  return status;
}

/** Marks files that still have the text that was read; `mark` is given the SHA-256 of that text. */
function markFiles(
  db: Database,
  agentId: AgentId,
  files: ReadFiles,
  {
    action,
    actor,
    mark,
  }: {
    readonly actor: string | undefined;
    readonly action: string;
    readonly mark: (hash: SQL) => { readonly vouched?: SQL; readonly allowed?: SQL | null };
  },
): Promise<string[]> {
  return withAgent(db, agentId, async ({ orm }) => {
    const paths: string[] = [];
    for (const { content, path } of files) {
      const { agentId: owner, content: text, path: place } = workspaceFiles;
      const marked = mark(sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`);
      const read = and(eq(owner, agentId), eq(place, path), eq(text, content));
      const same = await orm.update(workspaceFiles).set(marked).where(read).returning({ path: place });
      if (same.length > 0) paths.push(path);
    }
    if (paths.length === 0) return paths;
    await orm.update(agents).set({ version: raised }).where(eq(agents.id, agentId));
    await audit(orm, { actor, action, target: agentId, details: { files: paths } });
    return paths;
  });
}

const { agentId: _agent, hash: _hash, ...shownOfKey } = getTableColumns(apiKeys);

/** A key in a list; never the key itself. */
export type ApiKeyRow = Readonly<Omit<typeof apiKeys.$inferSelect, 'agentId' | 'hash'>>;

/** Makes a key; `rules` hold for what comes through it. Throws as `makeKey` does. */
export function createApiKey(
  db: Database,
  agentId: AgentId,
  label: string,
  {
    expiresAt,
    rules,
    ...by
  }: KeyChanger & { readonly expiresAt?: Date | undefined; readonly rules?: KeyRules | undefined } = {},
): Promise<MadeKey<'apiKey'>> {
  const words = { agentId, label, rules: keyRulesSchema.parse(rules ?? {}) };
  return makeKey(db, 'apiKey', words, { by, expiresAt });
}

/** Makes a key with the same rules in the place of another; see `rotateKey`. */
export function rotateApiKey(
  db: Database,
  id: string,
  { overlapMs, ...by }: KeyChanger & { readonly overlapMs: number },
): Promise<RotatedKey<'apiKey'> | undefined> {
  return rotateKey(db, 'apiKey', id, { by, overlapMs });
}

/** The agent's keys, the latest first. */
export function listApiKeys(db: Database, agentId: AgentId): Promise<ApiKeyRow[]> {
  return statement(db, (orm) =>
    orm.select(shownOfKey).from(apiKeys).where(eq(apiKeys.agentId, agentId)).orderBy(desc(apiKeys.createdAt)),
  );
}

/** Revokes a key at once; see `revokeKey`. */
export function revokeApiKey(db: Database, id: string, by: KeyChanger = {}): Promise<boolean> {
  return revokeKey(db, 'apiKey', id, by);
}

/** What a key opens, and what it says of the messages that come through it. */
export type OpenedByKey = Readonly<Pick<typeof apiKeys.$inferSelect, 'agentId' | 'rules'>>;

const openedBy = prepared((orm) => {
  const { agentId, expiresAt, hash, revokedAt, rules } = apiKeys;
  const good = or(isNull(expiresAt), gt(expiresAt, sql`clock_timestamp()`));
  return orm
    .select({ agentId, rules })
    .from(apiKeys)
    .where(and(eq(hash, sql.placeholder('hash')), isNull(revokedAt), good))
    .prepare('authenticate');
});

/** What a key opens; undefined for one that is unknown, revoked or expired. Consumer role. */
export async function authenticate(db: Database, key: string): Promise<OpenedByKey | undefined> {
  return (await openedBy(db, { hash: hashSecret(key) }))[0];
}

/** A router policy version. */
export type PolicyRow = Readonly<Pick<typeof routerPolicies.$inferSelect, 'name' | 'version' | 'weights'>>;

const { name: policyName, version: policyVersion, weights } = routerPolicies;

/** The newest version of a policy, or the newest below `before`; undefined when there is none of that name. */
export async function loadPolicy(
  db: Database,
  name: string,
  before?: number,
): Promise<PolicyRow | undefined> {
  const earlier = before === undefined ? undefined : lt(policyVersion, before);
  return newestPolicy(db, and(eq(policyName, name), earlier));
}

/** One version of a policy; undefined when it was never published. Versions never change. */
export async function loadPolicyVersion(
  db: Database,
  name: string,
  version: number,
): Promise<PolicyRow | undefined> {
  return newestPolicy(db, and(eq(policyName, name), eq(policyVersion, version)));
}

async function newestPolicy(db: Database, of: SQL | undefined): Promise<PolicyRow | undefined> {
  const rows = await statement(db, (orm) =>
    orm
      .select({ name: policyName, version: policyVersion, weights })
      .from(routerPolicies)
      .where(of)
      .orderBy(desc(policyVersion))
      .limit(1),
  );
  return rows[0];
}
