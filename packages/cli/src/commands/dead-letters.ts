import { type Id, idSchema } from '@salience/contracts';
import { type DeadLetterRow, listAllDeadLetters, settleAnyDeadLetter } from '@salience/database';
import { SalienceError } from '@salience/errors';
import { withOperator } from '../agents/operator-database.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const SHOWN_MAX = 500;

/**
 * `salience dead-letters list`: jobs that failed for good, of every agent and of none. It asks the database as
 * operator: a job whose payload could not be read belongs to no agent, so no agent's API may show it.
 */
export async function runDeadLetterList(
  context: Context,
  options: { readonly all?: boolean },
): Promise<number> {
  const settledToo = options.all === true;
  const letters = await withOperator(context, (db) =>
    listAllDeadLetters(db, { settledToo, limit: SHOWN_MAX }),
  );
  if (context.json) printJson(letters.map(letterJson));
  else if (letters.length === 0) print('No dead letters.');
  else {
    print(table(['dead letter', 'agent', 'job', 'state', 'tries', 'since', 'code'], letters.map(cells)));
    for (const letter of letters) print(colour.dim(`${letter.id}: ${letter.error}`));
  }
  return exitCodes.ok;
}

/** `salience dead-letters retry|drop <id>`: settles one, once. */
export async function runDeadLetterSettle(
  context: Context,
  id: string,
  outcome: 'retry' | 'drop',
): Promise<number> {
  const letterId = requireId(id);
  const settled = await withOperator(context, (db) =>
    settleAnyDeadLetter(db, letterId, outcome === 'retry' ? 'retried' : 'dropped'),
  );
  if (settled.status === 'unknown') {
    throw new SalienceError(
      'dead-letter.unknown',
      `There is no dead letter ${id} that is still unsettled. "npx salience dead-letters list" shows which there are.`,
    );
  }
  const { letter } = settled;
  if (settled.status === 'unsendable') {
    throw new SalienceError(
      'dead-letter.unsendable',
      `${id} cannot be sent again: its payload does not say which agent it belongs to (${letter.code}), so it would ` +
        `fail the same way. Give it up with: npx salience dead-letters drop ${id}`,
    );
  }
  if (context.json) printJson(letterJson(letter));
  else print(`${letter.id}: ${letter.state}`);
  return exitCodes.ok;
}

function requireId(id: string): Id<'deadLetter'> {
  const parsed = idSchema('deadLetter').safeParse(id);
  if (parsed.success) return parsed.data;
  throw usageError(
    `Expected the id of a dead letter (dl_ and 32 hex digits), got "${id}". "npx salience dead-letters list" shows them.`,
  );
}

function cells(letter: DeadLetterRow): string[] {
  return [
    letter.id,
    letter.agentId ?? '(none)',
    letter.job,
    letter.state,
    `${letter.attempts}`,
    letter.createdAt.toISOString(),
    letter.code,
  ];
}

function letterJson(letter: DeadLetterRow) {
  const { id, agentId, queue, job, payload, code, error, attempts, state, createdAt } = letter;
  return {
    dead_letter_id: id,
    agent_id: agentId,
    queue,
    job,
    payload,
    code,
    error,
    attempts,
    state,
    created_at: createdAt.toISOString(),
  };
}
