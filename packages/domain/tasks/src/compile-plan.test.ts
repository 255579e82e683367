import { type Plan, planSchema } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPlan, goingOnWith, soundPlan } from '../test/arbitraries.ts';
import { compilePlan } from './compile-plan.ts';

type Draft = Record<string, unknown> & { readonly name: string };

const agent = (name: string, next?: string): Draft => ({
  kind: 'agent',
  name,
  text: `Do ${name}.`,
  ...(next === undefined ? {} : goingOnWith(next)),
});
const triage = (name: string, routes: Record<string, string>, choices = Object.keys(routes)): Draft => ({
  kind: 'triage',
  name,
  text: 'Which?',
  choices: choices.map((choice) => ({ name: choice, means: `It is ${choice}.` })),
  routes_by: routes,
});
const planOf = (...steps: readonly Draft[]): Plan => planSchema.parse({ steps });

/** Every way through a plan, told apart by what it passes; null where one leads to nowhere or in a circle. A reading of the rules of its own. */
function waysOf(plan: Plan): readonly (readonly string[])[] | null {
  const led = plan.steps.flatMap((step) => (step.kind === 'triage' ? Object.values(step.routes_by) : []));
  const onwards = (at: number): readonly string[] => {
    const step = plan.steps[at];
    if (step === undefined) return [];
    if (step.kind === 'triage') return Object.values(step.routes_by);
    if (step.next !== undefined) return [step.next];
    if (led.includes(step.name)) return ['end'];
    for (let next = at + 1; next < plan.steps.length; next++) {
      const name = plan.steps[next]?.name ?? '';
      if (!led.includes(name)) return [name];
    }
    return ['end'];
  };
  const ways: string[][] = [];
  const walk = (way: readonly string[], name: string): boolean => {
    if (name === 'end') {
      ways.push([...way]);
      return true;
    }
    const at = plan.steps.findIndex((step) => step.name === name);
    return at >= 0 && !way.includes(name) && onwards(at).every((next) => walk([...way, name], next));
  };
  return walk([], plan.steps[0]?.name ?? '') ? ways : null;
}

const thrown = (plan: Plan): unknown => {
  try {
    compilePlan(plan);
    return null;
  } catch (error) {
    return error;
  }
};

describe('compilePlan', () => {
  it('gives back the very plan that can be carried out', () => {
    const plan = planOf(
      agent('look'),
      triage('sort', { a: 'one', b: 'two', c: 'end' }),
      agent('one', 'close'),
      agent('two', 'close'),
      agent('close'),
      agent('tell'),
    );
    expect(compilePlan(plan)).toBe(plan);
  });

  it.each<readonly [string, Plan, string]>([
    ['no step', { steps: [], turns_max: 1, hours_max: 1 }, '1 to 8 steps, got 0'],
    [
      'nine steps',
      {
        ...planOf(agent('a')),
        steps: Array.from({ length: 9 }, (_, n) => planOf(agent(`s-${n}`)).steps[0]!),
      },
      'got 9',
    ],
    ['one name twice', planOf(agent('a'), agent('b'), agent('a')), '"a" twice'],
    ['a step that is called end', planOf(agent('a'), agent('end')), 'another name than "end"'],
    [
      'a next step that is none',
      planOf(agent('a', 'z')),
      '"a" to lead to a step of the plan or to "end", got "z"',
    ],
    ['a route to nowhere', planOf(triage('a', { x: 'end', y: 'z' })), 'got "z"'],
    ['a choice without a route', planOf(triage('a', { x: 'end' }, ['x', 'y'])), 'a route for the choice "y"'],
    [
      'a choice that every object has',
      planOf(triage('a', { x: 'end' }, ['x', 'constructor'])),
      'the choice "constructor"',
    ],
    [
      'a route without a choice',
      planOf(triage('a', { x: 'end', y: 'end', z: 'end' }, ['x', 'y'])),
      'got "z"',
    ],
    ['one choice twice', planOf(triage('a', { x: 'end' }, ['x', 'x'])), '"x" twice'],
    ['a step that leads to itself', planOf(agent('a', 'a')), 'no way leads back'],
    [
      'a way back',
      planOf(agent('a'), triage('b', { x: 'c', y: 'end' }), agent('c', 'b')),
      'no way leads back',
    ],
    [
      'a route to the first step',
      planOf(agent('a', 'b'), triage('b', { x: 'a', y: 'end' })),
      'no way leads back',
    ],
    [
      'a step that nobody leads to',
      planOf(triage('a', { x: 'b', y: 'end' }), agent('b'), agent('c')),
      'got "c"',
    ],
    ['a step behind a jump', planOf(agent('a', 'c'), agent('b'), agent('c')), 'got "b"'],
    [
      'branches that meet because of the order of the list',
      planOf(triage('a', { x: 'b', y: 'c' }), agent('b', 'd'), agent('c', 'e'), agent('d'), agent('e')),
      'got "d", which would go on with "e"',
    ],
  ])('refuses %s', (_, plan, words) => {
    expect(thrown(plan)).toMatchObject({ code: 'plan.invalid', kind: 'terminal' });
    expect((thrown(plan) as Error).message).toContain(words);
  });

  it('lets branches exclude each other: what is listed behind the chosen one does not run', () => {
    const plan = planOf(
      triage('sort', { research: 'research', calendar: 'calendar', reply: 'reply' }),
      agent('research'),
      agent('calendar'),
      agent('reply'),
    );
    expect(waysOf(compilePlan(plan))).toEqual([
      ['sort', 'research'],
      ['sort', 'calendar'],
      ['sort', 'reply'],
    ]);
  });

  it('accepts a plan exactly if every way through it ends, all steps are passed, and none meet unsaid', () => {
    const seen = { sound: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof(anyPlan, soundPlan), (plan) => {
        const ways = waysOf(plan);
        const all = ways !== null && new Set(ways.flat()).size === plan.steps.length;
        const error = thrown(plan);
        seen[error === null ? 'sound' : 'refused']++;
        const isJoin = error instanceof Error && error.message.includes('meet only where they say so');
        expect(isJoin || (error === null) === all).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(seen.sound, seen.refused)).toBeGreaterThan(100);
  });

  it('has branches that share no step where nobody says "next"', () => {
    const pairs = { seen: 0 };
    const silent = anyPlan.map(
      (plan): Plan => ({
        ...plan,
        steps: plan.steps.map((step) => {
          if (step.kind === 'triage') return step;
          const { next: _, ...rest } = step;
          return rest;
        }),
      }),
    );
    const named = (plan: Plan): string[] =>
      plan.steps
        .flatMap((step) => (step.kind === 'triage' ? [...new Set(Object.values(step.routes_by))] : []))
        .filter((to) => to !== 'end');
    fc.assert(
      fc.property(silent, (plan) => {
        fc.pre(thrown(plan) === null);
        // Two that name the same step say that they meet there.
        fc.pre(new Set(named(plan)).size === named(plan).length);
        const ways = waysOf(plan) ?? [];
        for (const one of ways)
          for (const other of ways) {
            const fork = one.findIndex((name, at) => other[at] !== name);
            if (fork < 0) continue;
            pairs.seen++;
            const after = new Set(other.slice(fork));
            expect(one.slice(fork).filter((name) => after.has(name))).toEqual([]);
          }
      }),
      { numRuns: 500 },
    );
    expect(pairs.seen).toBeGreaterThan(0);
  });
});
