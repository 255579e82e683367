import type { SignalEvent } from '@salience/contracts';
import { emptyKinds, kindSchema, type KindState } from '../series/kind-state.ts';
import { seriesScore } from '../series/series-score.ts';
import { emptySeries, seriesSchema, type SeriesState } from '../series/series-state.ts';
import { seriesWeights } from '../series/series-weights.ts';
import { stepKinds } from '../series/step-kinds.ts';
import { stepSeries } from '../series/step-series.ts';
import { advance, type ClusterState, emptyState, stateSchema } from './cluster-state.ts';

/** What is known of the signals of a cluster, with statistics of the locations that came last: plain JSON. */
export interface Observed {
  readonly cluster: ClusterState;
  /** Of the numbers of a location, and of its kinds of event. */
  readonly series: Readonly<Record<string, SeriesState>>;
  readonly kinds: Readonly<Record<string, KindState>>;
}

/** Locations whose numbers, and whose kinds, are remembered; each takes up to 8 KB. */
const locationsMax = 16;

/** Before the first signal. */
export const nothingObserved: Observed = { cluster: emptyState(), series: {}, kinds: {} };

/** What was stored, without what is of another version; nothing where the window is. */
export function readObserved(stored: Partial<Observed> | null): Observed {
  if (stored?.cluster?.schema !== stateSchema) return nothingObserved;
  return {
    cluster: stored.cluster,
    series: ofVersion(stored.series, seriesSchema),
    kinds: ofVersion(stored.kinds, kindSchema),
  };
}

/** The state after one more signal. What the number `value` or the `kind` of an event says beside those before it at its location is its surprise. */
export function observe(state: Observed, event: SignalEvent): Observed {
  const { kind, value } = event.features;
  if (typeof value === 'number') {
    const [others, before = emptySeries()] = taken(state.series, event.location);
    const next = stepSeries(before, { value, at: event.timestamp }).state;
    return {
      ...state,
      cluster: advance(state.cluster, event, seriesScore(next, seriesWeights())),
      series: { ...others, [event.location]: next },
    };
  }
  if (typeof kind === 'string') {
    const [others, before = emptyKinds()] = taken(state.kinds, event.location);
    const { state: next, surprise } = stepKinds(before, kind);
    return {
      ...state,
      cluster: advance(state.cluster, event, surprise),
      kinds: { ...others, [event.location]: next },
    };
  }
  return { ...state, cluster: advance(state.cluster, event) };
}

/** What is kept of the other locations, and what is known of this one. */
function taken<S>(
  all: Readonly<Record<string, S>>,
  location: string,
): readonly [Readonly<Record<string, S>>, S | undefined] {
  const own = Object.hasOwn(all, location) ? all[location] : undefined;
  const others = Object.entries(all).filter(([name]) => name !== location);
  return [Object.fromEntries(others.slice(-(locationsMax - 1))), own];
}

function ofVersion<S extends { readonly schema: string }>(
  all: Readonly<Record<string, S>> | undefined,
  schema: S['schema'],
): Readonly<Record<string, S>> {
  return Object.fromEntries(Object.entries(all ?? {}).filter(([, one]) => one.schema === schema));
}
