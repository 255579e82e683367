import {
  type AgentRow,
  type AgentSettings,
  agentSettingsSchema,
  createAgent,
  type Database,
  findAgent,
  importAgent,
  listAgents,
  loadIdentity,
  vouchFiles,
} from '@salience/database';
import { SalienceError } from '@salience/errors';
import { agentIdentity, isShippedPrompt, shippedPromptFiles } from '@salience/context';
import { shippedPolicy } from '@salience/router';
import { withOperator } from '../agents/operator-database.ts';
import { readAgentFolder, writeAgentFolder } from '../agents/workspace-folder.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, note, print, printJson, table } from '../terminal.ts';
import { visibleLines } from '../visible-lines.ts';

const NEW_PERSONA =
  'You are a calm, attentive assistant. You answer briefly and plainly, and you say what you do not know.';

/** What holds where an agent's settings say nothing; written out, it shows what there is to set. */
const DEFAULT_SETTINGS: AgentSettings = { midRun: 'queue', policy: shippedPolicy.name };

/** `salience agent create <name>`. */
export async function runAgentCreate(
  context: Context,
  name: string,
  options: { readonly persona?: string; readonly from?: string },
): Promise<number> {
  const folder = options.from === undefined ? undefined : await readAgentFolder(options.from);
  const persona = options.persona ?? folder?.persona ?? NEW_PERSONA;
  const agent = await withOperator(context, async (db) => {
    const settings = parseSettings(folder?.settings ?? {});
    const made = await createAgent(db, { name, persona, settings }, context.actor);
    if (folder !== undefined)
      await importAgent(db, made.id, { persona, settings, files: ownFiles(folder.files) }, context.actor);
    return made;
  });
  if (context.json) printJson(agentJson(agent));
  else
    print(
      `Made agent ${agent.name} (${agent.id}). Talk with it: ./salience chat --agent ${agent.name} "Hello"`,
    );
  return exitCodes.ok;
}

/** `salience agent list`. */
export async function runAgentList(context: Context): Promise<number> {
  const agents = await withOperator(context, listAgents);
  if (context.json) printJson(agents.map(agentJson));
  else
    print(
      table(
        ['name', 'id', 'version', 'made'],
        agents.map((one) => [one.name, one.id, `${one.version}`, one.createdAt.toISOString()]),
      ),
    );
  return exitCodes.ok;
}

/** `salience agent show <name>`. */
export async function runAgentShow(context: Context, name: string): Promise<number> {
  const { agent, files } = await withOperator(context, (db) => identityOf(db, name));
  if (context.json)
    printJson({
      ...agentJson(agent),
      files: files.map(({ path, content, trust }) => ({ path, content, trust })),
    });
  else {
    print(`${colour.bold(agent.name)}  ${colour.dim(`${agent.id}, version ${agent.version}`)}`);
    print(agent.persona);
    print(colour.dim(`settings ${JSON.stringify(agent.settings)}`));
    for (const file of files) print(`  ${file.path} ${colour.dim(`${file.content.length} characters`)}`);
  }
  return exitCodes.ok;
}

/** `salience agent import <name> <folder>`: the folder replaces persona, settings and workspace, as one change. */
export async function runAgentImport(context: Context, name: string, folder: string): Promise<number> {
  const { persona, settings, files: read } = await readAgentFolder(folder);
  const files = ownFiles(read);
  const agent = await withOperator(context, async (db) => {
    const found = await requireAgent(db, name);
    await importAgent(db, found.id, { persona, settings: parseSettings(settings), files }, context.actor);
    return requireAgent(db, name);
  });
  if (context.json) printJson({ ...agentJson(agent), files: files.map(({ path }) => path) });
  else {
    print(`Imported ${files.length} files into agent ${agent.name}, now version ${agent.version}.`);
    const unread = (await withOperator(context, (db) => identityOf(db, name))).files.filter(isUnread);
    if (unread.length > 0) {
      note(
        `${unread.length} skills are known by their names alone until somebody has read them: salience agent vouch ${name} ${unread.map(({ path }) => path).join(' ')}`,
      );
    }
  }
  return exitCodes.ok;
}

/**
 * `salience agent vouch <name> [path…]`: without paths, which skills somebody vouched for; with them, prints each and vouches for the
 * text that was printed.
 */
export async function runAgentVouch(
  context: Context,
  name: string,
  paths: readonly string[],
): Promise<number> {
  return withOperator(context, async (db) => {
    const { agent, files } = await identityOf(db, name);
    const skills = files.filter(isSkill);
    if (paths.length === 0) {
      if (context.json) printJson(skills.map(({ path, vouched }) => ({ path, vouched })));
      else
        print(
          table(
            ['skill', 'vouched for'],
            skills.map(({ path, vouched }) => [path, vouched ? 'yes' : 'no']),
          ),
        );
      return exitCodes.ok;
    }
    const read = paths.map((path) => skills.find((file) => file.path === path) ?? unknownSkill(name, path));
    if (!context.json) for (const { content, path } of read) print(`${path}\n${visibleLines(content)}`);
    const vouched = await vouchFiles(db, agent.id, read, context.actor);
    if (context.json) printJson(vouched);
    else print(`Vouched for ${vouched.join(', ')}. Another text under these names is shown to no model.`);
    return vouched.length === read.length ? exitCodes.ok : exitCodes.failure;
  });
}

function isSkill({ path }: { readonly path: string }): boolean {
  return /^skills\/[^/]+\/SKILL\.md$/.test(path);
}

function isUnread(file: { readonly path: string; readonly vouched: boolean }): boolean {
  return isSkill(file) && !file.vouched;
}

function unknownSkill(name: string, path: string): never {
  throw new SalienceError(
    'agent.skill-unknown',
    `Agent "${name}" has no skill ${path}. "salience agent vouch ${name}" shows which it has.`,
  );
}

/** `salience agent export <name> <folder>`: settings and prompts that were never made are written out as what holds without them. */
export async function runAgentExport(context: Context, name: string, folder: string): Promise<number> {
  const { agent, files } = await withOperator(context, (db) => identityOf(db, name));
  const own = new Set(files.map(({ path }) => path));
  const shipped = shippedPromptFiles().filter(({ path }) => !own.has(path));
  const written = [...files, ...shipped.map(({ path, text }) => ({ path, content: text }))];
  await writeAgentFolder(folder, {
    persona: agent.persona,
    settings: { ...DEFAULT_SETTINGS, ...agent.settings },
    files: written,
  });
  if (context.json) printJson({ name: agent.name, folder, files: written.map(({ path }) => path) });
  else print(`Exported agent ${agent.name} with ${written.length} files to ${folder}.`);
  return exitCodes.ok;
}

/** The agent of that name. Throws `agent.unknown`. */
export async function requireAgent(db: Database, name: string): Promise<AgentRow> {
  const agent = await findAgent(db, name);
  if (agent !== undefined) return agent;
  throw new SalienceError(
    'agent.unknown',
    `There is no agent "${name}". "./salience agent list" shows which there are.`,
  );
}

/** The files that are the agent's own: a prompt that says what ships is none. Throws `context.prompt-invalid`. */
function ownFiles<T extends { readonly path: string; readonly content: string }>(files: readonly T[]): T[] {
  const textOf = ({ path, content }: T) => ({ path, text: content });
  agentIdentity({ name: '', persona: '', files: files.map(textOf) });
  return files.filter((file) => !isShippedPrompt(textOf(file)));
}

async function identityOf(db: Database, name: string) {
  const identity = await loadIdentity(db, (await requireAgent(db, name)).id);
  if (identity === undefined)
    throw new SalienceError('agent.unknown', `Agent "${name}" was removed meanwhile.`);
  return identity;
}

function parseSettings(given: Readonly<Record<string, unknown>>) {
  const parsed = agentSettingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'settings'}: ${message}`,
  );
  throw new SalienceError('agent.settings-invalid', `The settings are not usable: ${problems.join('; ')}.`);
}

function agentJson(agent: AgentRow) {
  const { id, name, persona, settings, version, createdAt } = agent;
  return { id, name, persona, settings, version, created_at: createdAt.toISOString() };
}
