import type { WeightName } from '@salience/router';

/** A weight to move, and which way. */
export interface Move {
  readonly name: WeightName;
  readonly direction: 1 | -1;
}

/** Something that the routing should do better, and the weights that could. */
export interface Pressure {
  readonly name: string;
  readonly value: number;
  readonly threshold: number;
  /** Value by threshold: above 1 it presses. */
  readonly excess: number;
  /** What may answer it; never empty. */
  readonly moves: readonly Move[];
}
