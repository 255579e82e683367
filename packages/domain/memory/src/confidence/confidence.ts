import type { ActionResult, Mode, Trust, Verdict } from '@salience/contracts';

/** What is less sure than this (0..1) is a guess, and whoever tells it says so. */
export const lowConfidence = 0.5;

/** How sure anything can be that rests on text of this trust, 0..1. */
const limits: Readonly<Record<Trust, number>> = {
  external: 0.7,
  unverified: 0.8,
  agent: 0.95,
  user: 1,
  owner: 1,
};

/** How much an outcome says, 0..1: a failure says little of what was asked for. */
const outcomes: Readonly<Record<ActionResult['outcome'], number>> = {
  succeeded: 1,
  failed: 0.3,
  timed_out: 0.2,
  unknown: 0.1,
};

/** What is left of a result that the critic objects to, 0..1. */
const objected = 0.5;
/** A reply of a language model that nothing supports, and one of the offline responder, which knows nothing of its own. */
const unsupported = { model: 0.5, offline: 0.3 } as const;
/** How much a citation that fits wholly says, 0..1: that a model cites it does not prove that it follows from it. */
const cited = 0.8;

/** Modes whose replies claim nothing: a question back, a nod, silence. */
const claimless: ReadonlySet<Mode> = new Set(['CLARIFY', 'ACKNOWLEDGE', 'IGNORE']);

/** What the confidence in a result is made of. */
export interface ResultBasis {
  readonly outcome: ActionResult['outcome'];
  /** The shrunk success rate of this kind of action before it ran, 0..1. */
  readonly record: number;
  readonly verdict: Verdict['verdict'] | null;
  readonly trust: Trust;
}

/**
 * How far the result of an action can be relied on, 0..1: outcome × (½ + ½ record), halved if the critic objects, and at most what its
 * trust allows. Three decimals. Pure.
 */
export function confidenceOfResult({ outcome, record, trust, verdict }: ResultBasis): number {
  const believed = outcomes[outcome] * (0.5 + 0.5 * unit(record));
  const judged = verdict === null || verdict === 'accept' ? believed : believed * objected;
  return thousandths(Math.min(judged, limits[trust]));
}

/** How much a memory speaks for a reply that cites it, 0..1: how well it fits the question, at most what its trust allows. */
export function supportOf(relevance: number, trust: Trust): number {
  return thousandths(Math.min(unit(relevance), limits[trust]));
}

/** What the confidence in a reply is made of. */
export interface ReplyBasis {
  readonly mode: Mode;
  /** Written without a language model. */
  readonly offline: boolean;
  readonly trust: Trust;
  /** The support of each memory that it cites, 0..1. */
  readonly support: readonly number[];
  /** The confidence of each action that it tells of, 0..1. */
  readonly actions: readonly number[];
}

/** The confidence in a reply, and what made it. All 0..1. */
export interface ReplyConfidence {
  readonly confidence: number;
  /** Without any evidence. */
  readonly ground: number;
  /** With the evidence. */
  readonly supported: number;
  /** Of the least sure action that it tells of; null without actions. */
  readonly leastAction: number | null;
  /** The most that its trust allows. */
  readonly limit: number;
}

/**
 * How far a reply can be relied on: from `ground` each piece of evidence takes it towards 1 by its share, a citation by 0.8 of its
 * support and an action by its confidence: ground + (1 − ground) × (1 − Π (1 − share)). It is at most as sure as the least sure
 * action, and as its trust allows. Null for a mode that makes no claim: a question back, a nod. Three decimals. Pure.
 */
export function confidenceOfReply({
  actions,
  mode,
  offline,
  support,
  trust,
}: ReplyBasis): ReplyConfidence | null {
  if (claimless.has(mode)) return null;
  const ground = offline ? unsupported.offline : unsupported.model;
  const shares = [...support.map((one) => cited * unit(one)), ...actions.map(unit)];
  const open = shares.reduce((left, share) => left * (1 - share), 1);
  const supported = thousandths(ground + (1 - ground) * (1 - open));
  const leastAction = actions.length === 0 ? null : unit(Math.min(...actions));
  const limit = limits[trust];
  const confidence = thousandths(Math.min(supported, leastAction ?? 1, limit));
  return { confidence, ground, supported, leastAction, limit };
}

function unit(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

function thousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
