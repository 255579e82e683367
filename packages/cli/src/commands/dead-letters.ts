import type { Command } from 'commander';
import {
  type Id,
  idSchema,
  type OperatorDeadLetter,
  operatorDeadLetterSchema,
  settledDeadLettersSchema,
} from '@salience/contracts';
import { isSalienceError, SalienceError } from '@salience/errors';
import { counted, usageError } from '@salience/supervisor/home';
import type { ApiClient } from '../client/api-client.ts';
import { operatedAgent } from '../client/operated-agent.ts';
import { firstOf, itemsOf } from '../client/pages.ts';
import { examples, type RunAction } from '../command.ts';
import { shownZone } from '../client/shown-zone.ts';
import { localTime } from '@salience/language';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const PATH = '/operator/dead-letters';
const SHOWN_MAX = 500;
const AT_ONCE = 500;

/** dead-letters: jobs that were given up, and how a person settles them. */
export function declare(program: Command, run: RunAction): void {
  const letters = program
    .command('dead-letters')
    .description(
      'failed jobs of every agent (as operator: SALIENCE_OPERATOR_KEY, or the person of this machine)',
    )
    .addHelpText(
      'after',
      examples(['dead-letters list', 'dead-letters retry --all --code queues.unavailable']),
    );
  letters
    .command('list')
    .option('--all', 'settled ones too')
    .option('--code <code>', 'only those that failed with this code')
    .option('--queue <queue>', 'only those of this queue')
    .description('list them')
    .addHelpText('after', examples(['dead-letters list', 'dead-letters list --agent ada --json']))
    .action(run(runDeadLetterList));
  letters
    .command('show')
    .argument('<id>')
    .description('show one, with its payload')
    .addHelpText('after', examples(['dead-letters show dl_0193…']))
    .action(run(runDeadLetterShow));
  for (const outcome of ['retry', 'drop'] as const) {
    letters
      .command(outcome)
      .argument('[id]')
      .option('--all', 'every open one that matches')
      .option('--code <code>', 'with --all: only those that failed with this code')
      .option('--queue <queue>', 'with --all: only those of this queue')
      .description(outcome === 'retry' ? 'send the job again' : 'drop it')
      .addHelpText(
        'after',
        examples([`dead-letters ${outcome} dl_0193…`, `dead-letters ${outcome} --all --code model.timeout`]),
      )
      .action(
        run((context: Context, id: string | undefined, flags: object) =>
          runDeadLetterSettle(context, id, outcome, flags),
        ),
      );
  }
}

/** Which letters are meant. */
export interface LetterFlags {
  readonly all?: boolean;
  readonly code?: string;
  readonly queue?: string;
}

/** `salience dead-letters list`: jobs that failed for good, of every agent and of none: one that cannot be read belongs to no agent. */
export async function runDeadLetterList(context: Context, flags: LetterFlags): Promise<number> {
  const client = await context.operatorClient();
  const filter = await filterOf(context, client, flags);
  const state = flags.all === true ? 'all' : undefined;
  const letters = await firstOf(lettersOf(client, { ...filter, state }), SHOWN_MAX);
  if (context.json) printJson(letters);
  else if (letters.length === 0) print('No dead letters.');
  else {
    const zone = await shownZone(context, client);
    const rows = letters.map((letter) => cells(letter, zone));
    print(table(['dead letter', 'agent', 'job', 'state', 'times', 'since', 'last', 'code'], rows));
    for (const letter of letters) print(colour.dim(`${letter.dead_letter_id}: ${letter.error}`));
    if (letters.length === SHOWN_MAX)
      print(colour.dim(`These are the latest ${SHOWN_MAX}; narrow them with --code or --queue.`));
  }
  return exitCodes.ok;
}

/** `salience dead-letters show <id>`: one of them, whole. */
export async function runDeadLetterShow(context: Context, id: string): Promise<number> {
  const client = await context.operatorClient();
  const letter = await letterOf(client, requireId(id));
  if (context.json) printJson(letter);
  else {
    const zone = await shownZone(context, client);
    print(
      `${colour.bold(letter.dead_letter_id)}  ${letter.state}, since ${localTime(letter.created_at, zone)}`,
    );
    print(`job      ${letter.job} of ${letter.queue}, tried ${counted(letter.attempts, 'time')}`);
    print(`failed   ${counted(letter.count, 'time')} like this, last ${localTime(letter.last_at, zone)}`);
    print(`agent    ${letter.agent_id ?? '(none)'}`);
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
  if (id !== undefined) return await settleOne(context, requireId(id), outcome);
  const client = await context.operatorClient();
  const settled = await settleAll(client, await filterOf(context, client, flags), outcome);
  const became = outcome === 'retry' ? 'retried' : 'dropped';
  if (context.json) printJson({ outcome: became, settled });
  else print(settled.length === 0 ? 'No open dead letter matches.' : `${became}: ${settled.length}`);
  return exitCodes.ok;
}

async function settleOne(context: Context, id: Id<'deadLetter'>, outcome: 'retry' | 'drop'): Promise<number> {
  const client = await context.operatorClient();
  await client
    .ask(`${PATH}/${id}/${outcome}`, settledDeadLettersSchema, { method: 'POST', body: {} })
    .catch((error: unknown) => {
      throw advised(error, id);
    });
  const letter = await letterOf(client, id);
  if (context.json) printJson(letter);
  else print(`${id}: ${letter.state}`);
  return exitCodes.ok;
}

/** The same refusal with what to do about it here. */
function advised(error: unknown, id: Id<'deadLetter'>): unknown {
  if (!isSalienceError(error)) return error;
  if (error.code === 'letter.unknown') return unknownLetter(id);
  if (error.code !== 'letter.unsendable') return error;
  return new SalienceError(
    'dead-letter.unsendable',
    `${id} cannot be sent again: its payload does not say which agent it belongs to, so it would fail the same way. ` +
      `Drop it with: ./salience dead-letters drop ${id}`,
  );
}

/** As many at once as the API takes, until none is left. */
async function settleAll(
  client: ApiClient,
  filter: LetterFilter,
  outcome: 'retry' | 'drop',
): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const body = { ...filter, limit: AT_ONCE };
    const request = { method: 'POST', body } as const;
    const { settled, more } = await client.ask(`${PATH}/${outcome}`, settledDeadLettersSchema, request);
    all.push(...settled);
    if (!more || settled.length === 0) return all;
  }
}

type LetterFilter = Readonly<Record<'agent_id' | 'code' | 'queue', string | undefined>>;

async function filterOf(context: Context, client: ApiClient, flags: LetterFlags): Promise<LetterFilter> {
  return { agent_id: await operatedAgent(context, client), code: flags.code, queue: flags.queue };
}

function lettersOf(client: ApiClient, parameters: Readonly<Record<string, string | undefined>>) {
  return itemsOf(client, PATH, operatorDeadLetterSchema, parameters);
}

async function letterOf(client: ApiClient, id: Id<'deadLetter'>): Promise<OperatorDeadLetter> {
  for await (const letter of lettersOf(client, { state: 'all' }))
    if (letter.dead_letter_id === id) return letter;
  throw unknownLetter(id);
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
    `There is no open dead letter ${id}. List them with "./salience dead-letters list --all".`,
  );
}

function cells(letter: OperatorDeadLetter, zone: string): string[] {
  return [
    letter.dead_letter_id,
    letter.agent_id ?? '(none)',
    letter.job,
    letter.state,
    `${letter.count}`,
    localTime(letter.created_at, zone),
    localTime(letter.last_at, zone),
    letter.code,
  ];
}
