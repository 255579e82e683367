import type { ActStep } from '@salience/contracts';
import type { SettleMove } from '../src/call-move.ts';
import { type RunLimits, runLimits } from '../src/limits.ts';
import { type Move, nextMove } from '../src/next-move.ts';
import { foldRun } from '../src/run-state.ts';
import {
  closingStep,
  finishedStep,
  type Plan,
  planSteps,
  ruledStep,
  settledStep,
  startedStep,
} from '../src/transitions.ts';
import { result, ruling, runId, start, toolNamed, tools } from './steps.ts';

/** A world in which a run is played: planner, tools, and a worker that may be killed at any commit or effect. */
export interface World {
  readonly planner: (steps: readonly ActStep[], iteration: number) => Plan;
  /** What the nth try of a tool gives; default: success. */
  readonly tool?: (step: ActStep, attempt: number) => ReturnType<typeof result>;
  /** Tools that a person is asked for. */
  readonly ask?: readonly string[];
  readonly limits?: RunLimits;
  /** The worker dies at these points, counted over the whole run: commits and effects alike. */
  readonly killAt?: readonly number[];
}

export interface Played {
  readonly steps: readonly ActStep[];
  readonly moves: readonly Move[];
  /** Effects by step number, one entry for every time a tool really ran. */
  readonly effects: readonly number[];
  readonly keys: ReadonlyMap<number, ReadonlySet<string>>;
  readonly commits: readonly (readonly ActStep[])[];
  readonly points: number;
}

class Killed extends Error {}

/** Plays a run to its close; throws when it takes more than `movesMax` moves. */
export function play(world: World, movesMax = 400): Played {
  const limits = world.limits ?? runLimits;
  const stored = new Map<number, ActStep>();
  const moves: Move[] = [];
  const effects: number[] = [];
  const keys = new Map<number, Set<string>>();
  const commits: (readonly ActStep[])[] = [];
  const kills = new Set(world.killAt);
  let now = start.getTime();
  let points = 0;
  const point = (): void => {
    if (kills.has(points++)) throw new Killed();
  };
  const inOrder = (): ActStep[] => [...stored.values()].toSorted((a, b) => a.n - b.n);
  const write = (steps: readonly ActStep[]): void => {
    // Killed before the commit: nothing of it is there. Killed after it: all of it is.
    point();
    for (const step of steps) stored.set(step.n, step);
    commits.push(inOrder());
    point();
  };
  const step = (n: number): ActStep => {
    const found = stored.get(n);
    if (found === undefined) throw new RangeError(`no step ${n}`);
    return found;
  };
  const run = (n: number): void => {
    const begun = startedStep(step(n), `key-${n}`, new Date(now));
    write([begun]);
    effects.push(n);
    keys.set(n, (keys.get(n) ?? new Set()).add(begun.idempotencyKey ?? ''));
    point();
    const given = world.tool?.(begun, begun.attempt) ?? result('fine');
    now += given.durationMs;
    const tool = toolNamed(begun.call?.tool ?? '');
    write([finishedStep(begun, { result: given, verdict: null }, tool, new Date(now), limits)]);
  };
  const perform = (move: Move): boolean => {
    const state = foldRun(inOrder(), limits, runId);
    const from = { runId, n: state.nextN, turnId: runId, at: new Date(now) };
    if (move.kind === 'plan') {
      write(planSteps(from, world.planner(inOrder(), state.iterations), move.closing));
    } else if (move.kind === 'rule') {
      const { tier, name } = toolNamed(step(move.n).call?.tool ?? '');
      const asks = world.ask?.includes(name) === true;
      write([ruledStep(step(move.n), ruling(tier, asks ? 'ask' : 'run'), new Date(now), null)]);
    } else if (move.kind === 'dispatch' || move.kind === 'resume') run(move.n);
    else if (move.kind === 'settle') write([settledStep(step(move.n), move as SettleMove, new Date(now))]);
    else if (move.kind === 'wait') now = Date.parse(move.until);
    else if (state.closed === null) write([closingStep(from, move.reason)]);
    else return true;
    return false;
  };
  for (let count = 0; count < movesMax; count++) {
    const move = nextMove(
      foldRun(inOrder(), limits, runId),
      { activeMs: 0, at: new Date(now) },
      tools,
      limits,
    );
    moves.push(move);
    try {
      if (perform(move)) return { steps: inOrder(), moves, effects, keys, commits, points };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  throw new Error(`no end after ${movesMax} moves`);
}
