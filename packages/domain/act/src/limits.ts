/** The limits of one loop of actions: the part of a run that one turn does. */
export interface RunLimits {
  /** The cost of an action by its tool's name, before growth. */
  readonly costs: Readonly<Record<string, number>>;
  /** The cost of an action whose tool `costs` does not name. */
  readonly defaultCost: number;
  /** An action of iteration i (from 0) costs its cost times (1 + growth · i). */
  readonly growth: number;
  /** The budget of the loop. */
  readonly budget: number;
  /** Default timeout of an action, milliseconds. */
  readonly actionTimeoutMs: number;
  /** Maximum time of all actions together, milliseconds, without waiting for models and retries. */
  readonly activeMsMax: number;
  /** Maximum plans of one loop; one closing call follows. */
  readonly iterationsMax: number;
  /** Maximum plans of a whole run, over all its turns: it limits a run whose approvals only ever expire. */
  readonly runIterationsMax: number;
  /** Maximum calls of one plan that are considered. */
  readonly callsPerPlanMax: number;
  /** Delays before the retries of a transient failure, milliseconds. */
  readonly retryDelaysMs: readonly number[];
  /** Repeated calls that close the loop. */
  readonly repeatsMax: number;
}

/** The limits of DESIGN: costs, growth, budget, times, caps. */
export const runLimits: RunLimits = {
  costs: { recall: 1, memorize: 0.8, introspect: 0.5, associate: 1 },
  defaultCost: 1,
  growth: 0.3,
  budget: 10,
  actionTimeoutMs: 10_000,
  activeMsMax: 60_000,
  iterationsMax: 8,
  runIterationsMax: 24,
  callsPerPlanMax: 16,
  retryDelaysMs: [2_000, 6_000, 18_000],
  repeatsMax: 3,
};

/** The limits with each tool's declared cost, which overrides the list. */
export function limitsFor(
  tools: readonly { readonly name: string; readonly cost: number }[],
  limits: RunLimits = runLimits,
): RunLimits {
  return { ...limits, costs: { ...limits.costs, ...Object.fromEntries(tools.map((t) => [t.name, t.cost])) } };
}

/** The cost of an action in iteration `iteration`, counted from 0. */
export function costOf(tool: string, iteration: number, limits: RunLimits = runLimits): number {
  const cost = Object.hasOwn(limits.costs, tool) ? limits.costs[tool] : undefined;
  return (cost ?? limits.defaultCost) * (1 + limits.growth * iteration);
}

/**
 * The time of the next retry of a transient failure, after `attempt` attempts; null if none is left.
 * `at`: the end of the last attempt, in business time.
 */
export function retryAtOf(attempt: number, at: Date, limits: RunLimits = runLimits): Date | null {
  const delay = limits.retryDelaysMs[attempt - 1];
  return delay === undefined ? null : new Date(at.getTime() + delay);
}
