import type { Plan, TaskState } from '@salience/contracts';
import { nextMove } from '../src/next-move.ts';
import { mayMove, stateAfter } from '../src/states.ts';
import type { TaskFacts, TaskStepFacts, TaskTurnFacts } from '../src/task-facts.ts';
import type { TaskMove } from '../src/task-move.ts';

/** How one turn ends. */
export interface Fate {
  readonly state: 'answered' | 'failed' | 'ignored' | 'cancelled' | 'quarantined';
  readonly reply: string;
  readonly recoverable: boolean;
  readonly acted: number;
  readonly effects: number;
  /** Whether it ends with a request; a run has so many at most. */
  readonly asks: boolean;
}
export type Answer = 'approved' | 'refused' | 'expired';

/** A world in which a task is played. Lists begin again at their end. */
export interface World {
  readonly plan: Plan;
  readonly fates: readonly Fate[];
  readonly answers: readonly Answer[];
  /** Where the worker dies before it commits what it decided. */
  readonly kills: readonly boolean[];
  /** Whether a repeated try is a row of its own. */
  readonly rowPerTry: boolean;
  /** Looks after which somebody cancels it. */
  readonly cancelAfter?: number;
  readonly minutesPerLook?: number;
}

export interface Ledger {
  readonly state: TaskState;
  readonly facts: TaskFacts;
  readonly steps: readonly TaskStepFacts[];
  readonly retryAt: number | null;
}

export interface Played {
  readonly state: TaskState;
  readonly last: TaskMove;
  readonly steps: readonly TaskStepFacts[];
  /** Every move that was committed, with the states that it led between. */
  readonly moves: readonly { readonly from: TaskState; readonly to: TaskState; readonly move: TaskMove }[];
  /** What happened outside, in order. */
  readonly trace: readonly { readonly what: 'turn' | 'effect' | Answer; readonly step: string }[];
  /** Every state of the rows in which a move was asked for. */
  readonly seen: readonly { readonly ledger: Ledger; readonly now: number }[];
}

const minute = 60_000;
const questionsMax = 3;

/** Plays a task to its end; throws when it takes more than `looksMax` looks, or when a move is not allowed from its state. */
export function playTask(world: World, looksMax = 2_000): Played {
  const moves: { from: TaskState; to: TaskState; move: TaskMove }[] = [];
  const trace: { what: 'turn' | 'effect' | Answer; step: string }[] = [];
  const seen: { ledger: Ledger; now: number }[] = [];
  const nextFate = cycle(world.fates);
  const nextAnswer = cycle(world.answers);
  const nextKill = cycle(world.kills);
  let now = 1_000_000;
  let questions = 0;
  let ledger: Ledger = {
    state: 'scheduled',
    facts: { plan: world.plan, startedAt: null, turnsUsed: 0, random: 0.3 },
    steps: [],
    retryAt: null,
  };
  for (let look = 0; look < looksMax; look++) {
    now = Math.max(now + (world.minutesPerLook ?? 1) * minute, ledger.retryAt ?? 0);
    if (look === world.cancelAfter) ledger = { ...ledger, facts: { ...ledger.facts, cancelled: true } };
    // What a process knows of a task is what it reads: nothing but rows survives from one look to the next.
    ledger = JSON.parse(JSON.stringify(ledger)) as Ledger;
    seen.push({ ledger, now });
    const move = nextMove(ledger.facts, ledger.steps, now);
    if (nextKill() === true) continue;
    const to = stateAfter(move);
    if (!mayMove(ledger.state, to)) throw new Error(`${ledger.state} may not become ${to} by ${move.kind}`);
    moves.push({ from: ledger.state, to, move });
    ledger = commit(ledger, move, now, world.rowPerTry);
    if (move.kind === 'begin') {
      trace.push({ what: 'turn', step: move.step.name });
      questions = 0;
    }
    if (
      ledger.state === 'completed' ||
      ledger.state === 'rejected' ||
      ledger.state === 'failed' ||
      ledger.state === 'dead'
    )
      return { state: ledger.state, last: move, steps: ledger.steps, moves, trace, seen };
    if (ledger.state !== 'retry_wait') ledger = { ...ledger, ...worldGoesOn(ledger) };
  }
  throw new Error(`not ended after ${looksMax} looks`);

  /** A turn begins, or ends; a person answers. */
  function worldGoesOn({ steps }: Ledger): Partial<Ledger> {
    const row = steps.at(-1);
    if (row === undefined) return {};
    const put = (changed: Partial<TaskStepFacts>): Partial<Ledger> => ({
      steps: [...steps.slice(0, -1), { ...row, ...changed }],
    });
    if (row.state === 'asked') {
      const answer = nextAnswer() ?? 'approved';
      trace.push({ what: answer, step: row.name });
      return put({ answer });
    }
    const { turn } = row;
    if (turn === null) return {};
    if (turn.state === 'pending') return put({ turn: { ...turn, state: 'running' } });
    if (turn.state === 'running') {
      const fate = nextFate();
      if (fate === undefined) return {};
      for (let n = 0; n < fate.effects; n++) trace.push({ what: 'effect', step: row.name });
      const asks = fate.asks && fate.state === 'answered' && questions++ < questionsMax;
      return put({ turn: endOf(turn, { ...fate, asks }) });
    }
    if (turn.openApprovals === 0) return {};
    const answer = nextAnswer() ?? 'approved';
    trace.push({ what: answer, step: row.name });
    const refusedApprovals = (turn.refusedApprovals ?? 0) + (answer === 'approved' ? 0 : 1);
    const continued = { ...turn, state: 'pending' as const, reply: null, openApprovals: 0, refusedApprovals };
    return put({ turn: continued });
  }
}

function endOf(turn: TaskTurnFacts, fate: Fate): TaskTurnFacts {
  return {
    ...turn,
    state: fate.state,
    reply: fate.state === 'answered' ? fate.reply : null,
    errorCode: fate.state === 'failed' ? 'model.down' : null,
    recoverable: fate.recoverable,
    acted: turn.acted + fate.acted,
    effects: turn.effects + fate.effects,
    openApprovals: fate.asks ? 1 : 0,
  };
}

const fresh: TaskTurnFacts = {
  state: 'pending',
  reply: null,
  errorCode: null,
  recoverable: false,
  acted: 0,
  effects: 0,
  openApprovals: 0,
};

/** What the ledger writes for a move, in one commit. */
function commit({ facts, steps, ...rest }: Ledger, move: TaskMove, now: number, rowPerTry: boolean): Ledger {
  const state = stateAfter(move);
  if (move.kind === 'wait' || move.kind === 'review') return { ...rest, facts, steps, state };
  const last = steps.at(-1);
  const closed = last === undefined ? [] : [...steps.slice(0, -1), close(last, move)];
  const retryAt = move.kind === 'retry' ? move.at : null;
  if (move.kind !== 'begin' && move.kind !== 'ask') return { state, facts, steps: closed, retryAt };
  const isAsk = move.kind === 'ask';
  const row: TaskStepFacts = {
    n: steps.length,
    name: move.step.name,
    kind: isAsk ? 'person' : move.step.kind,
    state: isAsk ? 'asked' : 'running',
    attempt: isAsk ? 1 : move.attempt,
    turn: isAsk ? null : fresh,
    answer: null,
    result: null,
  };
  const isTryAgain = !isAsk && last?.name === row.name && last.kind === row.kind;
  const rows = isTryAgain && !rowPerTry ? [...steps.slice(0, -1), { ...row, n: last.n }] : [...closed, row];
  if (isAsk) return { state, facts, steps: rows, retryAt };
  const started = { ...facts, turnsUsed: facts.turnsUsed + 1, startedAt: facts.startedAt ?? now };
  return { state, facts: started, steps: rows, retryAt };
}

function close(row: TaskStepFacts, move: TaskMove): TaskStepFacts {
  if (row.state !== 'running' && row.state !== 'asked') return row;
  if ('stepDone' in move && move.stepDone !== undefined)
    return { ...row, state: 'done', result: move.stepDone.result };
  return { ...row, state: move.kind === 'reject' ? 'refused' : 'failed' };
}

function cycle<T>(list: readonly T[]): () => T | undefined {
  let at = 0;
  return () => list[at++ % list.length];
}
