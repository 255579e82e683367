import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { type ApprovalAnswer, type ApprovalView, approvalViewSchema } from '@salience/contracts';
import { heardTurn } from '../chat/heard-turn.ts';
import type { ApiClient } from '../client/api-client.ts';
import { endOfTurn } from '../client/end-of-turn.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, note, print, printJson } from '../terminal.ts';

/** What an answer may be given with. */
export interface AnswerFlags {
  /** The answer counts for the request with this hash alone; without it, for what is printed. */
  readonly hash?: string;
  readonly yes?: boolean;
  /** Waits for what the agent says to it; the command line does unless it is told not to. */
  readonly wait?: boolean;
}

/** An answer to one request. */
export interface AnswerTerms {
  /** Of the request in the API. */
  readonly path: string;
  readonly answer: ApprovalAnswer;
  readonly flags: AnswerFlags;
  /** The whole request, for a person who decides by it. Throws where this answer does not fit it. */
  readonly shown: (client: ApiClient, seen: ApprovalView) => Promise<readonly string[]>;
}

/** How long what the agent says to an answer is waited for. */
const waitMs = 60_000;

/**
 * Answers a request, once. Before a yes the whole request is printed, and in a terminal agreed to; the answer counts for exactly what
 * was printed.
 */
export async function answerApproval(
  context: Context,
  { answer, flags, path, shown }: AnswerTerms,
): Promise<number> {
  const client = await context.client();
  const seen = await client.ask(path, approvalViewSchema);
  if (seen.state === 'pending' && answer.answer !== 'refuse') {
    note((await shown(client, seen)).join('\n'));
    if (flags.yes !== true && !(await agreed(answer, seen))) {
      note('Nothing was answered.');
      return exitCodes.failure;
    }
  }
  const approval = await client.ask(path, approvalViewSchema, {
    method: 'POST',
    headers: { 'if-match': `"${flags.hash ?? seen.hash}"` },
    body: answer,
  });
  await sayWhatFollows(context, client, approval, flags.wait === true);
  return exitCodes.ok;
}

async function sayWhatFollows(
  context: Context,
  client: ApiClient,
  approval: ApprovalView,
  wait: boolean,
): Promise<void> {
  const next = approval.continuation_turn_id;
  if (!context.json) {
    print(`${approval.approval_id}: ${approval.state}`);
    if (next !== null) print(colour.dim(`${next} goes on from here.`));
    if (approval.task_id !== null)
      print(colour.dim(`See what becomes of it: ./salience tasks show ${approval.task_id}`));
  }
  const turn = next === null || !wait ? undefined : await endOfTurn(client, next, waitMs);
  if (context.json) printJson(turn === undefined ? approval : { ...approval, continuation: turn });
  else if (turn !== undefined) print(heardTurn(turn) ?? colour.dim(`It ended ${turn.state}.`));
  else if (next !== null && wait)
    note(`It still runs. See what comes of it: ./salience why ${next}, or ./salience chat.`);
}

/** A yes at the terminal; where there is none to ask at, the command itself is the yes. */
async function agreed({ answer }: ApprovalAnswer, { kind }: ApprovalView): Promise<boolean> {
  if (!process.stdin.isTTY) return true;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(`${questionOf(answer, kind)} [y/N] `)).trim());
  } finally {
    reader.close();
  }
}

function questionOf(answer: ApprovalAnswer['answer'], kind: ApprovalView['kind']): string {
  if (kind === 'message') return 'Let exactly this in?';
  if (kind === 'step') return 'Let the task go on?';
  return answer === 'edit' ? 'Run it with your arguments?' : 'Run exactly this?';
}
