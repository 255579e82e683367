import type { Policy, WeightName } from '@salience/router';
import type { Evidence } from '../evidence/evidence.ts';
import { paceRules, tidy } from './bounds.ts';
import { type CycleInput, type CycleResult, regulate } from './cycle.ts';
import type { RegulatorState } from './state.ts';

/** When and how far an agent may differ from the fleet. */
export const offsetRules = {
  /** An agent's own labelled decisions without which it makes no new change. */
  labelledMin: 500,
  /** How far an agent's weight may lie from the fleet's. */
  spread: 0.1,
} as const;

/** What an agent adds to the weights of the fleet. */
export type Offsets = Readonly<Partial<Record<WeightName, number>>>;

/** The policy of an agent: the fleet's weights plus its offsets, each at most .1 and never below 0 or above 10. */
export function withOffsets(fleet: Policy, offsets: Offsets): Policy {
  const moved = Object.entries(offsets).flatMap(([name, offset]) => {
    const weight = fleet.weights[name as WeightName];
    if (weight === undefined || offset === undefined) return [];
    const bounded = Math.min(Math.max(offset, -offsetRules.spread), offsetRules.spread);
    return [[name, tidy(Math.min(Math.max(weight + bounded, 0), 10))] as const];
  });
  return { ...fleet, weights: { ...fleet.weights, ...Object.fromEntries(moved) } };
}

/** The offsets that lead from the fleet's weights to those of an agent's policy; weights that are the same have none. */
export function offsetsBetween(fleet: Policy, own: Policy): Offsets {
  const differing = Object.entries(own.weights).flatMap(([name, weight]) => {
    const offset = tidy((weight ?? 0) - (fleet.weights[name as WeightName] ?? 0));
    return offset === 0 ? [] : [[name, offset] as const];
  });
  return Object.fromEntries(differing);
}

/** One cycle for one agent. */
export interface OffsetInput extends Omit<CycleInput, 'labelledMin' | 'shipped' | 'spread'> {
  readonly fleet: Policy;
  /** Of this agent alone. `state.policy` is the fleet's with the agent's offsets. */
  readonly evidence: Evidence;
  readonly state: RegulatorState;
}

/**
 * One cycle of an agent's own offsets: the same rules on its own decisions, within .1 of the fleet's weights. Nothing new is changed below 500 labelled decisions
 * of its own; a change that was made before they became fewer is settled, and taken back, as any other. When the fleet changes, call it with a state whose policy is `withOffsets(fleet, offsets)` again and whose live
 * change, if any, was settled.
 */
export function regulateOffsets({ fleet, ...input }: OffsetInput): CycleResult {
  const { labelledMin, spread } = offsetRules;
  return regulate({ ...input, shipped: fleet, labelledMin, spread: Math.min(spread, paceRules.spread) });
}
