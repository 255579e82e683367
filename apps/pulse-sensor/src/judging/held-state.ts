import type { SignalEvent } from '@salience/contracts';
import { type FloodState } from '@salience/escalation';
import {
  advance,
  type ClusterState,
  emptySeries,
  emptyState,
  type SeriesState,
  seriesSchema,
  stateSchema,
  stepSeries,
} from '@salience/limbic';

/** What is known of a cluster's signals: a fold over them and nothing else, stored with the position behind it. */
export interface HeldState {
  readonly cluster: ClusterState;
  /** Statistics of the numbers of a location; those that came last. */
  readonly series: Readonly<Record<string, SeriesState>>;
  /** Signals of the minute, by module. */
  readonly floods: Readonly<Record<string, FloodState>>;
  /** How many were shown for a look on the day. */
  readonly looks: { readonly day: number; readonly count: number };
}

/** Locations with numbers that a cluster remembers; each takes up to 8 KB. */
const seriesMax = 16;

/** The state as it is stored; the first one where there is none, or where it is of another version. */
export function readState(stored: unknown): HeldState {
  const state = stored as HeldState | null;
  if (state?.cluster?.schema !== stateSchema)
    return { cluster: emptyState(), series: {}, floods: {}, looks: { day: 0, count: 0 } };
  const series = Object.entries(state.series).filter(([, { schema }]) => schema === seriesSchema);
  return { ...state, series: Object.fromEntries(series) };
}

/** The state after one more signal. */
export function withSignal(state: HeldState, event: SignalEvent): HeldState {
  const { value } = event.features;
  if (typeof value !== 'number') return { ...state, cluster: advance(state.cluster, event) };
  const { [event.location]: before = emptySeries(), ...others } = state.series;
  const stepped = stepSeries(before, { value, at: event.timestamp });
  const kept = Object.entries(others).slice(-(seriesMax - 1));
  return {
    ...state,
    cluster: advance(state.cluster, event, stepped.surprise),
    series: { ...Object.fromEntries(kept), [event.location]: stepped.state },
  };
}
