import type { Command } from 'commander';
import { type ActWith, examples } from './help.ts';

const EXPIRES = '--expires <when>';
const EXPIRES_HELP = 'a span (12h, 90d) or a time with zone; without it the key has no end';
const CHANNEL_HELP =
  'how far what comes through a channel is trusted at most: external, unverified or user; for several, say it again';
const SPEAKER_HELP =
  "whose words are a person's own, as the front end names them; anybody else's are unverified; for several, say it again";
const CONTEXT_HELP =
  "what a client of /v1 sends along (system, assistant) is as good as its user's word; without it, it is from outside";
const OVERLAP_HELP = 'how long the old key stays good: 10m, 24h, 7d, or 0';

/** Keeps every value of an option that may be given several times. */
const listed = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** agent key. */
export function addAgentKeyCommands(agent: Command, act: ActWith): void {
  const load = () => import('../commands/agent-keys.ts');
  const key = agent
    .command('key')
    .description('make, list, rotate and revoke API keys')
    .addHelpText('after', examples(['agent key create ada', 'agent key list ada']));
  key
    .command('create')
    .argument('<agent>')
    .option('--label <text>', 'what it is for', 'cli')
    .option(EXPIRES, EXPIRES_HELP)
    .option('--channel <name=trust>', CHANNEL_HELP, listed)
    .option('--speaker <name>', SPEAKER_HELP, listed)
    .option('--trust-context', CONTEXT_HELP)
    .description('make a key; it is shown this once')
    .addHelpText(
      'after',
      examples([
        'agent key create ada',
        'agent key create ada --label phone --expires 90d',
        'agent key create ada --label mail --channel mail=external --channel chat=user --speaker Ana',
      ]),
    )
    .action(act(async () => (await load()).runKeyCreate));
  key
    .command('list')
    .argument('<agent>')
    .description('list keys')
    .addHelpText('after', examples(['agent key list ada', 'agent key list ada --json']))
    .action(act(async () => (await load()).runKeyList));
  key
    .command('rotate')
    .argument('<key>', 'id of the key')
    .option('--overlap <span>', OVERLAP_HELP, '24h')
    .description('make a key in the place of another, which stays good for a while')
    .addHelpText(
      'after',
      examples(['agent key rotate key_0193…', 'agent key rotate key_0193… --overlap 10m']),
    )
    .action(act(async () => (await load()).runKeyRotate));
  key
    .command('revoke')
    .argument('<key>', 'id of the key')
    .description('revoke a key')
    .addHelpText('after', examples(['agent key revoke key_0193…']))
    .action(act(async () => (await load()).runKeyRevoke));
}

/** operator key. */
export function addOperatorKeyCommands(program: Command, act: ActWith): void {
  const load = () => import('../commands/operator.ts');
  const key = program
    .command('operator')
    .description('keys of operators (needs the database: a running private Postgres, or DATABASE_URL)')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']))
    .command('key')
    .description('make, list, rotate and revoke operator keys')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']));
  key
    .command('create')
    .argument('<name>', 'who it is for; the audit log names it')
    .option(EXPIRES, EXPIRES_HELP)
    .description('make a key, shown this once; from the first one on operators need a key everywhere')
    .addHelpText('after', examples(['operator key create anna', 'operator key create ci --expires 12h']))
    .action(act(async () => (await load()).runOperatorKeyCreate));
  key
    .command('list')
    .description('list keys')
    .addHelpText('after', examples(['operator key list', 'operator key list --json']))
    .action(act(async () => (await load()).runOperatorKeyList));
  key
    .command('rotate')
    .argument('<key>', 'id of the key')
    .option('--overlap <span>', OVERLAP_HELP, '24h')
    .description('make a key of the same name in the place of another, which stays good for a while')
    .addHelpText(
      'after',
      examples(['operator key rotate opk_0193…', 'operator key rotate opk_0193… --overlap 0']),
    )
    .action(act(async () => (await load()).runOperatorKeyRotate));
  key
    .command('revoke')
    .argument('<key>', 'id of the key')
    .description('revoke a key at once, and the browsers that showed it')
    .addHelpText('after', examples(['operator key revoke opk_0193…']))
    .action(act(async () => (await load()).runOperatorKeyRevoke));
}
