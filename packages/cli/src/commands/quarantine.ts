import { type AgentId, type TurnId, turnIdSchema } from '@salience/contracts';
import {
  createSharedClock,
  type Database,
  listQuarantined,
  type QuarantinedTurn,
  settleQuarantinedAs,
  systemClock,
} from '@salience/database';
import { SalienceError } from '@salience/errors';
import { withOperator } from '../agents/operator-database.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { colour, print, printJson, table } from '../terminal.ts';
import { requireAgent } from './agent.ts';

const PAGE = 200;
const TEXT_CHARS = 40;

/** Which turns are meant. */
export interface QuarantineFlags {
  readonly all?: boolean;
  readonly code?: string;
}

/** `salience quarantine list`: turns that were set aside after their worker died three times, of every agent. */
export async function runQuarantineList(context: Context, flags: QuarantineFlags): Promise<number> {
  const turns = await withOperator(context, (db) => matching(context, db, flags, flags.all === true));
  if (context.json) printJson(turns.map(turnJson));
  else if (turns.length === 0) print('No turn is in quarantine.');
  else {
    const rows = turns.map((turn) => [
      turn.id,
      turn.agentName,
      turn.settledAs ?? 'open',
      turn.endedAt,
      turn.error?.code ?? '',
      short(turn.text),
    ]);
    print(table(['turn', 'agent', 'state', 'since', 'code', 'message'], rows));
  }
  return exitCodes.ok;
}

/** `salience quarantine show <turn>`: one of them, with its trace. */
export async function runQuarantineShow(context: Context, id: string): Promise<number> {
  const turnId = requireId(id);
  const turn = await withOperator(context, async (db) =>
    (await matching(context, db, {}, true)).find((one) => one.id === turnId),
  );
  if (turn === undefined) throw unknownTurn(id);
  if (context.json) {
    printJson(turnJson(turn));
    return exitCodes.ok;
  }
  print(`${colour.bold(turn.id)}  ${turn.settledAs ?? 'open'}, set aside at ${turn.endedAt}`);
  print(`agent    ${turn.agentName}, thread ${turn.threadId} #${turn.seq}, from ${turn.source}`);
  print(`message  ${turn.text}`);
  print(
    `reason   ${turn.error === null ? 'unknown' : `${turn.error.code}: ${turn.error.message}`}, after ${turn.attempts} attempts`,
  );
  if (turn.traceparent !== null) print(`trace    ${turn.traceparent.split('-')[1] ?? turn.traceparent}`);
  if (turn.childTurnId !== null) print(`again    ${turn.childTurnId}`);
  print(colour.dim(`./salience why ${turn.id} tells more.`));
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
  const settled = await withOperator(context, async (db) => {
    const ids =
      wanted === undefined ? (await matching(context, db, flags, false)).map((turn) => turn.id) : [wanted];
    const results: { turn_id: string; outcome: string; child_turn_id: string | null }[] = [];
    // One after another, oldest first: turns of a thread are taken up in the order in which they were said.
    for (const turnId of ids.reverse()) {
      const result = await settle(context, db, turnId, outcome);
      if (result !== undefined) results.push(result);
      else if (wanted !== undefined) throw unknownTurn(wanted);
    }
    return results;
  });
  if (context.json) printJson(settled);
  else if (settled.length === 0) print('No open turn fits.');
  for (const one of context.json ? [] : settled)
    print(`${one.turn_id}: ${one.outcome}${one.child_turn_id === null ? '' : ` as ${one.child_turn_id}`}`);
  return exitCodes.ok;
}

/** Undefined when there is none; throws for one that was settled before and was meant alone. */
async function settle(context: Context, db: Database, turnId: TurnId, outcome: 'retry' | 'drop') {
  const clock =
    context.env.origin.effective['SALIENCE_CLOCK'] === 'shared' ? createSharedClock(db) : systemClock;
  const result = await settleQuarantinedAs(db, { turnId, outcome, now: await clock.now() }, context.actor);
  if (result.status === 'unknown') return undefined;
  if (result.status === 'settled_before')
    throw new SalienceError(
      'quarantine.settled',
      `${turnId} was ${result.outcome} before${result.childTurnId === null ? '' : `, as ${result.childTurnId}`}; nothing was changed.`,
    );
  return { turn_id: result.turnId, outcome: result.outcome, child_turn_id: result.childTurnId };
}

async function matching(
  context: Context,
  db: Database,
  flags: QuarantineFlags,
  settled: boolean,
): Promise<QuarantinedTurn[]> {
  const agentId: AgentId | undefined =
    context.agent === undefined ? undefined : (await requireAgent(db, context.agent)).id;
  const found: QuarantinedTurn[] = [];
  let before: { endedAt: string; id: TurnId } | undefined;
  for (;;) {
    const page = await listQuarantined(db, {
      limit: PAGE,
      settled,
      ...(agentId === undefined ? {} : { agentId }),
      ...(before === undefined ? {} : { before }),
    });
    found.push(...page.filter(({ error }) => flags.code === undefined || error?.code === flags.code));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    before = { endedAt: last.endedAt, id: last.id };
  }
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
    `There is no quarantined turn ${id}. "./salience quarantine list --all" shows which there are.`,
  );
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > TEXT_CHARS ? `${line.slice(0, TEXT_CHARS - 1)}…` : line;
}

function turnJson(turn: QuarantinedTurn) {
  return {
    turn_id: turn.id,
    agent_id: turn.agentId,
    agent: turn.agentName,
    thread_id: turn.threadId,
    seq: turn.seq,
    text: turn.text,
    source: turn.source,
    attempts: turn.attempts,
    accepted_at: turn.acceptedAt,
    ended_at: turn.endedAt,
    traceparent: turn.traceparent,
    error: turn.error,
    settled_as: turn.settledAs,
    child_turn_id: turn.childTurnId,
  };
}
