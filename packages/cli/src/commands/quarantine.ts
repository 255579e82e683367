import type { Command } from 'commander';
import {
  type QuarantinedTurnView,
  quarantinedTurnSchema,
  settledQuarantineSchema,
  type TurnId,
  turnIdSchema,
} from '@salience/contracts';
import { isSalienceError, SalienceError } from '@salience/errors';
import { counted, usageError } from '@salience/supervisor/home';
import type { ApiClient } from '../client/api-client.ts';
import { operatedAgent } from '../client/operated-agent.ts';
import { itemsOf } from '../client/pages.ts';
import { examples, type RunAction } from '../command.ts';
import { shownZone } from '../client/shown-zone.ts';
import { localTime } from '@salience/language';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const PATH = '/operator/quarantine';
const TEXT_CHARS = 40;

/** quarantine: turns that were set aside, and how a person settles them. */
export function declare(program: Command, run: RunAction): void {
  const turns = program
    .command('quarantine')
    .description(
      'turns that failed or killed their worker three times (as operator: SALIENCE_OPERATOR_KEY, or the person of this machine)',
    )
    .addHelpText('after', examples(['quarantine list', 'quarantine retry turn_0193…']));
  turns
    .command('list')
    .option('--all', 'settled ones too')
    .option('--code <code>', 'only those with this code')
    .description('list them')
    .addHelpText('after', examples(['quarantine list', 'quarantine list --all --json']))
    .action(run(runQuarantineList));
  turns
    .command('show')
    .argument('<turn>', 'id of the turn')
    .description('show one, with its trace')
    .addHelpText('after', examples(['quarantine show turn_0193…']))
    .action(run(runQuarantineShow));
  for (const outcome of ['retry', 'drop'] as const) {
    turns
      .command(outcome)
      .argument('[turn]', 'id of the turn')
      .option('--all', 'every open one that matches')
      .option('--code <code>', 'with --all: only those with this code')
      .description(outcome === 'retry' ? 'retry it as a new turn of its thread' : 'drop it')
      .addHelpText(
        'after',
        examples([`quarantine ${outcome} turn_0193…`, `quarantine ${outcome} --all --agent ada`]),
      )
      .action(
        run((context: Context, id: string | undefined, flags: object) =>
          runQuarantineSettle(context, id, outcome, flags),
        ),
      );
  }
}

/** Which turns are meant. */
export interface QuarantineFlags {
  readonly all?: boolean;
  readonly code?: string;
}

/** `salience quarantine list`: turns that were set aside after their worker died three times, of every agent. */
export async function runQuarantineList(context: Context, flags: QuarantineFlags): Promise<number> {
  const client = await context.operatorClient();
  const turns = await matching(context, client, flags, flags.all === true);
  if (context.json) printJson(turns);
  else if (turns.length === 0) print('No turn is quarantined.');
  else {
    const zone = await shownZone(context, client);
    const rows = turns.map((turn) => [
      turn.turn_id,
      turn.agent,
      turn.settled_as ?? 'open',
      localTime(turn.ended_at, zone),
      turn.error?.code ?? '',
      short(turn.text),
    ]);
    print(table(['turn', 'agent', 'state', 'since', 'code', 'message'], rows));
  }
  return exitCodes.ok;
}

/** `salience quarantine show <turn>`: one of them, with its trace. */
export async function runQuarantineShow(context: Context, id: string): Promise<number> {
  const client = await context.operatorClient();
  const turn = await turnOf(client, requireId(id));
  if (context.json) {
    printJson(turn);
    return exitCodes.ok;
  }
  const { error, traceparent, child_turn_id: child } = turn;
  print(
    `${colour.bold(turn.turn_id)}  ${turn.settled_as ?? 'open'}, set aside ${localTime(turn.ended_at, await shownZone(context, client))}`,
  );
  print(`agent    ${turn.agent}, thread ${turn.thread_id} #${turn.seq}, from ${turn.source}`);
  print(`message  ${turn.text}`);
  print(
    `reason   ${error === null ? 'unknown' : `${error.code}: ${error.message}`}, after ${counted(turn.attempts, 'attempt')}`,
  );
  if (traceparent !== null) print(`trace    ${traceparent.split('-')[1] ?? traceparent}`);
  if (child !== null) print(`again    ${child}`);
  print(colour.dim(`More: ./salience why ${turn.turn_id}`));
  return exitCodes.ok;
}

/** `salience quarantine retry|drop [turn]`: settles one, once, or with --all every open one that fits. */
export async function runQuarantineSettle(
  context: Context,
  id: string | undefined,
  outcome: 'retry' | 'drop',
  flags: QuarantineFlags,
): Promise<number> {
  if ((id === undefined) === (flags.all !== true))
    throw usageError('Expected the id of one turn, or --all (with --code or --agent to narrow it).');
  const wanted = id === undefined ? undefined : requireId(id);
  const client = await context.operatorClient();
  const settled =
    wanted === undefined
      ? await settleAll(context, client, flags, outcome)
      : [await settle(client, wanted, outcome)];
  if (context.json) printJson(settled);
  else if (settled.length === 0) print('No open turn matches.');
  for (const one of context.json ? [] : settled)
    print(`${one.turn_id}: ${one.outcome}${one.child_turn_id === null ? '' : ` as ${one.child_turn_id}`}`);
  return exitCodes.ok;
}

/** One after another, oldest first: turns of a thread are taken up in the order in which they were said. */
async function settleAll(
  context: Context,
  client: ApiClient,
  flags: QuarantineFlags,
  outcome: 'retry' | 'drop',
) {
  const results: Awaited<ReturnType<typeof settle>>[] = [];
  for (const turn of (await matching(context, client, flags, false)).reverse())
    results.push(await settle(client, turn.turn_id, outcome));
  return results;
}

/** Throws `quarantine.unknown`, or `quarantine.settled` if another caller was faster. */
async function settle(client: ApiClient, turnId: TurnId, outcome: 'retry' | 'drop') {
  const request = { method: 'POST', body: {} } as const;
  const asked = client.ask(`${PATH}/${turnId}/${outcome}`, settledQuarantineSchema, request);
  const {
    turn_id,
    outcome: became,
    child_turn_id,
  } = await asked.catch((error: unknown) => {
    throw isSalienceError(error) && error.code === 'turn.unknown' ? unknownTurn(turnId) : error;
  });
  return { turn_id, outcome: became, child_turn_id };
}

async function matching(
  context: Context,
  client: ApiClient,
  flags: QuarantineFlags,
  settled: boolean,
): Promise<QuarantinedTurnView[]> {
  const found: QuarantinedTurnView[] = [];
  for await (const turn of turnsOf(client, settled, await operatedAgent(context, client)))
    if (flags.code === undefined || turn.error?.code === flags.code) found.push(turn);
  return found;
}

function turnsOf(client: ApiClient, settled: boolean, agentId?: string) {
  return itemsOf(client, PATH, quarantinedTurnSchema, { settled: `${settled}`, agent_id: agentId });
}

async function turnOf(client: ApiClient, id: TurnId): Promise<QuarantinedTurnView> {
  for await (const turn of turnsOf(client, true)) if (turn.turn_id === id) return turn;
  throw unknownTurn(id);
}

function requireId(id: string): TurnId {
  const parsed = turnIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw usageError(
    `Expected the id of a turn (turn_ and 32 hex digits), got "${id}". "./salience quarantine list" shows them.`,
  );
}

function unknownTurn(id: string): SalienceError {
  return new SalienceError(
    'quarantine.unknown',
    `There is no quarantined turn ${id}. List them with "./salience quarantine list --all".`,
  );
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > TEXT_CHARS ? `${line.slice(0, TEXT_CHARS - 1)}…` : line;
}
