import type { ActStep, ToolCall } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextMove } from '../src/next-move.ts';
import { foldRun } from '../src/run-state.ts';
import type { Plan } from '../src/transitions.ts';
import { play, type World } from './simulate.ts';
import { call, result, start, tools } from './steps.ts';

const plan = (...calls: ToolCall[]): Plan => ({
  text: 'next',
  calls,
  finish: calls.length > 0 ? 'tool-calls' : 'stop',
});
const closeOf = (world: World): string => {
  const last = play(world).moves.at(-1);
  return last?.kind === 'close' ? last.reason : 'none';
};
const plansOf = (steps: readonly ActStep[]): number => steps.filter(({ kind }) => kind === 'plan').length;

describe('a run from its first move to its close', () => {
  it('ends when the planner asks for nothing more', () => {
    const { steps, effects } = play({
      planner: (_, i) => (i === 0 ? plan(call('recall', { query: 'cat' })) : plan()),
    });
    expect(steps.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'plan done',
      'action succeeded',
      'plan done',
      'closing done',
    ]);
    expect(effects).toEqual([1]);
    expect(steps.at(-1)?.reason).toBe('nothing_to_do');
  });

  it('ends a planner that wants forty steps by the budget, after six actions of cost 1', () => {
    const { steps, effects } = play({ planner: (_, i) => plan(call('recall', { query: `part ${i}` })) });
    expect(steps.at(-1)?.reason).toBe('budget');
    expect(effects).toHaveLength(6);
  });

  it('question (b): ends a planner with cheap steps at the cap of eight, with one closing call', () => {
    const { steps, moves } = play({ planner: (_, i) => plan(call('introspect', { part: i })) });
    expect(steps.at(-1)?.reason).toBe('iterations');
    expect(moves.filter((move) => move.kind === 'plan' && move.closing)).toHaveLength(1);
    expect(plansOf(steps)).toBe(9);
    // What the closing call proposes all the same is not run.
    expect(steps.findLast(({ kind }) => kind === 'action')).toMatchObject({
      state: 'refused',
      reason: 'closing',
    });
  });

  it('runs the same call for ever once, and closes after its third repetition', () => {
    const { steps, effects } = play({ planner: () => plan(call('send', { to: 'Ann' })) });
    expect(effects).toEqual([1]);
    expect(steps.filter(({ reason }) => reason === 'repeat')).toHaveLength(3);
    expect(steps.at(-1)?.reason).toBe('repetition');
    expect(plansOf(steps)).toBe(4);
  });

  it('closes on two calls that alternate', () => {
    const { steps, effects } = play({
      planner: (_, i) => plan(i % 2 === 0 ? call('recall', { query: 'a' }) : call('introspect')),
    });
    expect(effects).toHaveLength(2);
    expect(steps.at(-1)?.reason).toBe('repetition');
  });

  it('takes the order of keys for no difference, and another angle for one', () => {
    const { effects } = play({
      planner: (_, i) =>
        [
          plan(call('recall', { query: 'a', limit: 3 })),
          plan(call('recall', { limit: 3, query: 'a' })),
          plan(call('recall', { query: 'a', limit: 4 })),
        ][i] ?? plan(),
    });
    expect(effects).toEqual([1, 5]);
  });

  it('lets the planner look again once something has changed', () => {
    const look = call('recall', { query: 'list' });
    const { effects } = play({
      planner: (_, i) =>
        [plan(look), plan(call('memorize', { key: 'x' })), plan(look), plan(look)][i] ?? plan(),
    });
    expect(effects).toEqual([1, 3, 5]);
  });

  it('stops at a minute of active time, counting actions alone', () => {
    const slow = () => result('late', { outcome: 'timed_out', durationMs: 10_000 });
    const { steps, effects } = play({
      planner: (_, i) => plan(call('introspect', { part: i }), call('introspect', { other: i })),
      tool: slow,
    });
    expect(effects).toHaveLength(6);
    expect(steps.at(-1)?.reason).toBe('active_time');
  });

  it('waits 2, 6 and 18 seconds between four tries under one key', () => {
    const { moves, effects, keys, steps } = play({
      planner: (_, i) => (i === 0 ? plan(call('send', { to: 'Ann' })) : plan()),
      tool: () => result('503', { outcome: 'failed', transient: true, durationMs: 0 }),
    });
    const waits = moves.flatMap((move) => (move.kind === 'wait' ? [Date.parse(move.until)] : []));
    expect(waits.map((until) => (until - start.getTime()) / 1_000)).toEqual([2, 8, 26]);
    expect(effects).toEqual([1, 1, 1, 1]);
    expect(keys.get(1)).toEqual(new Set(['key-1']));
    expect(steps[1]).toMatchObject({ state: 'failed', attempt: 4 });
  });

  it('tries a deterministic failure once', () => {
    const { effects } = play({
      planner: (_, i) => (i === 0 ? plan(call('send')) : plan()),
      tool: () => result('no such user', { outcome: 'failed' }),
    });
    expect(effects).toEqual([1]);
  });

  it('goes on with other calls while one waits', () => {
    const { effects } = play({
      planner: (_, i) => (i === 0 ? plan(call('send'), call('recall')) : plan()),
      tool: (step, attempt) =>
        step.n === 1 && attempt === 1 ? result('503', { outcome: 'failed', transient: true }) : result('ok'),
    });
    expect(effects).toEqual([1, 2, 1]);
  });

  it('asks, does the rest of the plan, and closes (law 16)', () => {
    const world = { planner: () => plan(call('send'), call('recall')), ask: ['send'] };
    expect(play(world).effects).toEqual([2]);
    expect(closeOf(world)).toBe('asked');
  });

  it('ends a planner that only ever sends broken or unknown calls', () => {
    expect(play({ planner: () => plan(call('send', null), call('fly', { to: 'Rome' })) }).effects).toEqual(
      [],
    );
  });
});

const anyCall: fc.Arbitrary<ToolCall> = fc
  .tuple(
    fc.constantFrom('recall', 'introspect', 'memorize', 'send', 'pay', 'fly', '__proto__'),
    fc.option(fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 2 })), { freq: 6 }),
  )
  .map(([tool, args]) => call(tool, args));
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  text: fc.constant('so'),
  calls: fc.array(anyCall, { maxLength: 5 }),
  finish: fc.constantFrom('tool-calls', 'tool-calls', 'stop', 'length'),
});
const anyResult = fc.constantFrom(
  result('ok'),
  result('no', { outcome: 'failed' }),
  result('503', { outcome: 'failed', transient: true }),
  result('late', { outcome: 'timed_out', durationMs: 10_000, transient: true }),
  result('lost', { outcome: 'unknown' }),
);
const anyWorld: fc.Arbitrary<World> = fc
  .record({
    plans: fc.array(anyPlan, { minLength: 1, maxLength: 6 }),
    results: fc.array(anyResult, { minLength: 1, maxLength: 5 }),
    ask: fc.subarray(['send', 'pay', 'recall']),
  })
  .map(({ plans, results, ask }) => ({
    planner: (_: readonly ActStep[], i: number) => plans[i % plans.length] ?? plan(),
    tool: (step: ActStep, attempt: number) => results[(step.n + attempt) % results.length] ?? result('ok'),
    ask,
  }));

describe('any run', () => {
  it('ends, with every call at an end, one closing step and bounded work', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { steps, effects } = play(world);
        expect(steps.filter(({ kind }) => kind === 'closing')).toHaveLength(1);
        expect(steps.at(-1)?.kind).toBe('closing');
        expect(plansOf(steps)).toBeLessThanOrEqual(9);
        expect(effects.length).toBeLessThanOrEqual(9 * 5 * 4);
        for (const { state } of steps) expect(['planned', 'started', 'waiting']).not.toContain(state);
      }),
      { numRuns: 150 },
    );
  });

  it('has one next move at every commit, whoever asks (law 4)', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        for (const steps of play(world).commits) {
          const now = { activeMs: 0, at: start };
          const again = JSON.parse(JSON.stringify(steps.toReversed())) as ActStep[];
          expect(nextMove(foldRun(again), now, tools)).toEqual(nextMove(foldRun(steps), now, tools));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ends as it would have when its worker is killed between two moves (law 4)', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(), (world, where) => {
        const whole = play(world);
        // Killed right after a commit of anything but a start: the next worker goes on as if nothing had happened.
        const killed = play({ ...world, killAt: [where % whole.points] });
        fc.pre(!killed.moves.some(({ kind }) => kind === 'resume'));
        fc.pre(!killed.steps.some(({ reason }) => reason === 'outcome_unknown'));
        expect(killed.steps).toEqual(whole.steps);
      }),
      { numRuns: 150 },
    );
  });

  it('never has an effect twice that is not safe to have twice, wherever workers are killed (law 4)', () => {
    fc.assert(
      fc.property(anyWorld, fc.array(fc.nat(80), { maxLength: 6 }), (world, killAt) => {
        const played = play({ ...world, killAt, tool: () => result('ok') });
        const { steps, effects, keys } = played;
        const timesOf = ({ n }: ActStep): number => effects.filter((effect) => effect === n).length;
        const sent = steps.filter(({ call: made }) => made?.tool === 'send');
        expect(sent.filter((step) => timesOf(step) > 1)).toEqual([]);
        expect(steps.filter((step) => step.state === 'succeeded' && timesOf(step) === 0)).toEqual([]);
        expect([...keys.values()].filter(({ size }) => size > 1)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
