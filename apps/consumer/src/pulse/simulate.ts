import type { Fingerprint, Id, SignalEvent } from '@salience/contracts';
import { dueAt, evaluate, quietHoursOf } from '@salience/escalation';
import {
  nothingObserved,
  type Observed,
  observe,
  routesTo,
  ruleScore,
  snapshotOf,
  withActivation,
} from '@salience/limbic';

/** A signal that was taken in, oldest first. */
export interface StoredSignal {
  readonly id: Id<'signal'>;
  readonly event: SignalEvent;
  /** The agent did it: it never wakes. */
  readonly own: boolean;
  /** When it was taken in, in epoch milliseconds. */
  readonly takenAt: number;
}

/** What is simulated. `threshold`: 0 to 1; `zone`: the owner's. */
export interface SimulationTerms {
  readonly fingerprint: Fingerprint;
  readonly threshold: number;
  readonly zone: string;
}

/** A wake as there would have been. `score`: of the signal that it is about. */
export interface SimulatedWake {
  readonly signal: StoredSignal;
  readonly score: number;
  readonly question: string;
}

/** A simulation after so many signals: a fold over them. */
export interface Simulation extends SimulationTerms {
  readonly state: Observed;
  /** Signals so far; those that the module declares; those that pass the gate; wakes that are over. */
  readonly signals: number;
  readonly routed: number;
  readonly passed: number;
  readonly wakes: number;
  readonly lastWakeAt: number | null;
  /** What waits for the pauses of the module to end: more that passes meanwhile is asked with it. */
  readonly open: (SimulatedWake & { readonly dueAt: number }) | null;
  /** The latest wakes, oldest first. */
  readonly latest: readonly SimulatedWake[];
}

/** Wakes that are kept as examples. */
export const examplesMax = 20;

/** A simulation before the first signal. */
export function startSimulation(terms: SimulationTerms): Simulation {
  const none = { signals: 0, routed: 0, passed: 0, wakes: 0, lastWakeAt: null, open: null, latest: [] };
  return { ...terms, ...none, state: nothingObserved };
}

/**
 * The simulation after some more signals, in the order in which they were taken in. Each is routed, scored by the rule and put before the gate as it would be live; what
 * passes is asked when it is due (coalescing, cooldown, the module's quiet hours). What a model learned counts for nothing here, nor do other modules of the
 * cluster and the limits of the day.
 */
export function simulated(before: Simulation, signals: readonly StoredSignal[]): Simulation {
  return signals.reduce(withSignal, before);
}

/** The simulation at its end: what was still open is asked too. */
export function endSimulation(simulation: Simulation): Simulation {
  return wakeUntil(simulation, Number.POSITIVE_INFINITY);
}

function withSignal(before: Simulation, signal: StoredSignal): Simulation {
  const due = wakeUntil(before, signal.takenAt);
  const { fingerprint, threshold, zone } = due;
  const counted = { ...due, signals: due.signals + 1 };
  if (!routesTo(fingerprint, signal.event)) return counted;
  const routed = { ...counted, state: observe(due.state, signal.event), routed: due.routed + 1 };
  const { state } = routed;
  if (signal.own) return routed;
  const snapshot = snapshotOf(state.cluster, fingerprint.module_id);
  const score = ruleScore(snapshot, fingerprint, zone);
  const decision = evaluate({
    moduleId: fingerprint.module_id,
    score,
    window: snapshot.events.map(({ event }) => event),
    fingerprint,
    threshold,
    context: { zone },
  });
  if (decision.question === null) return routed;
  return opened({ ...routed, passed: due.passed + 1 }, { signal, score, question: decision.question });
}

/** The same with one more signal that passed: of those that are asked together the first one stays the example. */
function opened(before: Simulation, wake: SimulatedWake): Simulation {
  if (before.open !== null) return before;
  const { fingerprint, lastWakeAt, zone } = before;
  const { takenAt } = wake.signal;
  const at = dueAt({
    now: takenAt,
    firstAt: takenAt,
    lastWakeAt,
    cooldownMs: fingerprint.cooldown_seconds * 1_000,
    quietHours: quietHoursOf(fingerprint, null),
    zone: fingerprint.time_zone ?? zone,
  });
  return { ...before, open: { ...wake, dueAt: at } };
}

function wakeUntil(before: Simulation, now: number): Simulation {
  const { fingerprint, latest, open, state, wakes } = before;
  if (open === null || open.dueAt > now) return before;
  const { question, score, signal } = open;
  return {
    ...before,
    state: { ...state, cluster: withActivation(state.cluster, fingerprint.module_id, open.dueAt / 1_000) },
    wakes: wakes + 1,
    lastWakeAt: open.dueAt,
    open: null,
    latest: [...latest, { question, score, signal }].slice(-examplesMax),
  };
}
