import { Command, CommanderError, Option } from 'commander';
import { createContext, type Context, type GlobalOptions } from './context.ts';
import { exitCodes } from './exit-codes.ts';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 called wrongly, 3 Salience is not running.`;

/** What a folder of an agent may set; agentSettingsSchema of @salience/database checks it. */
const SETTINGS_HELP = `
settings.json, as it is by default (both may be left out):
  {
    "midRun": "queue",    a message to a busy thread: "queue" takes it in turn, "reject" refuses it (409)
    "policy": "shipped"   weights of the router: "shipped" or "reference"; the newest version is used
  }

To change one: npx salience agent export ada ./ada, edit ./ada/settings.json, npx salience agent import ada ./ada
${EXIT_CODES}`;

/** Runs one command to its end; resolves with its exit code. Commands load their code only when they are called. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const program = buildProgram((result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end the program this way too, and are no mistake.
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}

/** An action that gets its context and gives an exit code. */
type Act = (context: Context, ...args: never[]) => Promise<number>;

function buildProgram(finish: (code: number) => void): Command {
  const program = new Command('npx salience')
    .description('A self-hosted cognitive runtime for always-on AI agents')
    .option(
      '--url <url>',
      'where Salience runs (or SALIENCE_URL; default: what runs on this home, else port 3300)',
    )
    .option('--agent <name>', 'the agent to speak with, where no API key decides it')
    .option(
      '--home <folder>',
      'folder for data, logs and locks (or SALIENCE_HOME; default: .salience in the repository)',
    )
    .option('--json', 'print results as JSON')
    .option('--debug', 'show the stack of a failure')
    .addHelpText(
      'after',
      `${EXIT_CODES}\n\nStart here:\n  $ npx salience up\n  $ npx salience chat "My sister Ana lives in Porto. Remember that."`,
    );
  /** Runs an action with the options of the whole command line. */
  const act =
    (load: () => Promise<Act>) =>
    async (...received: unknown[]): Promise<void> => {
      const command = received.pop() as Command;
      const context = createContext(command.optsWithGlobals<GlobalOptions>());
      const action = await load();
      finish(await action(context, ...(received as never[])));
    };
  addFleetCommands(program, act);
  addTalkCommands(program, act);
  addAgentCommands(program, act);
  addUpkeepCommands(program, act);
  settle(program);
  return program;
}

type ActWith = (load: () => Promise<Act>) => (...received: unknown[]) => Promise<void>;

function addFleetCommands(program: Command, act: ActWith): void {
  program
    .command('up')
    .description('start everything on this machine: Postgres, queues and the eight apps; stop it with Ctrl-C')
    .option('--port <port>', 'port of the API (or PORT; default 3300)')
    .option(
      '--host <address>',
      'address to listen on (or SALIENCE_HOST; default 127.0.0.1); any but a loopback address needs API keys',
    )
    .option('--detach', 'go to the background when it is ready')
    .option('--no-chat', 'open no chat in the terminal')
    .addOption(
      new Option('--queues <kind>', 'where jobs travel (or SALIENCE_QUEUES; default auto)').choices([
        'auto',
        'redis',
        'postgres',
      ]),
    )
    .addHelpText(
      'after',
      examples(['up', 'up --port 8080 --no-chat', 'up --detach', 'up --home /var/lib/salience']),
    )
    .action(act(async () => (await import('./commands/up.ts')).runUp));
  program
    .command('down')
    .description('stop the Salience of this home and wait until it has stopped')
    .addHelpText('after', examples(['down']))
    .action(act(async () => (await import('./commands/down.ts')).runDown));
  program
    .command('status')
    .description('show workers, queues and how many dead letters there are')
    .option('--all', 'every worker of the last hour: stopped, and lost ones that were replaced, too')
    .addHelpText('after', examples(['status', 'status --all', 'status --json']))
    .action(act(async () => (await import('./commands/status.ts')).runStatus));
}

function addTalkCommands(program: Command, act: ActWith): void {
  program
    .command('chat')
    .description('say one thing and print the answer, or, without a text, talk in the terminal')
    .argument('[text]', 'what to say')
    .option('--thread <key>', 'the conversation to go on with; any name of your own makes a new one')
    .addHelpText(
      'after',
      examples([
        'chat',
        'chat "Where does my sister live?"',
        'chat --thread trip --json "Any news?"',
        'echo "Hello" | npx salience chat',
      ]),
    )
    .action(act(async () => (await import('./commands/chat.ts')).runChat));
  program
    .command('why')
    .description(
      'explain a turn: mode, scores, signals, timings, what was remembered, what the answer rests on',
    )
    .argument('<turn>', 'id of the turn')
    .addHelpText('after', examples(['why turn_0193…', 'why --json turn_0193…']))
    .action(act(async () => (await import('./commands/why.ts')).runWhy));
  program
    .command('replay')
    .description(
      'send a transcript (JSON lines), wait until it is answered and remembered; running it again resumes',
    )
    .argument(
      '<file>',
      'rows {thread, speaker, text, at}, {conv, session, date, turn, speaker, text} or {id, messages}',
    )
    .option('--concurrency <n>', 'threads that are sent at the same time', '8')
    .option('--prefix <text>', 'put before every thread name, to replay the same transcript afresh', '')
    .option('--only <thread>', 'replay one thread of the file')
    .option('--limit <rows>', 'read only the first rows')
    .option('--patience <seconds>', 'give up after so long without progress', '120')
    .addHelpText('after', examples(['replay talk.jsonl', 'replay talks.jsonl --only conv-26 --json']))
    .action(act(async () => (await import('./commands/replay.ts')).runReplay));
}

function addAgentCommands(program: Command, act: ActWith): void {
  const load = () => import('./commands/agent.ts');
  const agent = program
    .command('agent')
    .description('make and change agents (needs the operator: a running private Postgres, or DATABASE_URL)')
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
    .option('--from <folder>', 'take persona, settings and workspace from a folder')
    .action(act(async () => (await load()).runAgentCreate));
  agent
    .command('list')
    .description('list agents')
    .action(act(async () => (await load()).runAgentList));
  agent
    .command('show')
    .argument('<name>')
    .description('show an agent')
    .action(act(async () => (await load()).runAgentShow));
  agent
    .command('import')
    .argument('<name>')
    .argument('<folder>', 'agent.md (persona), settings.json, and any other Markdown files')
    .description('replace persona, settings and workspace by those of a folder')
    .addHelpText('after', SETTINGS_HELP)
    .action(act(async () => (await load()).runAgentImport));
  agent
    .command('export')
    .argument('<name>')
    .argument('<folder>', 'a folder that does not exist yet')
    .description('write persona, settings (defaults included) and workspace to a folder')
    .addHelpText('after', SETTINGS_HELP)
    .action(act(async () => (await load()).runAgentExport));
  const key = agent.command('key').description('make, list and revoke API keys');
  key
    .command('create')
    .argument('<agent>')
    .option('--label <text>', 'what it is for', 'cli')
    .description('make a key; it is shown this once')
    .action(act(async () => (await load()).runKeyCreate));
  key
    .command('list')
    .argument('<agent>')
    .description('list keys')
    .action(act(async () => (await load()).runKeyList));
  key
    .command('revoke')
    .argument('<key>', 'id of the key')
    .description('revoke a key')
    .action(act(async () => (await load()).runKeyRevoke));
}

function addUpkeepCommands(program: Command, act: ActWith): void {
  program
    .command('migrate')
    .description(
      'bring a production database up to date, as its owner (DATABASE_URL); passwords by SALIENCE_PASSWORD_<ROLE>',
    )
    .option('--postgres-queues', 'prepare queues in Postgres (default: only where REDIS_URL is not set)')
    .addHelpText('after', examples(['migrate', 'migrate --postgres-queues']))
    .action(act(async () => (await import('./commands/migrate.ts')).runMigrate));
  const letters = program
    .command('dead-letters')
    .description(
      'jobs of every agent that failed for good (needs the operator: a running private Postgres, or DATABASE_URL)',
    );
  const loadLetters = () => import('./commands/dead-letters.ts');
  letters
    .command('list')
    .option('--all', 'settled ones too')
    .description('list them')
    .action(act(async () => (await loadLetters()).runDeadLetterList));
  for (const outcome of ['retry', 'drop'] as const) {
    letters
      .command(outcome)
      .argument('<id>')
      .description(outcome === 'retry' ? 'send the job again' : 'give it up')
      .action(
        act(async () => {
          const { runDeadLetterSettle } = await loadLetters();
          return (context: Context, id: string) => runDeadLetterSettle(context, id, outcome);
        }),
      );
  }
  const reminders = program.command('reminders').description('messages for later');
  const loadReminders = () => import('./commands/reminders.ts');
  reminders
    .command('add')
    .argument('<text>')
    .requiredOption('--due <time>', 'a time with zone, or a span: 10m, 2h, 1d')
    .option('--thread <key>', 'where it comes up; default the current conversation')
    .description('make one')
    .addHelpText('after', examples(['reminders add "Call Ana" --due 2h']))
    .action(act(async () => (await loadReminders()).runReminderAdd));
  reminders
    .command('list')
    .description('list them')
    .action(act(async () => (await loadReminders()).runReminderList));
}

/** Every command throws instead of ending the process, and shows the exit codes in its help. */
function settle(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows how it is called)');
  for (const child of command.commands) settle(child);
}

function examples(lines: readonly string[]): string {
  const shown = lines.map((line) => (line.includes('|') ? `  $ ${line}` : `  $ npx salience ${line}`));
  return `\nExamples:\n${shown.join('\n')}\n${EXIT_CODES}`;
}
