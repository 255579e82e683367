import {
  limbicModelViewSchema,
  type ModuleChange,
  type ModuleView,
  moduleViewSchema,
  pageSchema,
  registeredModuleSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import {
  modulePath,
  moduleOfFile,
  shippedModule,
  shippedNames,
  withFolders,
} from '../../pulse/module-file.ts';
import { moduleLines, sourcesLine, thresholdLine } from '../../pulse/pulse-lines.ts';
import { print, printJson, table } from '../../terminal.ts';

const whom = 'name of the module';
const models = pageSchema(limbicModelViewSchema).pick({ items: true });

/** pulse modules. */
export function declare(pulse: Command, run: RunAction): void {
  const modules = pulse
    .command('modules')
    .description('modules, each of which says what is worth a question to the agent')
    .addHelpText(
      'after',
      examples(['pulse modules', 'pulse modules add homework.json', 'pulse modules threshold homework 0.8']),
    );
  const verb = (name: string, does: string, shown: readonly string[], isDefault = false) =>
    modules.command(name, { isDefault }).description(does).addHelpText('after', examples(shown));
  verb('list', 'list them', ['pulse modules list', 'pulse modules --json'], true).action(run(runList));
  verb('add', 'register one, or give one of its name another fingerprint', [
    'pulse modules add homework.json',
    'pulse modules add --shipped homework --folder ~/uni ~/Downloads',
  ])
    .argument('[file]', 'its fingerprint, as JSON')
    .option('--shipped <name>', `one that comes with Salience: ${shippedNames.join(', ')}`)
    .option('--folder <path...>', 'watch these folders, in place of those that it names')
    .action(run(runAdd));
  verb('show', 'show one', ['pulse modules show homework', 'pulse modules show homework --json'])
    .argument('<module>', whom)
    .action(run(runShow));
  verb('pause', 'judge no signals for one for now', ['pulse modules pause homework'])
    .argument('<module>', whom)
    .action(run((context: Context, name: string) => runChange(context, name, { state: 'paused' })));
  verb('resume', 'judge them again, also where its wakes were held back', ['pulse modules resume homework'])
    .argument('<module>', whom)
    .action(run((context: Context, name: string) => runChange(context, name, { state: 'active' })));
  verb('remove', 'remove one; what it judged stays', ['pulse modules remove homework'])
    .argument('<module>', whom)
    .action(run(runRemove));
  verb('threshold', 'set from which score on one wakes the agent, or leave that to what is learned', [
    'pulse modules threshold homework 0.8',
    'pulse modules threshold homework --learned',
  ])
    .argument('<module>', whom)
    .argument('[score]', '0 to 1; higher is more selective')
    .option('--learned', 'what is learned counts again')
    .action(run(runThreshold));
  verb('models', 'list the versions of the model that scores for one', ['pulse modules models homework'])
    .argument('<module>', whom)
    .action(run(runModels));
  verb('rollback', 'have an earlier version of the model score; 0: none, the rule leads', [
    'pulse modules rollback homework 3',
    'pulse modules rollback homework 0',
  ])
    .argument('<module>', whom)
    .argument('<version>', 'as "pulse modules models" lists it')
    .action(run(runRollback));
}

async function runList(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/modules', pageSchema(moduleViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0)
    print(`No modules. ./salience pulse modules add --shipped <${shippedNames.join('|')}>`);
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((module) => [
      module.name,
      module.cluster,
      module.breaker_until === null ? module.state : `${module.state}, held back`,
      sourcesLine(module),
      thresholdLine(module),
      module.last_wake_at === null ? 'never' : localTime(module.last_wake_at, zone),
    ]);
    print(table(['module', 'cluster', 'state', 'declares', 'threshold', 'last wake'], rows));
  }
  return exitCodes.ok;
}

const outcomes = {
  new: 'is added',
  changed: 'is changed',
  same: 'is as it was, and keeps what was learned',
} as const;

async function runAdd(
  context: Context,
  file: string | undefined,
  { folder: folders, shipped }: { readonly folder?: readonly string[]; readonly shipped?: string },
): Promise<number> {
  if ((file === undefined) === (shipped === undefined))
    throw usageError('Expected a file, or --shipped with the name of a module.');
  const written = file === undefined ? shippedModule(shipped ?? '') : await moduleOfFile(file);
  const body = folders === undefined ? written : withFolders(written, folders);
  const client = await context.client();
  const module = await client.ask('/modules', registeredModuleSchema, { method: 'POST', body });
  if (context.json) printJson(module);
  else {
    print(`${module.name} ${outcomes[module.outcome]}.`);
    print(`See how often it would have asked: ./salience pulse simulate ${module.name}`);
  }
  return exitCodes.ok;
}

async function runShow(context: Context, name: string): Promise<number> {
  const path = modulePath(name);
  const client = await context.client();
  const module = await client.ask(path, moduleViewSchema);
  if (context.json) printJson(module);
  else print(moduleLines(module, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}

async function runChange(context: Context, name: string, body: ModuleChange): Promise<number> {
  const path = modulePath(name);
  const client = await context.client();
  const module = await client.ask(path, moduleViewSchema, { method: 'PATCH', body });
  if (context.json) printJson(module);
  else print(changedLine(module, body));
  return exitCodes.ok;
}

function changedLine(module: ModuleView, { threshold }: ModuleChange): string {
  if (threshold === undefined) return `${module.name} is ${module.state}.`;
  return `${module.name}: threshold ${thresholdLine(module)}.`;
}

async function runRemove(context: Context, name: string): Promise<number> {
  const path = modulePath(name);
  const client = await context.client();
  const module = await client.ask(path, moduleViewSchema, { method: 'DELETE' });
  if (context.json) printJson(module);
  else print(`${module.name} is removed. What it judged stays.`);
  return exitCodes.ok;
}

async function runThreshold(
  context: Context,
  name: string,
  text: string | undefined,
  { learned }: { readonly learned?: boolean },
): Promise<number> {
  if ((text === undefined) === (learned !== true)) throw usageError('Expected a score, or --learned.');
  if (text === undefined) return await runChange(context, name, { threshold: null });
  const threshold = Number(text);
  // Which numbers are thresholds the server says.
  if (text.trim() !== '' && Number.isFinite(threshold)) return await runChange(context, name, { threshold });
  throw usageError(`Expected a threshold as a number from 0 to 1, got "${text}".`);
}

async function runModels(context: Context, name: string): Promise<number> {
  const path = `${modulePath(name)}/models`;
  const client = await context.client();
  const { items } = await client.ask(path, models);
  if (context.json) printJson(items);
  else if (items.length === 0) print('No models yet: the rule of the fingerprint leads.');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((model) => [
      `${model.version}`,
      model.active ? 'scores' : '',
      model.promoted ? 'promoted' : 'not promoted',
      model.reason,
      localTime(model.made_at, zone),
      figuresLine(model.metrics),
    ]);
    print(table(['version', 'now', 'was', 'because', 'made', 'figures'], rows));
    if (items.every(({ active }) => !active)) print('None scores: the rule of the fingerprint leads.');
  }
  return exitCodes.ok;
}

function figuresLine(metrics: Readonly<Record<string, unknown>>): string {
  return Object.entries(metrics)
    .flatMap(([name, value]) => (typeof value === 'number' ? [`${name} ${Number(value.toFixed(3))}`] : []))
    .join(', ');
}

async function runRollback(context: Context, name: string, text: string): Promise<number> {
  const path = `${modulePath(name)}/models`;
  const version = Number(text);
  if (!/^\d{1,9}$/.test(text))
    throw usageError(`Expected a version as a whole number from 0, got "${text}".`);
  const client = await context.client();
  const { items } = await client.ask(path, models, { method: 'POST', body: { version } });
  if (context.json) printJson(items);
  else
    print(
      version === 0
        ? 'No model scores from now on: the rule of the fingerprint leads.'
        : `Version ${version} scores from now on.`,
    );
  return exitCodes.ok;
}
