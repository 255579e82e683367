import { type Plan, type PlanStep, planSchema } from '@salience/contracts';
import fc from 'fast-check';
import { compilePlan } from '../src/compile-plan.ts';
import { followerOf } from '../src/plan-graph.ts';
import type { Answer, Fate, World } from './play-task.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The `next` of a step. */
export function goingOnWith(to: string): { readonly next: string } {
  // oxlint-disable-next-line unicorn/no-thenable -- a name of a step is no function, so no promise comes of it
  return { next: to };
}

const work = (name: string): fc.Arbitrary<{ kind: string; name: string; text: string }> =>
  fc.constantFrom('agent', 'person').map((kind) => ({ kind, name, text: `Do ${name}.` }));

/** Any list of steps that the schema passes, sound or not; most targets stand in the list. */
export const anyPlan: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 8 }).chain((count) => {
  const target = fc.constantFrom(...names.slice(0, count), ...names.slice(1, count), 'end');
  const step = (name: string): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 3, arbitrary: work(name) },
      fc.tuple(work(name), target).map(([step, to]) => ({ ...step, ...goingOnWith(to) })),
      {
        weight: 2,
        arbitrary: fc.tuple(target, target).map(([x, y]) => ({
          kind: 'triage',
          name,
          text: 'Which?',
          choices: [
            { name: 'one', means: 'The first.' },
            { name: 'two', means: 'The second.' },
          ],
          routes_by: { one: x, two: y },
        })),
      },
    );
  const limits = { turns_max: fc.integer({ min: 1, max: 20 }), hours_max: fc.constantFrom(0.1, 2, 72) };
  return fc
    .record({ steps: fc.tuple(...names.slice(0, count).map(step)), ...limits })
    .map((plan) => planSchema.parse(plan));
});

/** A plan that compiles: the targets of any plan are turned forward, what nobody leads to is left out, and what needs no words has none. */
export const soundPlan: fc.Arbitrary<Plan> = anyPlan.map(({ steps, ...limits }) => {
  const forward = (to: string | undefined, at: number): string =>
    to !== undefined && steps.findIndex(({ name }) => name === to) > at ? to : 'end';
  const turned = steps.map((step, at): PlanStep => {
    if (step.kind !== 'triage') return { ...step, ...goingOnWith(forward(step.next ?? names[at + 1], at)) };
    const { one, two } = step.routes_by;
    return { ...step, routes_by: { one: forward(one, at), two: forward(two, at) } };
  });
  const reached = new Set(['a']);
  for (const step of turned) {
    if (!reached.has(step.name)) continue;
    for (const to of step.kind === 'triage' ? Object.values(step.routes_by) : [step.next ?? 'end'])
      reached.add(to);
  }
  const plan = { ...limits, steps: turned.filter(({ name }) => reached.has(name)) };
  return compilePlan(plan.steps.reduce(withoutThen, plan));
});

/** The plan without the `next` of a step, where it leads the same way. */
function withoutThen(plan: Plan, step: PlanStep): Plan {
  if (step.kind === 'triage') return plan;
  const { next: to, ...rest } = step;
  const shorter = { ...plan, steps: plan.steps.map((one) => (one.name === step.name ? rest : one)) };
  return followerOf(shorter, rest).to === to && compiles(shorter) ? shorter : plan;
}

function compiles(plan: Plan): boolean {
  try {
    return compilePlan(plan) === plan;
  } catch {
    return false;
  }
}

const typed = fc
  .record({
    choice: fc.constantFrom('one', 'two', 'question', 'errand', 'noise'),
    confidence: fc.constantFrom(0, 0.4, 0.6, 0.9, 1),
  })
  .map((answer) => JSON.stringify(answer));

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('approved' as const) },
  fc.constantFrom('refused' as const, 'expired' as const),
);

export const anyFate: fc.Arbitrary<Fate> = fc.record({
  state: fc.oneof(
    { weight: 8, arbitrary: fc.constant('answered' as const) },
    { weight: 4, arbitrary: fc.constant('failed' as const) },
    fc.constantFrom('ignored' as const, 'cancelled' as const, 'quarantined' as const),
  ),
  reply: fc.oneof(typed, fc.constantFrom('', 'Done.', 'done. ', 'I wrote it.'), fc.string({ maxLength: 12 })),
  recoverable: fc.boolean(),
  acted: fc.integer({ min: 0, max: 3 }),
  effects: fc.constantFrom(0, 0, 1, 2),
  asks: fc.constantFrom(true, false, false, false, false),
});

/** Whole worlds: a plan, what its turns and persons do, and where workers die. Every list lets a task go on somewhere. */
export function worlds(plan: fc.Arbitrary<Plan>): fc.Arbitrary<World> {
  return fc.record(
    {
      plan,
      fates: fc.array(anyFate, { minLength: 1, maxLength: 12 }),
      answers: fc.array(anyAnswer, { minLength: 1, maxLength: 6 }),
      kills: fc.array(fc.boolean(), { maxLength: 8 }).map((kills) => [...kills, false]),
      rowPerTry: fc.boolean(),
      cancelAfter: fc.integer({ min: 0, max: 60 }),
      minutesPerLook: fc.constantFrom(1, 1, 7, 300),
    },
    { requiredKeys: ['plan', 'fates', 'answers', 'kills', 'rowPerTry'] },
  );
}
