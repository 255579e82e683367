import type { SignalEvent } from '@salience/contracts';
import { clamp, finiteOr } from '../features/bounded.ts';
import { windowLength } from '../features/feature-names.ts';
import { compactEvent } from './compact-event.ts';

/** Version of the shape below. */
export const stateSchema = 'limbic-state.v1';

/** An event as a window keeps it. */
export interface WindowEvent {
  /** Shortened: see `compactEvent`. */
  readonly event: SignalEvent;
  /** Events of the minute before it, 0 to 1, logarithmic. */
  readonly burst: number;
  /** How far it is from what is usual at its location, -1 to 1. */
  readonly surprise: number;
}

/**
 * What is known of the signals of one cluster of one agent, after so many of them: plain JSON. It is stored with the position of the last
 * signal behind it.
 */
export interface ClusterState {
  readonly schema: typeof stateSchema;
  /** Signals so far. */
  readonly seen: number;
  /** The last ones, oldest first; at most `windowLength`. */
  readonly events: readonly WindowEvent[];
  /** Signals of the last minute, each worth half after `paceHalfLifeSeconds`. */
  readonly pace: { readonly at: number; readonly count: number };
  /** When each module last woke the agent, in seconds since 1970. */
  readonly activations: Readonly<Record<string, number>>;
}

const paceHalfLifeSeconds = 30;
/** Events of a minute from which on a burst cannot be larger. */
const burstMax = 60;

/** The state before the first signal. */
export function emptyState(): ClusterState {
  return { schema: stateSchema, seen: 0, events: [], pace: { at: 0, count: 0 }, activations: {} };
}

/**
 * The state after one more signal. A pure fold: the same signals in the same order give the same state, bit for bit, also after a way
 * through JSON. `surprise`: what the statistics of the event's location say of it, -1 to 1.
 */
export function advance(state: ClusterState, event: SignalEvent, surprise = 0): ClusterState {
  const at = finiteOr(event.timestamp, state.pace.at);
  const passed = Math.max(0, at - state.pace.at);
  const count = state.pace.count * 2 ** (-passed / paceHalfLifeSeconds) + 1;
  const seen: WindowEvent = {
    event: compactEvent(event),
    burst: clamp(Math.log1p(count - 1) / Math.log1p(burstMax), 0, 1),
    surprise: clamp(finiteOr(surprise, 0), -1, 1),
  };
  return {
    ...state,
    seen: state.seen + 1,
    events: [...state.events, seen].slice(-windowLength),
    pace: { at: Math.max(at, state.pace.at), count },
  };
}

/** The state after a module woke the agent at a time in seconds since 1970. */
export function withActivation(state: ClusterState, moduleId: string, at: number): ClusterState {
  const before = state.activations[moduleId] ?? 0;
  return {
    ...state,
    activations: { ...state.activations, [moduleId]: Math.max(before, finiteOr(at, before)) },
  };
}
