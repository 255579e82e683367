import { type Command, Option } from 'commander';
import { type ActWith, examples } from './help.ts';

/** up, open, down, status and tail. */
export function addFleetCommands(program: Command, act: ActWith): void {
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
    .action(act(async () => (await import('../commands/up.ts')).runUp));
  addOpenCommand(program, act);
  program
    .command('down')
    .description('stop the Salience of this home and wait until it has stopped')
    .addHelpText('after', examples(['down']))
    .action(act(async () => (await import('../commands/down.ts')).runDown));
  program
    .command('status')
    .description('show workers, queues, lanes, pace, dead letters and quarantine; once or live')
    .option('--watch', 'again and again: in place on a terminal, else one block after another')
    .option('--every <seconds>', 'between two looks', '2')
    .option('--count <n>', 'end after so many looks')
    .option('--all', 'every worker of the last hour: stopped, and lost ones that were replaced, too')
    .addHelpText(
      'after',
      examples([
        'status',
        'status --watch',
        'status --watch --every 5 --json >> fleet.jsonl',
        'status --all --json',
      ]),
    )
    .action(act(async () => (await import('../commands/status.ts')).runStatus));
  program
    .command('tail')
    .description(
      'show what happens in the whole fleet: turns, dead letters, quarantine, takeovers, workers, operators',
    )
    .option(
      '--kind <kinds>',
      'accepted, ended, quarantined, dead-letter, takeover, worker-up, worker-down, operator; several with commas',
    )
    .option('--thread <thread>', 'only of one thread, by id or key')
    .option('--since <span>', 'begin in the past, at most an hour: 30s, 10m')
    .option('--count <n>', 'end after so many events')
    .addHelpText(
      'after',
      examples([
        'tail',
        'tail --agent ada --kind ended,quarantined',
        'tail --since 10m --kind dead-letter',
        './salience tail --json | jq .turn_id',
      ]),
    )
    .action(act(async () => (await import('../commands/tail.ts')).runTail));
}

function addOpenCommand(program: Command, act: ActWith): void {
  program
    .command('open')
    .description('print an address that signs a browser in as the person of this machine, once')
    .addHelpText('after', examples(['open', 'open --json']))
    .action(act(async () => (await import('../commands/open.ts')).runOpen));
}
