import type { Command } from 'commander';
import { type ActWith, examples } from './help.ts';

/** memory: what is remembered, looked at, taken along and taken back by people. */
export function addMemoryCommands(program: Command, act: ActWith): void {
  const memory = program
    .command('memory')
    .description('what is remembered: search it, look at it, take it along, have it forgotten')
    .addHelpText(
      'after',
      examples(['memory search "my sister"', 'memory export --out ./memories --format md']),
    );
  memory
    .command('search')
    .argument('<question>')
    .option('--kind <kind>', 'exchange, fact, episode, concept or thought')
    .option('--limit <n>', 'how many', '10')
    .option('--as-of <time>', 'memory as it stood then: a day (its end, UTC) or an instant, ISO 8601')
    .description('find memories, best first, and say why each was found')
    .addHelpText(
      'after',
      examples([
        'memory search "where does Ana live"',
        'memory search Porto --kind fact --json',
        'memory search "where does Ana live" --as-of 2025-12-31',
      ]),
    )
    .action(act(async () => (await import('../memory/search.ts')).runMemorySearch));
  memory
    .command('show')
    .argument('<id>')
    .description('an item, what it rests on and what was made of it; looking counts as use')
    .addHelpText('after', examples(['memory show fact_0193…', 'memory show ep_0193… --json']))
    .action(act(async () => (await import('../memory/show.ts')).runMemoryShow));
  addForget(memory, act);
  memory
    .command('export')
    .requiredOption('--out <folder>', 'a folder that does not exist yet')
    .option(
      '--format <format>',
      'md: pages a person can read; jsonl: every item with ids, times, trust and sources',
      'md',
    )
    .description('write everything that is remembered to a folder')
    .addHelpText(
      'after',
      examples(['memory export --out ./memories', 'memory export --out ./memories --format jsonl']),
    )
    .action(act(async () => (await import('../memory/export.ts')).runMemoryExport));
  addUpkeep(memory, act);
}

function addForget(memory: Command, act: ActWith): void {
  memory
    .command('forget')
    .argument('[id]', 'an item, an exchange or a turn')
    .option('--thread <key>', 'all of a thread')
    .option('--source <name>', 'all that came from a source')
    .option(
      '--person <name>',
      'all that somebody said and what is known of them by name; "user": who speaks without a name',
    )
    .option('--reason <words>', 'kept with the tombstones; nothing of what is to be forgotten', 'asked')
    .option('--yes', 'do not ask first')
    .option(
      '--purge',
      'then also write the tables anew, so that the bytes leave the data files (as the owner of the database; everything waits meanwhile)',
    )
    .description('have it forgotten, with everything made of it; only tombstones remain')
    .addHelpText(
      'after',
      examples([
        'memory forget fact_0193…',
        'memory forget --person "Ana" --yes',
        'memory forget --thread trip --yes --purge',
      ]),
    )
    .action(act(async () => (await import('../memory/forget.ts')).runMemoryForget));
}

/** How good memory is, and what it made by itself. */
function addUpkeep(memory: Command, act: ActWith): void {
  memory
    .command('audit')
    .description('duplicates, unsupported items, memories of memories, stale ones, failed enrichments')
    .addHelpText('after', examples(['memory audit', 'memory audit --json']))
    .action(act(async () => (await import('../memory/audit.ts')).runMemoryAudit));
  memory
    .command('retry-failed')
    .description('try again to learn from what could not be learned from')
    .addHelpText('after', examples(['memory retry-failed']))
    .action(act(async () => (await import('../memory/retry-failed.ts')).runMemoryRetryFailed));
  memory
    .command('autobiography')
    .option('--section <name>', 'identity, relationship, values, patterns, threads or themes')
    .option('--versions <n>', 'how many, the newest first', '1')
    .option('--changes', 'what each version changed, in place of what it says')
    .description('what the agent wrote of whom it serves')
    .addHelpText(
      'after',
      examples([
        'memory autobiography',
        'memory autobiography --section threads',
        'memory autobiography --changes --versions 5',
      ]),
    )
    .action(act(async () => (await import('../memory/autobiography.ts')).runMemoryAutobiography));
  memory
    .command('thoughts')
    .option('--limit <n>', 'how many', '20')
    .description('what was thought while nobody asked for anything, the latest first')
    .addHelpText('after', examples(['memory thoughts', 'memory thoughts --json']))
    .action(act(async () => (await import('../memory/thoughts.ts')).runMemoryThoughts));
}
