import type { PackedVector } from './packed-vector.ts';

/** What is kept of a message's words: no text, only numbers that tell equal words. */
export interface MessageTrace {
  readonly words: readonly number[];
  readonly asks: boolean;
}

/** What the detector keeps of a thread. Plain JSON, about 3 kB with vectors of 512 numbers; holds no text. */
export interface BoundaryState {
  /** Messages since the conversation began or was taken up again. */
  readonly count: number;
  /** Time of the last message, milliseconds; null before the first. */
  readonly lastAt: number | null;
  /** The last three messages, oldest first. */
  readonly recent: readonly (MessageTrace & { readonly vector: PackedVector | null })[];
  /** Slow average of all directions. */
  readonly slow: PackedVector | null;
  /** How far the conversation has drifted from it; leaks away by itself. */
  readonly drift: number;
}

/** State of a thread before its first message. */
export const freshBoundaryState: BoundaryState = { count: 0, lastAt: null, recent: [], slow: null, drift: 0 };
