import type { Command } from 'commander';
import {
  addedChannelSchema,
  type ChannelView,
  channelViewSchema,
  pageSchema,
  rotatedChannelSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import { type RunAction, examples } from '../command.ts';
import { lastLine, meaningOf } from '../channels/channel-lines.ts';
import { untilSent } from '../channels/sent.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ownTimeZone } from '../client/own-time-zone.ts';
import { shownZone } from '../client/shown-zone.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, note, print, printJson, table } from '../terminal.ts';

/** channel: how people are reached away from a stream. */
export function declare(program: Command, run: RunAction): void {
  const channel = program
    .command('channel')
    .description('webhooks and mail addresses that get what nobody asked for: reminders, continuations')
    .addHelpText(
      'after',
      examples(['channel add mail ana@example.org', 'channel confirm chn_0193… 12345678', 'channel list']),
    );
  channel
    .command('add')
    .argument('<kind>', 'webhook or mail')
    .argument('<target>', 'an https:// address, or a mail address')
    .option('--person <name>', 'whom it reaches; default: the owner of the agent')
    .description('add one, and send a code over it')
    .addHelpText('after', examples(['channel add webhook https://example.org/hook']))
    .action(run(runChannelAdd));
  channel
    .command('list')
    .description('list them, with what was sent last')
    .addHelpText('after', examples(['channel list', 'channel list --json']))
    .action(run(runChannelList));
  channel
    .command('confirm')
    .argument('<id>')
    .argument('[code]', 'the eight digits; without them a new code is sent')
    .description('answer the code that was sent over a channel')
    .addHelpText('after', examples(['channel confirm chn_0193… 12345678', 'channel confirm chn_0193…']))
    .action(run(runChannelConfirm));
  channel
    .command('test')
    .argument('<id>')
    .description('send a test over a confirmed channel')
    .addHelpText('after', examples(['channel test chn_0193…']))
    .action(run(runChannelTest));
  channel
    .command('rotate')
    .argument('<id>')
    .description('give a webhook another secret; for 24 hours messages are signed with both')
    .addHelpText('after', examples(['channel rotate chn_0193…']))
    .action(run(runChannelRotate));
  channel
    .command('remove')
    .argument('<id>')
    .description('remove one, with its address and its secret')
    .addHelpText('after', examples(['channel remove chn_0193…']))
    .action(run(runChannelRemove));
}

/** How long a command waits to see that something left, in milliseconds. */
const patienceMs = 10_000;

/** `salience channel add <kind> <target>`. */
export async function runChannelAdd(
  context: Context,
  kind: string,
  target: string,
  options: { readonly person?: string },
): Promise<number> {
  if (kind !== 'webhook' && kind !== 'mail')
    throw usageError(`Expected webhook or mail, got "${kind}". ./salience channel add mail ana@example.org`);
  const client = await context.client();
  const added = await client.ask('/channels', addedChannelSchema, {
    method: 'POST',
    body: { kind, target, ...(options.person === undefined ? {} : { person: options.person }) },
  });
  const sent = await untilSent(client, added.channel_id, patienceMs);
  if (context.json) {
    printJson({ ...sent, secret: added.secret });
    return exitCodes.ok;
  }
  print(`${added.channel_id} is added; it carries nothing yet.`);
  if (added.secret !== null) print(`Its secret, shown once: ${added.secret}`);
  sayHowCodeLeft(sent);
  return exitCodes.ok;
}

/** `salience channel list`. */
export async function runChannelList(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/channels', pageSchema(channelViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0) print('No channels. ./salience channel add mail <address>');
  else {
    const zone = ownTimeZone(context.env.timeZone);
    const rows = items.map((item) => [
      item.channel_id,
      item.kind,
      item.target,
      item.person,
      item.state,
      lastLine(item.last, zone),
    ]);
    print(table(['channel', 'kind', 'target', 'person', 'state', 'last'], rows));
  }
  return exitCodes.ok;
}

/** `salience channel confirm <id> [code]`. */
export async function runChannelConfirm(
  context: Context,
  id: string,
  code: string | undefined,
): Promise<number> {
  const client = await context.client();
  if (code === undefined) {
    await ask(client, id, 'code');
    const sent = await untilSent(client, id, patienceMs);
    if (context.json) printJson(sent);
    else sayHowCodeLeft(sent);
    return exitCodes.ok;
  }
  const confirmed = await client.ask(`/channels/${encodeURIComponent(id)}/confirm`, channelViewSchema, {
    method: 'POST',
    body: { code },
  });
  if (context.json) printJson(confirmed);
  else print(`${confirmed.channel_id} is confirmed: ${confirmed.target} gets what nobody asked for.`);
  return exitCodes.ok;
}

/** `salience channel test <id>`. Fails unless it was delivered. */
export async function runChannelTest(context: Context, id: string): Promise<number> {
  const client = await context.client();
  await ask(client, id, 'test');
  const sent = await untilSent(client, id, 2 * patienceMs);
  const delivered = sent.last?.state === 'delivered';
  if (context.json) printJson(sent);
  else if (delivered) print(`Delivered to ${sent.target}.`);
  else note(colour.yellow(`Not delivered: ${whyNot(sent)}.`));
  return delivered ? exitCodes.ok : exitCodes.failure;
}

/** `salience channel rotate <id>`. */
export async function runChannelRotate(context: Context, id: string): Promise<number> {
  const client = await context.client();
  const path = `/channels/${encodeURIComponent(id)}/rotate`;
  const rotated = await client.ask(path, rotatedChannelSchema, { method: 'POST' });
  if (context.json) printJson(rotated);
  else {
    const until = localTime(rotated.old_signs_until, await shownZone(context, client));
    print(`Its new secret, shown once: ${rotated.secret}`);
    print(`Until ${until} each message is signed with the old one too.`);
  }
  return exitCodes.ok;
}

/** `salience channel remove <id>`. */
export async function runChannelRemove(context: Context, id: string): Promise<number> {
  const client = await context.client();
  await client.send(`/channels/${encodeURIComponent(id)}`, { method: 'DELETE' });
  if (context.json) printJson({ channel_id: id, state: 'removed' });
  else print(`${id} is removed.`);
  return exitCodes.ok;
}

async function ask(client: ApiClient, id: string, what: 'code' | 'test'): Promise<void> {
  await client.ask(`/channels/${encodeURIComponent(id)}/${what}`, channelViewSchema, { method: 'POST' });
}

function sayHowCodeLeft(channel: ChannelView): void {
  if (channel.last?.state === 'delivered')
    print(
      `A code was sent to ${channel.target}. Answer it with: ./salience channel confirm ${channel.channel_id} <code>`,
    );
  else note(colour.yellow(`The code has not left yet: ${whyNot(channel)}.`));
}

function whyNot({ last }: ChannelView): string {
  if (last?.error !== null && last?.error !== undefined) return meaningOf(last.error);
  return 'the scheduler has not sent it; see ./salience status';
}
