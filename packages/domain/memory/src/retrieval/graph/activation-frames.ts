import { type Activated, type EdgesOf, spreadActivation, type SpreadRules, spreadRules } from './spread.ts';

/** What is active after so many steps; at step 0 nothing but the seeds. */
export interface ActivationFrame {
  readonly step: number;
  /** Strongest first. A seed is among them only with what it got from another. */
  readonly active: readonly Activated[];
}

/** How activation spreads from the seeds, step by step: `spreadActivation` itself with one step more each time. The last frame is what it gives. Pure. */
export function activationFrames(
  seeds: readonly { readonly id: string; readonly energy: number }[],
  edgesOf: EdgesOf,
  rules: SpreadRules = spreadRules,
): ActivationFrame[] {
  return Array.from({ length: rules.depth + 1 }, (_, step) => ({
    step,
    active: spreadActivation(seeds, edgesOf, { ...rules, depth: step }),
  }));
}
