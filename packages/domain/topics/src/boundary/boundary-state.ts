import type { PackedVector } from './packed-vector.ts';

/** What is kept of a message's words: no text, only numbers that tell equal words. */
export interface MessageTrace {
  readonly words: readonly number[];
  /** Asks by its form or by a mark. */
  readonly asks: boolean;
  /** Ends with a question mark. */
  readonly endsAsking?: boolean;
}

/** A running mean with a running variance. */
export interface Level {
  readonly mean: number;
  readonly variance: number;
}

/** What the detector keeps of a thread. Plain JSON, about 4 kB with vectors of 512 numbers; holds no text. */
export interface BoundaryState {
  /** Messages since the conversation began or was taken up again. */
  readonly count: number;
  /** Time of the last message, milliseconds; null before the first. */
  readonly lastAt: number | null;
  /** The last three messages, oldest first. */
  readonly recent: readonly (MessageTrace & { readonly vector: PackedVector | null })[];
  /** Slow average of all directions. */
  readonly slow: PackedVector | null;
  /** Fast average of all directions. */
  readonly fast: PackedVector | null;
  /** How far the two averages usually lie apart. */
  readonly apart: Level | null;
  /** How much a message usually resembles the nearest of the last three. */
  readonly nearness: Level | null;
  /** What drift and surprise have piled up; leaks away by itself. */
  readonly accumulated: number;
  /** How far the conversation has drifted from the slow average; leaks away by itself. */
  readonly drift: number;
}

/** State of a thread before its first message. */
export const freshBoundaryState: BoundaryState = {
  count: 0,
  lastAt: null,
  recent: [],
  slow: null,
  fast: null,
  apart: null,
  nearness: null,
  accumulated: 0,
  drift: 0,
};
