import type { PackedVector } from './packed-vector.ts';

/** What is kept of a message's words: no text, only numbers that tell equal words. */
export interface MessageTrace {
  readonly words: readonly number[];
  /** Asks by its form or by a mark. */
  readonly asks: boolean;
  /** Ends with a question mark. */
  readonly endsAsking?: boolean;
  /** Asks for a deed or for words, or states a need. */
  readonly requests?: boolean;
  /** Holds words that open a matter. */
  readonly opens?: boolean;
}

/** A running mean with a running variance. */
export interface Level {
  readonly mean: number;
  readonly variance: number;
}

/** What of a thread has a usual level that its messages are held against. */
export const levelNames = ['last', 'best', 'running', 'slow', 'overlap'] as const;

/** The name of such a level. */
export type LevelName = (typeof levelNames)[number];

/** A level with the number of messages that it was learned from. */
export interface CountedLevel extends Level {
  readonly n: number;
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
  /** What is usual in this thread; a name without a level: nothing was learned yet. */
  readonly levels: Readonly<Partial<Record<LevelName, CountedLevel>>>;
  /** The usual log-odds of a boundary, before they are held against themselves; null before the first. */
  readonly odds: Pick<CountedLevel, 'n' | 'mean'> | null;
  /** How much the last weighed message resembled the nearest of those before it; null where it was not compared. */
  readonly nearest: number | null;
  /** Messages since the last boundary, as far as there was one: a message that was one by half begins half of a new count. */
  readonly since: number;
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
  levels: {},
  odds: null,
  nearest: null,
  since: 0,
  accumulated: 0,
  drift: 0,
};
