const minuteMs = 60_000;

/** Signals of one module in one minute that are judged; the rest are counted. */
const floodLimit = 300;

/** How many signals of a module came in the minute that is counted. */
export interface FloodState {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly count: number;
}

/** No signal yet. */
export const noFlood: FloodState = { minute: 0, count: 0 };

/**
 * Counts one more signal of a module, and says whether it is judged or only counted (`flood`). `now`: when it was taken in, epoch milliseconds; a
 * clock that goes back stays in the minute that is counted.
 */
export function countSignal(
  state: FloodState,
  now: number,
  limit: number = floodLimit,
): { readonly state: FloodState; readonly judged: boolean } {
  const minute = Math.max(state.minute, Math.floor(now / minuteMs));
  const count = minute === state.minute ? state.count + 1 : 1;
  return { state: { minute, count }, judged: count <= limit };
}
