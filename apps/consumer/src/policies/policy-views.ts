import {
  type LabelView,
  type PolicyChangeView,
  type PolicyDetail,
  type PolicyDiffView,
  type PolicyRequestView,
  type PolicyStanding,
  policyStandingSchema,
  type PolicyVersionView,
  type PolicyView,
} from '@salience/contracts';
import type {
  LabelRow,
  PolicyChangeRow,
  PolicyHeadRow,
  PolicyRequestRow,
  PolicyVersionRow,
} from '@salience/database/learning';
import { healthyShares } from '@salience/regulation';
import { z } from 'zod';

type Weights = Readonly<Record<string, number>>;
type Ref = PolicyDiffView['from'];

/** A policy with the newest of its versions, and its head if it is regulated. */
export interface KnownPolicy {
  readonly name: string;
  readonly newest: number;
  readonly createdAt: Date;
  readonly head: PolicyHeadRow | undefined;
  /** Of one that has no version yet, because nothing was changed: what decides in its place, and how decisions did when they were looked at last. */
  readonly before?: { readonly decides: Ref; readonly standing: PolicyStanding | null };
}

/** The version that decides, of this policy or in its place. */
export function liveOf({ before, head, name, newest }: KnownPolicy): Ref {
  return before?.decides ?? { name, version: head?.liveVersion ?? newest };
}

/** The version of another policy that a regulated one departs from. */
export function baseOf({ before, head }: KnownPolicy): Ref | null {
  if (before !== undefined) return before.decides;
  return head === undefined ? null : { name: head.baseName, version: head.baseVersion };
}

/** A policy as lists show it. `figures`: with who pinned it. */
export function policyView(policy: KnownPolicy, figures: boolean): PolicyView {
  const { before, createdAt, head, name, newest } = policy;
  return {
    name,
    live_version: before === undefined ? liveOf(policy).version : null,
    newest_version: before === undefined ? newest : null,
    base: baseOf(policy),
    pinned: pinOf(head, figures),
    cycled_at: before === undefined ? (head?.cycledAt?.toISOString() ?? null) : (before.standing?.at ?? null),
    updated_at: (head?.updatedAt ?? createdAt).toISOString(),
  };
}

function pinOf(head: PolicyHeadRow | undefined, figures: boolean): PolicyView['pinned'] {
  if (!head?.pinnedVersion || head.pinnedBy === null || head.pinnedAt === null) return null;
  return { version: head.pinnedVersion, by: figures ? head.pinnedBy : null, at: head.pinnedAt.toISOString() };
}

/** What the regulator leaves beside its own state. A state of another release may have none, or another one. */
const seenSchema = z.object({ standing: policyStandingSchema });

/** How a policy did when the regulator looked at it last; null where nothing tells. */
export function standingOf({ before, head }: KnownPolicy): PolicyDetail['standing'] {
  const seen = seenSchema.safeParse(before ?? head?.state);
  if (!seen.success) return null;
  const { shares, ...standing } = seen.data.standing;
  const bands = Object.entries(healthyShares) as [
    keyof typeof healthyShares,
    { low: number; high: number },
  ][];
  return {
    ...standing,
    shares: bands.map(([mode, band]) => ({ mode, share: shares[mode] ?? 0, ...band })),
  };
}

/** Weights that differ, by name. */
export function weightChanges(from: Weights, to: Weights): PolicyDiffView['weights'] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names
    .map((parameter) => ({ parameter, from: from[parameter] ?? null, to: to[parameter] ?? null }))
    .filter((change) => !Object.is(change.from, change.to));
}

/** Who pins and asks is told to those who may see the figures. */
const hidden = ['asked_by', 'estimate', 'measured'];
const hiddenOf = (reason: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(hidden.filter((name) => name in reason).map((name) => [name, null]));

/** A version of a policy. `figures`: with what was estimated and measured, and who asked for it. */
export function policyVersionView(row: PolicyVersionRow, figures: boolean): PolicyVersionView {
  const { createdAt, name, parentName, parentVersion, reason, version, weights } = row;
  return {
    name,
    version,
    parent:
      parentName === null || parentVersion === null ? null : { name: parentName, version: parentVersion },
    weights: { ...weights },
    reason: reason === null ? null : { ...reason, ...(figures ? {} : hiddenOf(reason)) },
    created_at: createdAt.toISOString(),
  };
}

/** Why, where who asked for it is not told. */
const asked: Readonly<Partial<Record<PolicyChangeView['action'], string>>> = {
  pin: 'an operator holds the policy at this version',
  unpin: 'an operator lets the policy be moved again',
  rollback: 'an operator asked for the weights of an earlier version',
};

/** A change in the history of a policy. `figures`: with what was estimated and measured, and who asked for it. */
export function policyChangeView(row: PolicyChangeRow, figures: boolean): PolicyChangeView {
  return {
    change_id: row.id,
    policy: row.policy,
    action: row.action,
    version: row.version,
    parent_version: row.parentVersion,
    parameter: row.parameter,
    value_before: row.valueBefore,
    value_after: row.valueAfter,
    pressure: row.pressure,
    estimate: row.estimate === null || !figures ? null : { ...row.estimate },
    measured: row.measured === null || !figures ? null : { ...row.measured },
    adopted_at: row.adoptedAt?.toISOString() ?? null,
    cause: (figures ? undefined : asked[row.action]) ?? row.cause,
    at: row.at.toISOString(),
  };
}

/** What somebody asked of the regulator. */
export function policyRequestView(row: PolicyRequestRow): PolicyRequestView {
  return {
    request_id: row.id,
    kind: row.kind,
    policy: row.policy,
    version: row.version,
    asked_by: row.askedBy,
    asked_at: row.askedAt.toISOString(),
    state: row.state,
    outcome: row.outcome === null ? null : { ...row.outcome },
    done_at: row.doneAt?.toISOString() ?? null,
  };
}

/** What was said of a decision. */
export function labelView(row: LabelRow): LabelView {
  return {
    label_id: row.id,
    turn_id: row.turnId,
    thread_id: row.threadId,
    kind: row.kind,
    wanted: row.wanted,
    mode: row.mode,
    confidence: row.confidence,
    given_via: row.givenVia,
    reason: row.reason,
    given_by: row.givenBy,
    from_turn_id: row.fromTurnId,
    policy: { name: row.policyName, version: row.policyVersion },
    review: row.review && { ambiguity: row.review.ambiguity, dimensions: { ...row.review.dimensions } },
    decided_at: row.decidedAt.toISOString(),
    at: row.at.toISOString(),
  };
}
