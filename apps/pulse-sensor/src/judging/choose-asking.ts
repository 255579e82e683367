import type { EscalationReason, SignalEvent } from '@salience/contracts';
import { disambiguate } from '@salience/escalation';
import type { Judgement } from '@salience/limbic';
import type { Module } from '../modules/module-book.ts';
import type { Scored } from './score-signal.ts';

/** Who asks about a signal, or shows it. */
export interface Asks {
  readonly kind: 'look' | 'wake';
  /** Null: it may be any of the candidates. */
  readonly module: Module | null;
  /** Of a question about several modules; else empty. */
  readonly candidates: readonly Module[];
  readonly judgement: Judgement;
  readonly score: number;
  readonly threshold: number;
}

/** Who asks, and the reason for each that passed. */
export interface Choice {
  readonly asks: Asks;
  readonly reasons: ReadonlyMap<Scored, EscalationReason>;
}

/**
 * Which of the modules that a signal passed for asks: the one that matches better by a margin, or all of them in one question. Those whose breaker holds are shown
 * only. Undefined: it passed for none.
 */
export function chooseAsking(
  cluster: string,
  scored: readonly Scored[],
  event: SignalEvent,
  { now, zone }: { readonly now: Date; readonly zone: string },
): Choice | undefined {
  const passing = scored.filter(({ passes }) => passes);
  const free = passing.filter(({ verdict }) => !isHeldBack(verdict.module, now));
  const [first] = free.length > 0 ? free : passing;
  if (first === undefined) return undefined;
  const reasons = new Map<Scored, EscalationReason>(
    passing.map((one) => [one, free.includes(one) ? 'woke' : 'breaker']),
  );
  if (free.length < 2)
    return { reasons, asks: asksOf(free.length === 0 ? 'look' : 'wake', first, first.verdict.module, []) };
  const choice = disambiguate(
    cluster,
    free.map(({ verdict }) => ({ fingerprint: verdict.module.fingerprint, score: verdict.score ?? 0 })),
    [event],
    { zone, home: typeof event.features['home'] === 'string' ? event.features['home'] : undefined },
  );
  for (const one of free) reasons.set(one, choice.reasons[one.verdict.module.name] ?? 'woke');
  const winner = free.find(({ verdict }) => verdict.module.name === choice.moduleId);
  if (winner !== undefined) return { reasons, asks: asksOf('wake', winner, winner.verdict.module, []) };
  const listed = free.filter(({ verdict }) => choice.listed.includes(verdict.module.name));
  const candidates = listed.map(({ verdict }) => verdict.module);
  return { reasons, asks: asksOf('wake', listed[0] ?? first, null, candidates) };
}

/** As what a scored signal is asked about or shown. */
export function asksOf(
  kind: Asks['kind'],
  { judgement, verdict }: Scored,
  module: Module | null,
  candidates: readonly Module[],
): Asks {
  return { kind, module, candidates, judgement, score: verdict.score ?? 0, threshold: verdict.threshold };
}

function isHeldBack({ breakerUntil }: Module, now: Date): boolean {
  return breakerUntil !== null && Date.parse(breakerUntil) > now.getTime();
}
