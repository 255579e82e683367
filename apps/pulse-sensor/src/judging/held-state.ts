import type { FloodState } from '@salience/escalation';
import { type Observed, readObserved } from '@salience/limbic';

/** What is known of a cluster's signals: a fold over them and nothing else, stored with the position behind it. */
export interface HeldState extends Observed {
  /** Signals of the minute, by module. */
  readonly floods: Readonly<Record<string, FloodState>>;
  /** How many were shown for a look on the day. */
  readonly looks: { readonly day: number; readonly count: number };
}

/** The state as it is stored; the first one where there is none. */
export function readState(stored: unknown): HeldState {
  const state = stored as Partial<HeldState> | null;
  return { ...readObserved(state), floods: state?.floods ?? {}, looks: state?.looks ?? { day: 0, count: 0 } };
}
