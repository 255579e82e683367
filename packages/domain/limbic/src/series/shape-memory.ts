import { clamp } from '../features/bounded.ts';

/** Courses that the latest values took, in hundredths of a deviation: plain JSON of whole numbers. */
export interface ShapeMemory {
  /** The latest values, oldest first; at most `shapeLength`. */
  readonly latest: readonly number[];
  /** Courses that are remembered, each the sums of neighbours of `shapeLength` values. */
  readonly shapes: readonly (readonly number[])[];
}

/** Values of one course. */
const shapeLength = 16;
const shapesMax = 48;
/** Courses before one can be new. */
const shapesMin = 8;
/** A course is remembered after each so many values while there is room, and takes the place of another after each so many later. */
const fillEvery = 8;
const replaceEvery = 64;
const hundredths = 100;
const deviationsMax = 10;
/** Knuth's multiplier, which spreads whole numbers. */
const spread = 2_654_435_761;

/** Before the first value. */
export const emptyShapes: ShapeMemory = { latest: [], shapes: [] };

/**
 * How far the course of the latest 16 values is from the nearest one that is remembered (Euclid, in deviations, of means of two neighbours): the distance
 * to the nearest neighbour as in k-NN anomaly detection, on a sample of at most 48. `seen`: values before this one; it says which course is forgotten.
 */
export function stepShapes(
  memory: ShapeMemory,
  deviation: number,
  seen: number,
): { readonly distance: number; readonly next: ShapeMemory } {
  const value = Math.round(hundredths * clamp(deviation, -deviationsMax, deviationsMax));
  const latest = [...memory.latest.slice(1 - shapeLength), value];
  if (latest.length < shapeLength) return { distance: 0, next: { ...memory, latest } };
  const shape = sumsOfNeighbours(latest);
  const next = { latest, shapes: remember(memory.shapes, shape, seen) };
  return { distance: memory.shapes.length < shapesMin ? 0 : nearest(memory.shapes, shape), next };
}

function sumsOfNeighbours(values: readonly number[]): number[] {
  return Array.from(
    { length: values.length / 2 },
    (_, n) => (values[2 * n] as number) + (values[2 * n + 1] as number),
  );
}

function nearest(shapes: readonly (readonly number[])[], shape: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const other of shapes) {
    let squares = 0;
    for (let n = 0; n < shape.length; n += 1) {
      const difference = (shape[n] as number) - (other[n] as number);
      squares += difference * difference;
    }
    if (squares < least) least = squares;
  }
  return Math.sqrt(least) / (2 * hundredths);
}

function remember(
  shapes: readonly (readonly number[])[],
  shape: readonly number[],
  seen: number,
): readonly (readonly number[])[] {
  if (shapes.length < shapesMax) return seen % fillEvery === 0 ? [...shapes, shape] : shapes;
  if (seen % replaceEvery !== 0) return shapes;
  return shapes.with((((seen / replaceEvery) * spread) >>> 8) % shapesMax, shape);
}
