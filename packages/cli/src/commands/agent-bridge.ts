import { type BridgeView, bridgeViewSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { shownZone } from '../client/shown-zone.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneLine } from '../memory/one-line.ts';
import { print, printJson, table } from '../terminal.ts';

interface SetOptions {
  readonly channel?: readonly string[];
  readonly self?: readonly string[];
  readonly mention?: readonly string[];
  readonly keyStdin?: boolean;
}

/** Keeps every value of an option that may be given several times. */
const listed = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** agent bridge. */
export function declare(agent: Command, run: RunAction): void {
  const bridge = agent
    .command('bridge')
    .description('the Bridge whose channels the agent hears')
    .addHelpText('after', examples(['agent bridge show', 'agent bridge remove']));
  bridge
    .command('set')
    .argument('<url>', 'its https:// address')
    .option('--channel <id>', 'a channel to hear; may be repeated', listed)
    .option(
      '--self <name>',
      'what the agent is called there, or #<id> of its account; may be repeated',
      listed,
    )
    .option('--mention <name>', 'what it is called in mentions, without the @; may be repeated', listed)
    .option('--key-stdin', 'read its key there from standard input; without it the key that is set stays')
    .description('hear channels of a Bridge, and answer there when asked')
    .addHelpText(
      'after',
      examples([
        'agent bridge set https://bridge.example.org --channel 10 --channel 12 --self Viktor --key-stdin < key.txt',
      ]),
    )
    .action(run(runBridgeSet));
  bridge
    .command('show')
    .description('show it, how far its channels were heard, and what became of answers')
    .addHelpText('after', examples(['agent bridge show', 'agent bridge show --json']))
    .action(run(runBridgeShow));
  bridge
    .command('remove')
    .description('leave it; its key is gone')
    .addHelpText('after', examples(['agent bridge remove']))
    .action(run(runBridgeRemove));
}

/** `salience agent bridge set <url>`. */
async function runBridgeSet(context: Context, url: string, options: SetOptions): Promise<number> {
  const { channel = [], keyStdin = false, mention = [], self = [] } = options;
  if (channel.length === 0 || self.length === 0)
    throw usageError(
      'Expected --channel and --self: which channels are heard, and what the agent is called there.',
    );
  // Never an argument: those are for every account of the machine to read.
  const key = keyStdin ? (await text(process.stdin)).trim() : undefined;
  const client = await context.client();
  const view = await client.ask('/bridge', bridgeViewSchema, {
    method: 'PUT',
    body: {
      url,
      channels: channel,
      self_names: self,
      mention_names: mention,
      ...(key === undefined ? {} : { key }),
    },
  });
  if (context.json) printJson(view);
  else print(`${oneLine(view.url, 200)} is listened to within seconds: ${view.channels.length} channels.`);
  return exitCodes.ok;
}

/** `salience agent bridge show`. */
async function runBridgeShow(context: Context): Promise<number> {
  const client = await context.client();
  const view = await client.ask('/bridge', bridgeViewSchema);
  if (context.json) {
    printJson(view);
    return exitCodes.ok;
  }
  const zone = await shownZone(context, client);
  const at = (time: string | null) => (time === null ? 'never' : localTime(time, zone));
  print(`${oneLine(view.url, 200)}: ${stateOf(view)}, connected ${at(view.seen_at)}`);
  print(
    table(
      ['channel', 'last message', 'heard'],
      view.channels.map((one) => [one.channel, one.last_message ?? '', at(one.heard_at)]),
    ),
  );
  if (view.replies.length === 0) return exitCodes.ok;
  const rows = view.replies.map((one) => [
    one.channel,
    oneLine(one.message_id, 40),
    one.state,
    one.error ?? '',
    at(one.created_at),
  ]);
  print(table(['channel', 'answers', 'state', 'why', 'begun'], rows));
  return exitCodes.ok;
}

/** `salience agent bridge remove`. */
async function runBridgeRemove(context: Context): Promise<number> {
  const client = await context.client();
  await client.send('/bridge', { method: 'DELETE' });
  if (context.json) printJson({ state: 'removed' });
  else print('The Bridge is left; its key is gone.');
  return exitCodes.ok;
}

/** How listening goes, in words. */
function stateOf({ error, failures, seen_at: seen }: BridgeView): string {
  if (error === null) return seen === null ? 'not connected yet' : 'is listened to';
  return `fails with ${error}${failures > 1 ? `, ${failures} times in a row` : ''}`;
}
