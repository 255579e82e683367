import type { Command } from 'commander';
import { type RunAction, EXIT_CODES, examples } from '../command.ts';
import { withAdministration } from '../administration.ts';
import { SalienceError } from '@salience/errors';
import { agentIdentity, isShippedPrompt, shippedPromptFiles } from '@salience/context';
import { counted } from '@salience/supervisor/home';
import { listAgents, showAgent, shownAgent } from '../agents/shown-agents.ts';
import { readAgentFolder, writeAgentFolder } from '../agents/workspace-folder.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, note, print, printJson, table } from '../terminal.ts';
import { visibleLines } from '../visible-lines.ts';
import { declare as declareBridge } from './agent-bridge.ts';
import { declare as declareKey } from './agent-key.ts';
import { declare as declareServers } from './agent-servers.ts';
import { isSkill } from '../agents/skill-files.ts';

/** What a folder of an agent may set; agentSettingsSchema of @salience/database checks it. */
const SETTINGS_HELP = `
settings.json, as it is by default (all may be left out):
  {
    "midRun": "queue",    a message to a busy thread: "queue" takes it in turn, "reject" refuses it (409),
                          "merge" answers it with the others that wait, "interrupt" takes the place of what runs
    "policy": "…",        weights of the router by name: "shipped" or "reference" keeps to what releases bring, and what
                          is learned does not decide. By default the agent's own policy, else "fleet", else "shipped"
    "timeZone": "…",      the time zone of whom it serves, such as "Europe/Berlin", where a message does not say its own.
                          That of the machine by default (SALIENCE_TIME_ZONE)
    "limits": {},         "turnsPerMinute" and "openTurns"; more is refused with 429. None by default
    "listen": "facts",    what becomes of words that are merely overheard: "facts" learns from them, "words" keeps
                          their names and times without a model, "off" keeps the words alone
    "listenPerDay": 24,   calls of a model a day about them at most
    "topics": {},         "switchThreshold": the chance of a change of subject, 0 to 1, from which a message is one;
                          lower hears more of them
    "retention": {},      "gistDays": after so many days a gist goes, its exchange stays. Kept for ever by default
    "channels": {},       how far what comes through a channel (or from a source of that name) is trusted at most:
                          "external", "unverified" or "user". Mail, web, feeds, SMS and their like are external
                          unless they are named here
    "speakers": [],       whose words are a person's own, as front ends name them; anybody else's are unverified
    "completions": {}     "trustContext": true if what clients of /v1 send along (system, assistant) is as good as
                          the word of their user. It is from outside by default
  }

To change one, edit ./ada/settings.json between:
  $ ./salience agent export ada ./ada
  $ ./salience agent import ada ./ada
${EXIT_CODES}`;

/** agent, with its keys. */
export function declare(program: Command, run: RunAction): void {
  const agent = program
    .command('agent')
    .description(
      'create and change agents (changes require the database: a running private Postgres, or DATABASE_URL)',
    )
    .addHelpText(
      'after',
      examples([
        'agent create ada --persona "You are Ada."',
        'agent export ada ./ada',
        'agent import ada ./ada',
        'agent key create ada',
      ]),
    );
  agent
    .command('create')
    .argument('<name>', 'lower-case letters, digits and dashes')
    .description('make an agent')
    .option('--persona <text>', 'who it is and how it speaks')
    .option('--from <folder>', 'read persona, settings and workspace from a folder')
    .addHelpText(
      'after',
      examples(['agent create ada --persona "You are Ada."', 'agent create ada --from ./ada']),
    )
    .action(run(runAgentCreate));
  agent
    .command('list')
    .description('list agents')
    .addHelpText('after', examples(['agent list', 'agent list --json']))
    .action(run(runAgentList));
  agent
    .command('show')
    .argument('<name>')
    .description('show an agent')
    .addHelpText('after', examples(['agent show ada', 'agent show ada --json']))
    .action(run(runAgentShow));
  agent
    .command('import')
    .argument('<name>')
    .argument('<folder>', 'agent.md (persona), settings.json, and any other Markdown files')
    .description('replace persona, settings and workspace with those of a folder')
    .addHelpText('after', SETTINGS_HELP)
    .action(run(runAgentImport));
  agent
    .command('vouch')
    .argument('<name>')
    .argument(
      '[paths...]',
      'skills, such as skills/calendar/SKILL.md; without them, lists which are vouched for',
    )
    .description('review skills of an agent and vouch for their text, so that models may see it')
    .addHelpText('after', examples(['agent vouch ada', 'agent vouch ada skills/calendar/SKILL.md']))
    .action(run(runAgentVouch));
  declareServers(agent, run);
  agent
    .command('export')
    .argument('<name>')
    .argument('<folder>', 'a folder that does not exist yet')
    .description(
      'write persona, settings (defaults included), workspace, goals and buffered thoughts to a folder',
    )
    .addHelpText('after', SETTINGS_HELP)
    .action(run(runAgentExport));
  declareBridge(agent, run);
  declareKey(agent, run);
}

const NEW_PERSONA =
  'You are a calm, attentive assistant. You answer briefly and plainly, and you say what you do not know.';

/** What holds where an agent's settings say nothing; written out, it shows what there is to set. */
const DEFAULT_SETTINGS = { midRun: 'queue' };

/** `salience agent create <name>`. */
export async function runAgentCreate(
  context: Context,
  name: string,
  options: { readonly persona?: string; readonly from?: string },
): Promise<number> {
  const folder = options.from === undefined ? undefined : await readAgentFolder(options.from);
  const persona = options.persona ?? folder?.persona ?? NEW_PERSONA;
  const content = {
    persona,
    settings: folder?.settings ?? {},
    files: ownFiles(folder?.files ?? []),
    mind: folder?.mind,
  };
  const agent = await withAdministration(context, (all) => all.createAgent(name, content));
  if (context.json) printJson(shownAgent(agent));
  else
    print(
      `Created agent ${agent.name} (${agent.id}). Talk to it: ./salience chat --agent ${agent.name} "Hello"`,
    );
  return exitCodes.ok;
}

/** `salience agent list`. */
export async function runAgentList(context: Context): Promise<number> {
  const agents = await listAgents(context);
  if (context.json) printJson(agents);
  else
    print(
      table(
        ['name', 'id', 'version', 'made'],
        agents.map((one) => [one.name, one.id, `${one.version}`, one.created_at]),
      ),
    );
  return exitCodes.ok;
}

/** `salience agent show <name>`. */
export async function runAgentShow(context: Context, name: string): Promise<number> {
  const { files, ...agent } = await showAgent(context, name);
  if (context.json)
    printJson({ ...agent, files: files.map(({ path, content, trust }) => ({ path, content, trust })) });
  else {
    print(`${colour.bold(agent.name)}  ${colour.dim(`${agent.id}, version ${agent.version}`)}`);
    print(agent.persona);
    print(colour.dim(`settings ${JSON.stringify(agent.settings)}`));
    for (const file of files)
      print(`  ${file.path} ${colour.dim(`${counted(file.content.length, 'character')}`)}`);
  }
  return exitCodes.ok;
}

/** `salience agent import <name> <folder>`: the folder replaces persona, settings and workspace, as one change. */
export async function runAgentImport(context: Context, name: string, folder: string): Promise<number> {
  const { mind, persona, settings, files: read } = await readAgentFolder(folder);
  const files = ownFiles(read);
  const agent = await withAdministration(context, (all) =>
    all.importAgent(name, { persona, settings, files, mind }),
  );
  if (context.json) printJson({ ...shownAgent(agent), files: files.map(({ path }) => path) });
  else {
    print(
      `Imported ${counted(files.length, 'file')} into agent ${agent.name}, now version ${agent.version}.`,
    );
    const unread = (await withAdministration(context, (all) => all.identity(name))).files.filter(isUnread);
    if (unread.length > 0) {
      note(
        `${unread.length === 1 ? '1 skill shows only its name until you review it' : `${unread.length} skills show only their names until you review them`}: salience agent vouch ${name} ${unread.map(({ path }) => path).join(' ')}`,
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
  return withAdministration(context, async (all) => {
    const { files } = await all.identity(name);
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
    const vouched = await all.vouch(name, read);
    if (context.json) printJson(vouched);
    else print(`Vouched for ${vouched.join(', ')}. If their text changes, models no longer see it.`);
    return vouched.length === read.length ? exitCodes.ok : exitCodes.failure;
  });
}

function isUnread(file: { readonly path: string; readonly vouched: boolean }): boolean {
  return isSkill(file) && !file.vouched;
}

function unknownSkill(name: string, path: string): never {
  throw new SalienceError(
    'agent.skill-unknown',
    `Agent "${name}" has no skill ${path}. List its skills with "salience agent vouch ${name}".`,
  );
}

/** `salience agent export <name> <folder>`: settings and prompts that were never made are written out as what holds without them. */
export async function runAgentExport(context: Context, name: string, folder: string): Promise<number> {
  const [{ agent, files }, mind] = await withAdministration(context, async (all) => [
    await all.identity(name),
    await all.mind(name),
  ]);
  const own = new Set(files.map(({ path }) => path));
  const shipped = shippedPromptFiles().filter(({ path }) => !own.has(path));
  const written = [...files, ...shipped.map(({ path, text }) => ({ path, content: text }))];
  const thoughtsLeftOut = await writeAgentFolder(folder, {
    persona: agent.persona,
    settings: { ...DEFAULT_SETTINGS, ...agent.settings },
    files: written,
    // Nothing to take along makes no file.
    ...(mind.goals.length + mind.monologue.length === 0 ? {} : { mind }),
  });
  if (context.json)
    printJson({ name: agent.name, folder, files: written.map(({ path }) => path), thoughtsLeftOut });
  else print(`Exported agent ${agent.name} with ${counted(written.length, 'file')} to ${folder}.`);
  if (thoughtsLeftOut > 0)
    note(
      `${counted(thoughtsLeftOut, 'thought')} stayed behind: the newest that somebody vouches for go first, as many as an import takes.`,
    );
  return exitCodes.ok;
}

/** The files that are the agent's own: a prompt that says what ships is none. Throws `context.prompt-invalid`. */
function ownFiles<T extends { readonly path: string; readonly content: string }>(files: readonly T[]): T[] {
  const textOf = ({ path, content }: T) => ({ path, text: content });
  agentIdentity({ name: '', persona: '', files: files.map(textOf) });
  return files.filter((file) => !isShippedPrompt(textOf(file)));
}
