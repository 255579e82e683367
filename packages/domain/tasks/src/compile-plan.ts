import type { Plan, PlanStep } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { edgesFrom, planEnd, stepNamed } from './plan-graph.ts';

const stepsMax = 8;

/**
 * The same plan, once it is known that it can be carried out: its names are different, every way leads to a step or to `end`, every choice has
 * one route, every step can be reached from the first, no way leads back, and branches meet only where a `next` says so. Throws
 * `plan.invalid`, whose message names the step and what is expected.
 */
export function compilePlan(plan: Plan): Plan {
  const problem = problemOf(plan);
  if (problem !== null) throw invalidPlan(problem);
  return plan;
}

/** The error of a plan that cannot be carried out. */
export function invalidPlan(problem: string): SalienceError {
  return new SalienceError('plan.invalid', problem, { kind: 'terminal' });
}

function problemOf(plan: Plan): string | null {
  const { steps } = plan;
  if (steps.length < 1 || steps.length > stepsMax)
    return `Expected a plan of 1 to ${stepsMax} steps, got ${steps.length}.`;
  return (
    nameProblem(steps) ??
    first(steps, choiceProblem) ??
    first(steps, (step) => targetProblem(plan, step)) ??
    cycleProblem(plan) ??
    reachProblem(plan) ??
    joinProblem(plan)
  );
}

function nameProblem(steps: readonly PlanStep[]): string | null {
  const names = steps.map(({ name }) => name);
  if (names.includes(planEnd))
    return `Expected a step with another name than "${planEnd}", which ends a plan.`;
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? null : `Expected steps with different names, got "${twice}" twice.`;
}

function choiceProblem(step: PlanStep): string | null {
  if (step.kind !== 'triage') return null;
  const names = step.choices.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    return `Expected different choices of the step "${step.name}", got "${twice}" twice.`;
  const open = names.find((name) => !Object.hasOwn(step.routes_by, name));
  if (open !== undefined)
    return `Expected a route for the choice "${open}" of the step "${step.name}": add it to routes_by.`;
  const extra = Object.keys(step.routes_by).find((name) => !names.includes(name));
  return extra === undefined
    ? null
    : `Expected routes_by of the step "${step.name}" to have its choices alone (${names.join(', ')}), got "${extra}".`;
}

function targetProblem(plan: Plan, step: PlanStep): string | null {
  const lost = edgesFrom(plan, step).find(({ to }) => to !== planEnd && stepNamed(plan, to) === undefined);
  return lost === undefined
    ? null
    : `Expected the step "${step.name}" to lead to a step of the plan or to "${planEnd}", got "${lost.to}".`;
}

function cycleProblem(plan: Plan): string | null {
  const left = new Set(plan.steps);
  // A step from which every way leads out of what is left is on no cycle.
  const isOut = (step: PlanStep): boolean =>
    edgesFrom(plan, step).every(({ to }) => ![...left].some(({ name }) => name === to));
  for (let out = [...left].find(isOut); out !== undefined; out = [...left].find(isOut)) left.delete(out);
  const [one] = left;
  return one === undefined
    ? null
    : `Expected a plan in which no way leads back, got one that comes again to a step after "${one.name}".`;
}

function reachProblem(plan: Plan): string | null {
  const reached = new Set<string>();
  const open = plan.steps.slice(0, 1);
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    reached.add(step.name);
    for (const { to } of edgesFrom(plan, step)) {
      const next = stepNamed(plan, to);
      if (next !== undefined && !reached.has(to)) open.push(next);
    }
  }
  const lost = plan.steps.find(({ name }) => !reached.has(name));
  return lost === undefined
    ? null
    : `Expected every step to be reached from the first, got "${lost.name}", which no step leads to: name it in a "next" or in a route.`;
}

/** Two branches may meet, but not because of the order in which somebody listed their steps. */
function joinProblem(plan: Plan): string | null {
  const edges = plan.steps.flatMap((step) =>
    edgesFrom(plan, step).map((edge) => ({ ...edge, of: step.name })),
  );
  const joins = edges.find(
    ({ to, implied, of }) =>
      implied && to !== planEnd && edges.some((other) => other.to === to && other.of !== of),
  );
  return joins === undefined
    ? null
    : `Expected branches to meet only where they say so, got "${joins.of}", which would go on with "${joins.to}" of another branch: give it a "next".`;
}

function first(steps: readonly PlanStep[], look: (step: PlanStep) => string | null): string | null {
  for (const step of steps) {
    const problem = look(step);
    if (problem !== null) return problem;
  }
  return null;
}
