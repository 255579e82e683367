import { pageSchema, threadViewSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { heardTurn } from '../chat/heard-turn.ts';
import type { ApiClient } from '../client/api-client.ts';
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
    .description('show every turn of a conversation when it has ended, whoever began it: reminders too')
    .argument('[thread]', 'its key or id; default: the one with the latest activity')
    .option('--after <place>', 'begin after the turn with this number; 0 for all')
    .option('--count <n>', 'stop after this many turns')
    .addHelpText(
      'after',
      examples(['listen', 'listen trip --after 0', './salience listen --json | jq .reply.text']),
    )
    .action(run(runListen));
}

/** `salience listen`: prints the turns of a thread until it is stopped. */
export async function runListen(
  context: Context,
  thread: string | undefined,
  flags: { readonly after?: string; readonly count?: string },
): Promise<number> {
  const after = numberOf('--after', flags.after, 0);
  const count = numberOf('--count', flags.count, 1) ?? Infinity;
  const client = await context.client();
  const ref = thread ?? (await latestThread(client));
  if (!context.json) note(colour.dim(`Listening to ${ref}. Ctrl-C ends it.`));
  const stop = untilStopped();
  let shown = 0;
  try {
    const onConnection = (state: 'back' | 'lost'): void =>
      note(
        colour.dim(
          state === 'lost' ? 'The connection was lost; retrying.' : 'Reconnected; nothing was missed.',
        ),
      );
    for await (const turn of followThread(client, ref, { stop, after, onConnection })) {
      const line = context.json ? jsonText(turn) : heardTurn(turn);
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

async function latestThread(client: ApiClient): Promise<string> {
  const [latest] = (await client.ask('/threads?limit=1', pageSchema(threadViewSchema))).items;
  if (latest === undefined)
    throw usageError('There is no conversation yet. Begin one: ./salience chat "Hello".');
  return latest.key;
}
