import type { Command } from 'commander';
import { type Run, examples } from '../command.ts';
import { withAdministration } from '../administration.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { expiry, showKeys, showNewKey } from '../keys/key-terms.ts';
import { declareKeyVerbs, expiresOption, type KeyKind } from '../keys/key-verbs.ts';
import { messageRules, type RuleOptions, ruleWords } from '../keys/message-rules.ts';

const CHANNEL_HELP =
  'how far what comes through a channel is trusted at most: external, unverified or user; for several, say it again';
const SPEAKER_HELP =
  "whose words are a person's own, as the front end names them; anybody else's are unverified; for several, say it again";
const CONTEXT_HELP =
  "what a client of /v1 sends along (system, assistant) is as good as its user's word; without it, it is from outside";
/** Keeps every value of an option that may be given several times. */
const listed = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const agentKeys: KeyKind = {
  owner: 'agent',
  prefix: 'key',
  does: {
    rotate: 'make a key in the place of another, which stays good for a while',
    revoke: 'revoke a key',
  },
  rotate: 'rotateAgentKey',
  revoke: 'revokeAgentKey',
};

/** agent key. */
export function declare(agent: Command, run: Run): void {
  const key = agent
    .command('key')
    .description('make, list, rotate and revoke API keys')
    .addHelpText('after', examples(['agent key create ada', 'agent key list ada']));
  key
    .command('create')
    .argument('<agent>')
    .option('--label <text>', 'what it is for', 'cli')
    .option(...expiresOption)
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
    .action(run(runKeyCreate));
  key
    .command('list')
    .argument('<agent>')
    .description('list keys')
    .addHelpText('after', examples(['agent key list ada', 'agent key list ada --json']))
    .action(run(runKeyList));
  declareKeyVerbs(key, run, agentKeys);
}

/** `salience agent key create <agent>`: the key is shown this once. */
async function runKeyCreate(
  context: Context,
  name: string,
  options: { readonly label: string; readonly expires?: string } & RuleOptions,
): Promise<number> {
  const more = { rules: messageRules(options), ...expiry(options.expires) };
  const made = await withAdministration(context, (all) => all.createAgentKey(name, options.label, more));
  showNewKey(context, made, `This is key ${made.id} of agent ${name}.`);
  return exitCodes.ok;
}

/** `salience agent key list <agent>`. */
async function runKeyList(context: Context, name: string): Promise<number> {
  const keys = await withAdministration(context, (all) => all.agentKeys(name));
  showKeys(context, keys, {
    heading: 'label',
    said: (key) => [key.label, ...ruleWords(key.rules)].join(', '),
    none: 'No keys.',
  });
  return exitCodes.ok;
}
