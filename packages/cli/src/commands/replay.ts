import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { readFile } from 'node:fs/promises';
import { SalienceError } from '@salience/errors';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { counted, duration, usageError } from '@salience/supervisor/home';
import { progressBar } from '../replay/progress-bar.ts';
import { type ReplaySummary, replayTranscript } from '../replay/replay-transcript.ts';
import { readTranscript } from '../replay/rows.ts';
import { colour, note, print, printJson } from '../terminal.ts';

/** replay. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('replay')
    .description(
      'send a transcript (JSON lines) and wait until it is answered and remembered; run it again to resume',
    )
    .argument(
      '<file>',
      'rows {thread, speaker, text, at}, {conv, session, date, turn, speaker, text} or {id, messages}',
    )
    .option('--concurrency <n>', 'threads that are sent at the same time', '8')
    .option('--prefix <text>', 'prefix for every thread name, to replay the same transcript again', '')
    .option('--only <thread>', 'replay one thread of the file')
    .option('--limit <rows>', 'read only the first rows')
    .option('--patience <seconds>', 'give up after this long without progress', '120')
    .addHelpText('after', examples(['replay talk.jsonl', 'replay talks.jsonl --only conv-26 --json']))
    .action(run(runReplay));
}

/** The options of `salience replay`. */
export interface ReplayFlags {
  readonly concurrency: string;
  readonly prefix: string;
  readonly only?: string;
  readonly limit?: string;
  readonly patience: string;
}

/** `salience replay FILE`: sends a transcript and waits until it is answered and remembered. */
export async function runReplay(context: Context, file: string, flags: ReplayFlags): Promise<number> {
  const width = wholeNumber('--concurrency', flags.concurrency);
  const patienceMs = wholeNumber('--patience', flags.patience) * 1_000;
  const lines = (await readText(file)).split('\n');
  const limit = flags.limit === undefined ? lines.length : wholeNumber('--limit', flags.limit);
  const transcript = readTranscript(lines.slice(0, limit), flags.prefix, flags.only);
  if (transcript.messages === 0)
    throw usageError(
      `There is no message in ${file}${flags.only === undefined ? '' : ` for thread ${flags.only}`}.`,
    );
  const client = await context.client();
  note(
    `${counted(transcript.messages, 'message')} in ${counted(transcript.threads.size, 'thread')} to ${client.address.url}`,
  );
  const bar = progressBar({ write: (text) => process.stderr.write(text), isTTY: process.stderr.isTTY });
  const summary = await replayTranscript(client, transcript, {
    width,
    patienceMs,
    onProgress: (progress) => bar.show(progress),
  }).finally(() => bar.end());
  if (context.json) printJson(summary);
  else print(describe(summary));
  const bad =
    (summary.states['failed'] ?? 0) + (summary.states['quarantined'] ?? 0) + (summary.chunks['failed'] ?? 0);
  return bad === 0 ? exitCodes.ok : exitCodes.failure;
}

function describe(summary: ReplaySummary): string {
  const skipped = summary.skipped === 0 ? '' : `, ${counted(summary.skipped, 'row')} without words skipped`;
  const resumed = summary.resumed === 0 ? '' : `, ${summary.resumed} of them sent by an earlier run`;
  return [
    `${colour.bold(counted(summary.messages, 'message'))} in ${counted(summary.threads, 'thread')}${skipped}${resumed}`,
    `  turns     ${listed(summary.states)} in ${duration(summary.ended_ms)}, ${summary.turns_per_second} a second`,
    `  modes     ${listed(summary.modes)}`,
    `  exchanges ${listed(summary.chunks)}`,
    ...(summary.untold.exchanges === 0
      ? []
      : [
          `  untold    ${counted(summary.untold.exchanges, 'exchange')} in no episode yet, ${summary.untold.due_at === null ? 'until something follows them' : `due from ${summary.untold.due_at}`}`,
        ]),
    `  episodes  ${listed(summary.episodes)}; all remembered after ${duration(summary.remembered_ms)}`,
  ].join('\n');
}

function listed(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, n]) => `${n} ${name}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new SalienceError('cli.file-unreadable', `Cannot read ${file} (${code}).`, { cause });
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw usageError(`Expected a whole number above 0 for ${name}, got "${text}".`);
}
