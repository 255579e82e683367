import { type Id, idSchema } from '@salience/contracts';
import {
  type Database,
  type DeadLetterFilter,
  type DeadLetterRow,
  findAnyDeadLetter,
  findAgent,
  listFleetDeadLetters,
  operatorDeadLetterView,
  settleDeadLetters,
} from '@salience/database';
import { SalienceError } from '@salience/errors';
import { withOperator } from '../agents/operator-database.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const SHOWN_MAX = 500;
const AT_ONCE = 500;

/** Which letters are meant. */
export interface LetterFlags {
  readonly all?: boolean;
  readonly code?: string;
  readonly queue?: string;
}

/**
 * `salience dead-letters list`: jobs that failed for good, of every agent and of none. It asks the database as
 * operator: a job whose payload could not be read belongs to no agent, so no agent's API may show it.
 */
export async function runDeadLetterList(context: Context, flags: LetterFlags): Promise<number> {
  const letters = await withOperator(context, async (db) =>
    listFleetDeadLetters(db, {
      ...(await filterOf(context, db, flags)),
      ...(flags.all === true ? { state: 'all' } : {}),
      limit: SHOWN_MAX,
    }),
  );
  if (context.json) printJson(letters.map(operatorDeadLetterView));
  else if (letters.length === 0) print('No dead letters.');
  else {
    print(
      table(['dead letter', 'agent', 'job', 'state', 'times', 'since', 'last', 'code'], letters.map(cells)),
    );
    for (const letter of letters) print(colour.dim(`${letter.id}: ${letter.error}`));
    if (letters.length === SHOWN_MAX)
      print(colour.dim(`These are the latest ${SHOWN_MAX}; narrow them with --code or --queue.`));
  }
  return exitCodes.ok;
}

/** `salience dead-letters show <id>`: one of them, whole. */
export async function runDeadLetterShow(context: Context, id: string): Promise<number> {
  const letterId = requireId(id);
  const letter = await withOperator(context, (db) => findAnyDeadLetter(db, letterId));
  if (letter === undefined) throw unknownLetter(id);
  if (context.json) printJson(operatorDeadLetterView(letter));
  else {
    print(`${colour.bold(letter.id)}  ${letter.state}, since ${letter.createdAt.toISOString()}`);
    print(`job      ${letter.job} of ${letter.queue}, tried ${letter.attempts} times`);
    print(`failed   ${letter.count} times like this, last ${letter.lastAt.toISOString()}`);
    print(`agent    ${letter.agentId ?? '(none)'}`);
    print(`reason   ${letter.code}: ${letter.error}`);
    print(`payload  ${JSON.stringify(letter.payload)}`);
  }
  return exitCodes.ok;
}

/** `salience dead-letters retry|drop [id]`: settles one, once, or with --all every open one that fits. */
export async function runDeadLetterSettle(
  context: Context,
  id: string | undefined,
  outcome: 'retry' | 'drop',
  flags: LetterFlags,
): Promise<number> {
  if ((id === undefined) === (flags.all !== true))
    throw usageError(
      `Expected the id of one dead letter, or --all (with --code, --queue or --agent to narrow it).`,
    );
  const wanted = outcome === 'retry' ? 'retried' : 'dropped';
  if (id !== undefined) return await settleOne(context, requireId(id), wanted);
  const settled = await withOperator(context, async (db) => settleAll(context, db, flags, wanted));
  if (context.json) printJson({ outcome: wanted, settled });
  else print(settled.length === 0 ? 'No open dead letter fits.' : `${wanted}: ${settled.length}`);
  return exitCodes.ok;
}

async function settleOne(
  context: Context,
  id: Id<'deadLetter'>,
  outcome: 'retried' | 'dropped',
): Promise<number> {
  const { settled, unsendable, letter } = await withOperator(context, async (db) => ({
    ...(await settleDeadLetters(db, { id }, outcome, context.actor)),
    letter: await findAnyDeadLetter(db, id),
  }));
  if (letter === undefined || (settled.length === 0 && unsendable === 0)) throw unknownLetter(id);
  if (unsendable > 0)
    throw new SalienceError(
      'dead-letter.unsendable',
      `${id} cannot be sent again: its payload does not say which agent it belongs to (${letter.code}), so it would ` +
        `fail the same way. Give it up with: ./salience dead-letters drop ${id}`,
    );
  if (context.json) printJson(operatorDeadLetterView(letter));
  else print(`${letter.id}: ${letter.state}`);
  return exitCodes.ok;
}

/** As many at once as one statement takes, until none is left. */
async function settleAll(
  context: Context,
  db: Database,
  flags: LetterFlags,
  outcome: 'retried' | 'dropped',
): Promise<string[]> {
  const filter = await filterOf(context, db, flags);
  const all: string[] = [];
  for (;;) {
    const { settled, more } = await settleDeadLetters(
      db,
      { ...filter, limit: AT_ONCE },
      outcome,
      context.actor,
    );
    all.push(...settled);
    if (!more || settled.length === 0) return all;
  }
}

async function filterOf(context: Context, db: Database, flags: LetterFlags): Promise<DeadLetterFilter> {
  const agent = context.agent === undefined ? undefined : await findAgent(db, context.agent);
  if (context.agent !== undefined && agent === undefined)
    throw new SalienceError(
      'agent.unknown',
      `There is no agent "${context.agent}". "./salience agent list" shows which there are.`,
    );
  return {
    ...(agent === undefined ? {} : { agentId: agent.id }),
    ...(flags.code === undefined ? {} : { code: flags.code }),
    ...(flags.queue === undefined ? {} : { queue: flags.queue }),
  };
}

function requireId(id: string): Id<'deadLetter'> {
  const parsed = idSchema('deadLetter').safeParse(id);
  if (parsed.success) return parsed.data;
  throw usageError(
    `Expected the id of a dead letter (dl_ and 32 hex digits), got "${id}". "./salience dead-letters list" shows them.`,
  );
}

function unknownLetter(id: string): SalienceError {
  return new SalienceError(
    'dead-letter.unknown',
    `There is no dead letter ${id} that is still unsettled. "./salience dead-letters list --all" shows which there are.`,
  );
}

function cells(letter: DeadLetterRow): string[] {
  return [
    letter.id,
    letter.agentId ?? '(none)',
    letter.job,
    letter.state,
    `${letter.count}`,
    letter.createdAt.toISOString(),
    letter.lastAt.toISOString(),
    letter.code,
  ];
}
