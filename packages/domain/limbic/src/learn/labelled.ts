import type { WindowSnapshot } from '../window/window-matrix.ts';

/** A label of a window that was stored. Missing feedback is no label at all. */
export interface Labelled {
  readonly moduleId: string;
  /** When the signal was judged, in seconds since 1970. */
  readonly at: number;
  readonly window: WindowSnapshot;
  /** 1 useful, 0 not. */
  readonly label: number;
  /** How much it counts: 1 as a person said it; less for what only suggests it; 0 says nothing. */
  readonly weight: number;
}

/** A label from a value of feedback (−1 to 1): its sign is the label, its size the weight. */
export function labelOfFeedback(value: number): { readonly label: number; readonly weight: number } {
  const bounded = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
  return { label: bounded > 0 ? 1 : 0, weight: Math.abs(bounded) };
}
