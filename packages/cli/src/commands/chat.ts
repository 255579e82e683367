import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { askOnce, endedWell } from '../chat/ask-once.ts';
import { AnswerWriter } from '../chat/answer-writer.ts';
import { outcomeLine } from '../chat/outcome-line.ts';
import { runRepl } from '../chat/repl.ts';
import { shownZone } from '../client/shown-zone.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { colour, note, printJson } from '../terminal.ts';

/** chat. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('chat')
    .description('send one message and print the answer; without a text, chat in the terminal')
    .argument('[text]', 'what to say')
    .option('--thread <key>', 'the conversation to continue; a new name starts a new one')
    .addHelpText(
      'after',
      examples([
        'chat',
        'chat "Where does my sister live?"',
        'chat --thread trip --json "Any news?"',
        'echo "Hello" | ./salience chat',
      ]),
    )
    .action(run(runChat));
}

/** `salience chat [text]`: one message and its answer, or a conversation. */
export async function runChat(
  context: Context,
  text: string | undefined,
  options: { readonly thread?: string },
): Promise<number> {
  const client = await context.client();
  if (text !== undefined) return await oneMessage(context, client, text, options.thread);
  if (context.json) throw usageError('--json needs a text: ./salience chat --json "…".');
  if (!process.stdin.isTTY) {
    const piped = await readAll(process.stdin);
    if (piped.trim() === '')
      throw usageError('Expected a text: ./salience chat "…", or a message on standard input.');
    return await oneMessage(context, client, piped.trim(), options.thread);
  }
  await runRepl({
    client,
    input: process.stdin,
    output: process.stdout,
    thread: options.thread,
    zone: await shownZone(context, client),
    signal: new AbortController().signal,
  });
  return exitCodes.ok;
}

async function oneMessage(
  context: Context,
  client: Awaited<ReturnType<Context['client']>>,
  text: string,
  thread: string | undefined,
): Promise<number> {
  const message = { text, source: 'cli', ...(thread === undefined ? {} : { thread_id: thread }) };
  const writer = new AnswerWriter(
    { write: (piece) => process.stdout.write(piece), rewritable: process.stdout.isTTY },
    (piece) => colour.dim(piece),
  );
  const answer = await askOnce(client, message, context.json ? {} : writer);
  const well = endedWell(answer);
  if (context.json) {
    printJson({
      turn_id: answer.accepted.turn_id,
      thread_id: answer.accepted.thread_id,
      state: answer.done?.state,
      duration_ms: answer.done?.duration_ms,
      message: answer.message,
      error: answer.error,
    });
    return well ? exitCodes.ok : exitCodes.failure;
  }
  writer.finish(answer);
  const outcome = outcomeLine(answer);
  if (outcome !== undefined) note(well ? colour.dim(outcome) : colour.red(outcome));
  return well ? exitCodes.ok : exitCodes.failure;
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
