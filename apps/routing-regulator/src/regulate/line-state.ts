import { type Id, idSchema, policyStandingSchema, type PolicyStanding } from '@salience/contracts';
import type { PolicyHeadRow } from '@salience/database/learning';
import { freshRegulatorState, type LiveChange, type RegulatorState } from '@salience/regulation';
import type { Policy } from '@salience/router';
import { z } from 'zod';

const numbers = z.record(z.string(), z.number());
const policy = z.object({ name: z.string(), version: z.number(), weights: numbers });
const change = z.object({
  parameter: z.string(),
  before: z.number(),
  after: z.number(),
  publishedAt: z.number(),
  version: z.number(),
  parent: policy,
  pressure: z.string(),
  expected: z.unknown(),
});
const regulator = z.object({
  policy,
  live: change.nullable(),
  watched: z.array(change),
  cooldowns: numbers,
  steps: numbers,
  publishedAt: z.number().nullable(),
  pinned: z.boolean(),
});

/** What is kept with the head of a policy between two cycles. */
export interface LineState {
  readonly regulator: RegulatorState;
  /** The row of history of the live change, where what it did is written. */
  readonly changeId: Id<'policyChange'> | null;
  /** How it did when it was looked at last; null: it was not. */
  readonly standing: PolicyStanding | null;
}

/**
 * Reads it for the version that decides. What another release kept, or what was kept for another version, is not used: learning goes on
 * from the policy as it is, with the weights at rest that were.
 */
export function readLineState(head: PolicyHeadRow | undefined, live: Policy): LineState {
  const kept = head?.state ?? {};
  const state = z.object({ regulator }).safeParse(kept);
  const standing = z.object({ standing: policyStandingSchema }).safeParse(kept);
  const changeId = z.object({ changeId: idSchema('policyChange') }).safeParse(kept);
  const pinned = head !== undefined && head.pinnedVersion !== null;
  const told = { standing: standing.success ? standing.data.standing : null };
  const known = state.success ? (state.data.regulator as unknown as RegulatorState) : undefined;
  if (known === undefined)
    return { ...told, changeId: null, regulator: { ...freshRegulatorState(live), pinned } };
  if (known.policy.version === live.version && known.policy.name === live.name)
    return { ...told, changeId: changeId.data?.changeId ?? null, regulator: { ...known, pinned } };
  return { ...told, changeId: null, regulator: { ...movedTo(known, live), pinned } };
}

/** The state after somebody had another version decide: no change is open, weights that rest go on resting. */
export function movedTo(state: RegulatorState, live: Policy): RegulatorState {
  const { cooldowns, publishedAt, steps } = state;
  return { ...freshRegulatorState(live), cooldowns, steps, publishedAt };
}

/** The state after a new base: changes that are not settled go on being judged, as the same steps in the new policy. */
export function rebasedState(state: RegulatorState, next: Policy): RegulatorState {
  const onTop = (each: LiveChange): LiveChange[] => {
    const { after, before, parameter } = each;
    const weight = next.weights[parameter];
    if (weight === undefined || state.policy.weights[parameter] !== after) return [];
    const back = Math.max(Math.round((weight - (after - before)) * 1e9) / 1e9, 0);
    const parent = { ...next, weights: { ...next.weights, [parameter]: back } };
    return [{ ...each, before: back, after: weight, parent }];
  };
  return {
    ...state,
    policy: next,
    live: state.live === null ? null : (onTop(state.live)[0] ?? null),
    watched: state.watched.flatMap(onTop),
  };
}
