import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { heardTurn } from '../chat/heard-turn.ts';
import { followNotices } from '../client/notice-stream.ts';
import { shownZone } from '../client/shown-zone.ts';
import { followThread } from '../client/thread-stream.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../terminal-text.ts';
import { colour, note, print } from '../terminal.ts';
import { untilStopped } from '../until-stopped.ts';

/** listen. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('listen')
    .description(
      'show what the agent begins by itself, such as reminders; with a conversation, every turn of it when it has ended',
    )
    .argument(
      '[thread]',
      'the key or id of a conversation; default: all of the agent, and only what nobody asked for',
    )
    .option('--missed', 'without a conversation: first what nobody has seen yet')
    .option('--after <place>', 'begin after the turn with this number; 0 for all')
    .option('--count <n>', 'stop after this many turns')
    .addHelpText(
      'after',
      examples([
        'listen',
        'listen --missed',
        'listen trip --after 0',
        './salience listen --json | jq .reply.text',
      ]),
    )
    .action(run(runListen));
}

/** `salience listen`: prints what the agent begins by itself, or the turns of a thread, until it is stopped. */
export async function runListen(
  context: Context,
  thread: string | undefined,
  flags: { readonly after?: string; readonly count?: string; readonly missed?: boolean },
): Promise<number> {
  const after = numberOf('--after', flags.after, 0);
  const count = numberOf('--count', flags.count, 1) ?? Infinity;
  const client = await context.client();
  if (thread === undefined && after !== undefined)
    throw usageError(
      '--after needs a conversation: ./salience listen trip --after 0. What nobody saw yet: --missed.',
    );
  if (thread !== undefined && flags.missed === true)
    throw usageError(
      '--missed is for the whole agent: leave the conversation out, or name a turn with --after.',
    );
  if (!context.json) note(colour.dim(`Listening to ${thread ?? 'the agent'}. Ctrl-C ends it.`));
  const zone = await shownZone(context, client);
  const stop = untilStopped();
  const onConnection = (state: 'back' | 'lost'): void =>
    note(
      colour.dim(
        state === 'lost' ? 'The connection was lost; retrying.' : 'Reconnected; nothing was missed.',
      ),
    );
  let shown = 0;
  try {
    for await (const turn of thread === undefined
      ? followNotices(client, { stop, onConnection, missed: flags.missed === true })
      : followThread(client, thread, { stop, after, onConnection })) {
      const line = context.json
        ? jsonText(turn)
        : heardTurn(turn, turn.type === 'notice' ? { ...turn, zone, thread: '' } : undefined);
      if (line === undefined) continue;
      print(line);
      shown += 1;
      if (shown >= count) break;
    }
  } finally {
    stop.now();
    stop.release();
  }
  return exitCodes.ok;
}

function numberOf(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw usageError(`Expected a whole number from ${least} for ${option}, got "${text}".`);
}
