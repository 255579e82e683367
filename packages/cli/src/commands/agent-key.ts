import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { expiry, showKeys, showNewKey } from '../keys/key-terms.ts';
import { declareKeyVerbs, expiresOption, type KeyKind } from '../keys/key-verbs.ts';
import { withKeys } from '../keys/with-keys.ts';
import { messageRules, type RuleOptions, ruleWords } from '../keys/message-rules.ts';

const CHANNEL_HELP =
  'highest trust of messages from a channel: external, unverified or user; may be repeated';
const SPEAKER_HELP =
  'a speaker whose messages count as the user’s own, as the front end names them; all others are unverified; may be repeated';
const SCOPE_HELP =
  'what it may be used for: read, talk, remember or manage; may be repeated. Without it: everything';
const CONTEXT_HELP =
  'trust the system and assistant messages of /v1 clients like their user; otherwise they are external';
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
export function declare(agent: Command, run: RunAction): void {
  const key = agent
    .command('key')
    .description('create, list, rotate and revoke API keys')
    .addHelpText('after', examples(['agent key create ada', 'agent key list ada']));
  key
    .command('create')
    .argument('<agent>')
    .option('--label <text>', 'what it is for', 'cli')
    .option(...expiresOption)
    .option('--channel <name=trust>', CHANNEL_HELP, listed)
    .option('--speaker <name>', SPEAKER_HELP, listed)
    .option('--scope <scope>', SCOPE_HELP, listed)
    .option('--trust-context', CONTEXT_HELP)
    .description('create a key; it is shown only once')
    .addHelpText(
      'after',
      examples([
        'agent key create ada',
        'agent key create ada --label phone --expires 90d',
        'agent key create ada --label editor --scope read --scope talk',
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
  const made = await withKeys(context, (all) => all.createAgentKey(name, options.label, more));
  showNewKey(context, made, `This is key ${made.id} of agent ${name}.`);
  return exitCodes.ok;
}

/** `salience agent key list <agent>`. */
async function runKeyList(context: Context, name: string): Promise<number> {
  const keys = await withKeys(context, (all) => all.agentKeys(name));
  showKeys(context, keys, {
    heading: 'label',
    said: (key) => [key.label, ...ruleWords(key.rules)].join(', '),
    none: 'No keys.',
  });
  return exitCodes.ok;
}
