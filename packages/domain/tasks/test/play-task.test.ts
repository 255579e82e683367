import type { Plan } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPlan, plansByName, singlePlan } from '../src/built-in-plans.ts';
import { edgesFrom, stepNamed } from '../src/plan-graph.ts';
import { nextMove } from '../src/next-move.ts';
import { reportOf } from '../src/report.ts';
import { mayMove, stateAfter } from '../src/states.ts';
import { anyFate, soundPlan, worlds } from './arbitraries.ts';
import { type Fate, playTask, type World } from './play-task.ts';

const anyWorld = worlds(
  fc.oneof(soundPlan, fc.constantFrom(plansByName.mail, linearPlan(['x', 'y', 'z']), singlePlan('x'))),
);
const numRuns = 400;

const fine: Fate = { state: 'answered', reply: '', recoverable: false, acted: 0, effects: 0, asks: false };
const calm = { answers: ['approved' as const], kills: [false], rowPerTry: true };

/** The steps that turns were begun for, one after another; tries of one step count once. */
function wayOf(played: ReturnType<typeof playTask>): string[] {
  const names = played.moves.flatMap(({ move }) =>
    move.kind === 'begin' || move.kind === 'ask' ? [move.step.name] : [],
  );
  return names.filter((name, at) => name !== names[at - 1]);
}

describe('a task', () => {
  it('ends within what its plan may cost, whatever its turns and persons do and wherever workers die (law 5)', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const played = playTask(world);
        const { turns_max, steps } = world.plan;
        const begun = played.moves.filter(({ move }) => move.kind === 'begin').length;
        expect(begun).toBeLessThanOrEqual(turns_max);
        // One that is begun waits twice, and once for each question of its run; every step may ask a person, for a triage once a try.
        const asked = played.moves.filter(({ move }) => move.kind === 'ask').length;
        expect(asked).toBeLessThanOrEqual(steps.length * 3);
        expect(played.moves.filter(({ move }) => move.kind === 'retry').length).toBeLessThanOrEqual(
          turns_max,
        );
      }),
      { numRuns },
    );
  });

  it('gets the same move from the same rows, in any process, and changes none of them', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        for (const { ledger, now } of playTask(world).seen) {
          const before = JSON.stringify(ledger);
          const move = nextMove(ledger.facts, ledger.steps, now);
          const read = JSON.parse(before) as typeof ledger;
          expect(nextMove(read.facts, read.steps, now)).toEqual(move);
          expect(JSON.stringify(ledger)).toBe(before);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('comes to the same end whether workers die or not', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        // Looks that are lost take time: what the clock or somebody at some time ends is another story.
        const { cancelAfter: _, minutesPerLook: __, ...rest } = world;
        const quiet: World = { ...rest, plan: { ...world.plan, hours_max: 720 } };
        const killed = playTask(quiet);
        const calmly = playTask({ ...quiet, kills: [false] });
        expect([killed.state, killed.trace]).toEqual([calmly.state, calmly.trace]);
      }),
      { numRuns },
    );
  });

  it('moves the same whether a repeated try is a row of its own or not', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const [one, other] = [true, false].map((rowPerTry) => playTask({ ...world, rowPerTry }));
        expect(one?.moves).toEqual(other?.moves);
      }),
      { numRuns },
    );
  });

  it('never repeats a step that may have changed something (law 4)', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { trace } = playTask(world);
        const repeated = trace.filter(
          ({ what, step }, at) =>
            what === 'turn' && trace.slice(0, at).some((one) => one.what === 'effect' && one.step === step),
        );
        expect(repeated).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('takes one way through its plan: of the branches of a triage one, and never back', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const way = wayOf(playTask(world));
        expect(new Set(way).size).toBe(way.length);
        way.slice(1).forEach((name, at) => {
          const from = stepNamed(world.plan, way[at] ?? '');
          expect(from === undefined ? [] : edgesFrom(world.plan, from).map(({ to }) => to)).toContain(name);
        });
        expect([undefined, world.plan.steps[0]?.name]).toContain(way[0]);
      }),
      { numRuns },
    );
  });

  it('runs exactly one specialist of the plan for mail, and none for noise', () => {
    fc.assert(
      fc.property(fc.constantFrom('question', 'errand', 'information', 'noise'), (choice) => {
        const fates = [
          { ...fine, reply: JSON.stringify({ choice, confidence: 0.9 }) },
          { ...fine, reply: 'A draft.' },
        ];
        const played = playTask({ ...calm, plan: plansByName.mail, fates });
        const specialist = { question: ['answer'], errand: ['do'], information: ['keep'], noise: [] }[choice];
        expect(wayOf(played)).toEqual(['triage', ...(specialist ?? [])]);
        expect(played.state).toBe('completed');
      }),
    );
  });

  it('ends with a no of a person, and nothing begins after it: silence is a no (law 11)', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const played = playTask(world);
        const no = played.trace.findIndex(({ what }) => what === 'refused' || what === 'expired');
        if (no < 0) return;
        expect(played.trace.slice(no).filter(({ what }) => what === 'turn')).toEqual([]);
        expect(played.state).not.toBe('completed');
      }),
      { numRuns },
    );
  });

  it('stands in no state that the ledger does not allow, and never leaves an end', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { moves, state } = playTask(world);
        for (const { from, to, move } of moves)
          expect([mayMove(from, to), to]).toEqual([true, stateAfter(move)]);
        expect(mayMove(state, 'running')).toBe(false);
      }),
      { numRuns },
    );
  });

  it('is not held to stand still as long as its answers differ', () => {
    const honest = fc
      .array(anyFate, { minLength: 1, maxLength: 30 })
      .map((fates) =>
        fates.map((fate, n) => ({ ...fate, acted: 0, effects: 0, reply: `Result ${n}: ${fate.reply}` })),
      );
    const plans = fc
      .integer({ min: 2, max: 8 })
      .map((n): Plan => linearPlan(Array.from({ length: n }, () => 'x')));
    fc.assert(
      fc.property(plans, honest, (plan, fates) => {
        // As many fates as turns there may be, so that none comes twice.
        const many = Array.from({ length: 40 }, (_, n) => ({
          ...(fates[n % fates.length] ?? fine),
          reply: `${n}: x`,
        }));
        const { last } = playTask({ ...calm, plan, fates: many });
        expect(last).not.toMatchObject({ reason: 'stalled' });
      }),
      { numRuns: 200 },
    );
  });

  it('ends as stalled when its steps do nothing and repeat themselves', () => {
    const plan = linearPlan(['x', 'x', 'x', 'x', 'x']);
    const played = playTask({
      ...calm,
      plan,
      fates: [
        { ...fine, reply: 'I looked at it.' },
        { ...fine, reply: ' i looked  at it.' },
      ],
    });
    expect([played.last, wayOf(played)]).toEqual([
      { kind: 'fail', reason: 'stalled' },
      ['step-1', 'step-2', 'step-3'],
    ]);
  });

  it('has a report in which nothing that was said makes a line of its own', () => {
    fc.assert(
      fc.property(anyWorld, fc.string(), (world, title) => {
        const { steps } = playTask(world);
        expect(reportOf(title, steps).split('\n')).toHaveLength(1 + Math.max(1, steps.length));
      }),
      { numRuns: 150 },
    );
  });
});
