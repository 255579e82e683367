import type { Command } from 'commander';
import { type ActWith, examples } from './help.ts';

const DOCTOR_HELP = `
Examples:
  $ ./salience doctor
  $ ./salience doctor --quiet
  $ ./salience doctor --json
  $ ./salience doctor --bundle support.json
  $ ./salience doctor --models

Exit codes: 0 all is well, 1 something to look at, 2 something to repair (or called wrongly).
It works whatever runs, and changes nothing.`;

/** doctor, bench, eval, migrate, audit and reminders. */
export function addUpkeepCommands(program: Command, act: ActWith): void {
  program
    .command('doctor')
    .description('look at everything that a support thread would ask about, and say what to do')
    .option('--quiet', 'only what is not well')
    .option(
      '--models',
      'instead, call each model of each role once with a tiny request: what works, how it is asked, how fast; costs tokens',
    )
    .option('--bundle <file>', 'also write what may be sent to somebody who helps: numbers, versions and ids')
    .addHelpText('after', DOCTOR_HELP)
    .action(act(async () => (await import('../commands/doctor.ts')).runDoctor));
  addMeasuringCommands(program, act);
  program
    .command('migrate')
    .description(
      'bring a production database up to date, as its owner (DATABASE_URL); passwords by SALIENCE_PASSWORD_<ROLE>',
    )
    .option('--postgres-queues', 'prepare queues in Postgres (default: only where REDIS_URL is not set)')
    .addHelpText('after', examples(['migrate', 'migrate --postgres-queues']))
    .action(act(async () => (await import('../commands/migrate.ts')).runMigrate));
  program
    .command('audit')
    .description('who did what as operator, the latest first')
    .option('--actor <who>', 'cli:<user>, operator:<key name> or local')
    .option('--action <what>', 'such as dead-letter.retry or agent-key.create')
    .option('--limit <n>', 'how many', '50')
    .addHelpText(
      'after',
      examples(['audit', 'audit --actor operator:anna', 'audit --action dead-letter.drop --json']),
    )
    .action(act(async () => (await import('../commands/audit.ts')).runAudit));
  const reminders = program
    .command('reminders')
    .description('messages for later')
    .addHelpText('after', examples(['reminders add "Call Ana" --due 2h', 'reminders list']));
  const loadReminders = () => import('../commands/reminders.ts');
  reminders
    .command('add')
    .argument('<text>')
    .requiredOption(
      '--due <time>',
      'a time, here unless it says its offset (2030-01-31T09:00), or a span: 10m, 2h, 1d',
    )
    .option('--thread <key>', 'where it comes up; default the current conversation')
    .description('make one')
    .addHelpText('after', examples(['reminders add "Call Ana" --due 2h']))
    .action(act(async () => (await loadReminders()).runReminderAdd));
  reminders
    .command('list')
    .description('list them')
    .addHelpText('after', examples(['reminders list', 'reminders list --json']))
    .action(act(async () => (await loadReminders()).runReminderList));
}

function addMeasuringCommands(program: Command, act: ActWith): void {
  program
    .command('bench')
    .description(
      'run a script of bench/ on stores and processes of its own; what follows the name goes to it',
    )
    .argument('[name]', 'which one; --list shows them')
    .argument('[options...]', 'its options; put -- before those that this command knows itself')
    .option('--list', 'show which there are; with a name, what it measures and how it is called')
    .allowUnknownOption()
    .addHelpText(
      'after',
      examples([
        'bench --list',
        'bench idle-latency --n 100 --backend redis',
        'bench --list chaos',
        'bench chaos --turns 200 --backend postgres',
      ]),
    )
    .action(act(async () => (await import('../commands/bench.ts')).runBench));
  program
    .command('eval')
    .description(
      'measure a decision on labelled rows: topic-switch, topic-class, mode, addressed, commands, injection or memory',
    )
    .argument('<decision>')
    .option('--in <file>', 'the rows, one JSON object a line')
    .option('--turns <file>', 'for memory: conversations, one turn a line')
    .option('--queries <file>', 'for memory: questions about them, with the turns that answer them')
    .option('--limit <rows>', 'for injection: so many rows at most, spread over the file')
    .requiredOption('--out <file>', 'where the predictions go, one JSON object a line, with their scores')
    .addHelpText(
      'after',
      examples([
        'eval topic-switch --in topic_switch.jsonl --out switches.jsonl',
        'eval mode --in mode.jsonl --out modes.jsonl',
        'eval injection --in injection.jsonl --limit 200 --out injections.jsonl',
        'eval memory --turns turns.jsonl --queries queries.jsonl --out answers.jsonl',
      ]),
    )
    .action(act(async () => (await import('../commands/eval.ts')).runEval));
}
