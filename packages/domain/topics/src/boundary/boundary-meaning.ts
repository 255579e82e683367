import { hasDirection } from '../vectors.ts';
import { boundaryDirections } from './boundary-directions.ts';
import type { BoundaryDirections, PackedDirection } from './boundary-model.ts';

/** What a message's vector says of a boundary by itself, in log-odds. */
export interface Meaning {
  /** How much the message is like those that open a matter. */
  readonly opening: number;
  /** How far it parts from what was said before it, in what tells matters apart. */
  readonly parting: number;
}

function unpack({ scale, weights }: PackedDirection): Float64Array {
  const bytes = Int8Array.from(atob(weights), (letter) => (letter.charCodeAt(0) << 24) >> 24);
  return Float64Array.from(bytes, (byte) => byte * scale);
}

/** The directions once unpacked. */
export interface ReadDirections extends Pick<BoundaryDirections, 'language' | 'modelId'> {
  readonly opening: Float64Array;
  readonly parting: Float64Array;
}

/** Unpacks directions. */
export function readDirections({ language, modelId, opening, parting }: BoundaryDirections): ReadDirections {
  return { language, modelId, opening: unpack(opening), parting: unpack(parting) };
}

/** Those that are shipped. */
export const shippedDirections = readDirections(boundaryDirections);

/**
 * Reads a unit vector by the directions: by itself, and multiplied number by number with the direction of what was said before it.
 * Null where the directions do not hold: for another embedding model, for a text in another language, without anything before it.
 */
export function meaningOf(
  directions: ReadDirections,
  message: {
    readonly vector: ArrayLike<number>;
    /** Of the last three messages together; any length. */
    readonly before: ArrayLike<number> | null;
    /** Undefined: the directions' own, if the vector is as long as they are. */
    readonly modelId: string | undefined;
    /** Codes of the languages that the text may be in; empty where none is known. */
    readonly languages: readonly string[];
  },
): Meaning | null {
  const { before, languages, modelId, vector } = message;
  if ((modelId ?? directions.modelId) !== directions.modelId || before === null || !hasDirection(before))
    return null;
  if (vector.length !== directions.opening.length || before.length !== vector.length) return null;
  if (languages.length > 0 && !languages.includes(directions.language)) return null;
  let [opening, parting, squares, own] = [0, 0, 0, 0];
  for (let at = 0; at < vector.length; at += 1) {
    const [x, y] = [vector[at] ?? 0, before[at] ?? 0];
    opening += (directions.opening[at] ?? 0) * x;
    parting += (directions.parting[at] ?? 0) * x * y;
    squares += y * y;
    own += x * x;
  }
  const length = Math.sqrt(own);
  return { opening: opening / length, parting: parting / (length * Math.sqrt(squares)) };
}
