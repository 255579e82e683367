/** What one loop of actions may use up. All numbers are of one loop: the part of a run that one turn does. */
export interface RunLimits {
  /** What an action costs by its tool's name, before it grows with the iteration. */
  readonly costs: Readonly<Record<string, number>>;
  /** What an action costs whose tool `costs` does not name. */
  readonly defaultCost: number;
  /** An action of iteration i (from 0) costs its cost times (1 + growth · i). */
  readonly growth: number;
  /** The loop stops when this much is used up. */
  readonly budget: number;
  /** Time of one action unless its tool says otherwise, milliseconds. */
  readonly actionTimeoutMs: number;
  /** Time of all actions together, milliseconds; waiting for a model or for a retry is not counted. */
  readonly activeMsMax: number;
  /** Plans of one loop; one closing call follows. */
  readonly iterationsMax: number;
  /** Plans of a whole run, over all its turns: what bounds a run whose requests only ever expire. */
  readonly runIterationsMax: number;
  /** Calls of one plan that are looked at. */
  readonly callsPerPlanMax: number;
  /** Delays before each further try of a transient failure, milliseconds. */
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

/** The limits with what each tool says it costs; what a tool says counts more than the list. */
export function limitsFor(
  tools: readonly { readonly name: string; readonly cost: number }[],
  limits: RunLimits = runLimits,
): RunLimits {
  return { ...limits, costs: { ...limits.costs, ...Object.fromEntries(tools.map((t) => [t.name, t.cost])) } };
}

/** What one action uses up in iteration `iteration`, counted from 0. */
export function costOf(tool: string, iteration: number, limits: RunLimits = runLimits): number {
  const cost = Object.hasOwn(limits.costs, tool) ? limits.costs[tool] : undefined;
  return (cost ?? limits.defaultCost) * (1 + limits.growth * iteration);
}

/**
 * When a transient failure is tried again, after `attempt` tries (1 for the first); null when no try is left.
 * `at` is the end of the last try, in business time.
 */
export function retryAtOf(attempt: number, at: Date, limits: RunLimits = runLimits): Date | null {
  const delay = limits.retryDelaysMs[attempt - 1];
  return delay === undefined ? null : new Date(at.getTime() + delay);
}
