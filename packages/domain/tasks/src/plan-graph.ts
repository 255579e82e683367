import type { Plan, PlanStep } from '@salience/contracts';

/** What ends a plan; no step has this name. */
export const planEnd = 'end';

/** A way from one step to the next; `implied`: nobody wrote it down, it follows from the order of the list. */
interface Edge {
  readonly to: string;
  readonly implied: boolean;
}

export function stepNamed(plan: Plan, name: string): PlanStep | undefined {
  return plan.steps.find((step) => step.name === name);
}

/** The steps that a triage of the plan leads to, `end` included. */
function routeTargets(plan: Plan): ReadonlySet<string> {
  return new Set(plan.steps.flatMap((step) => (step.kind === 'triage' ? Object.values(step.routes_by) : [])));
}

/**
 * What follows a step that is no triage. Branches exclude each other: the target of a route ends the plan unless it names what follows, and no
 * step runs into the target of a route just because it stands before it.
 */
export function followerOf(plan: Plan, step: Exclude<PlanStep, { kind: 'triage' }>): Edge {
  if (step.next !== undefined) return { to: step.next, implied: false };
  const targets = routeTargets(plan);
  if (targets.has(step.name)) return { to: planEnd, implied: true };
  const place = plan.steps.findIndex(({ name }) => name === step.name);
  const next = plan.steps.slice(place + 1).find(({ name }) => !targets.has(name));
  return { to: next?.name ?? planEnd, implied: true };
}

/** Where a choice of a triage leads; undefined for one that it does not have. */
export function routeOf(
  step: Pick<Extract<PlanStep, { kind: 'triage' }>, 'routes_by'>,
  choice: string,
): string | undefined {
  return Object.hasOwn(step.routes_by, choice) ? step.routes_by[choice] : undefined;
}

/** Every way that leads on from a step. */
export function edgesFrom(plan: Plan, step: PlanStep): readonly Edge[] {
  if (step.kind !== 'triage') return [followerOf(plan, step)];
  return [...new Set(Object.values(step.routes_by))].map((to) => ({ to, implied: false }));
}
