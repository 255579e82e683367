import { z } from 'zod';

/** Pieces of work that one job carries at most. */
export const bundleMax = 32;

/** How pieces of work become one job, and come apart again. */
export interface Bundle<P> {
  /** One payload of 1 to 32 pieces of one agent. Throws a RangeError for any other number. */
  join(pieces: readonly P[]): P;
  /** The pieces of a payload, each as a payload of its own. */
  split(payload: P): readonly P[];
}

/** The field `more` of a bundled job's schema: the ids of the pieces after the first. */
export function moreOf<I extends z.ZodType>(id: I) {
  return z
    .array(id)
    .min(1)
    .max(bundleMax - 1)
    .optional();
}

/** The payloads that carry these pieces of one agent: bundles where the job allows them, else one payload a piece. */
export function payloadsOf<P>({ bundle }: { readonly bundle?: Bundle<P> }, pieces: readonly P[]): P[] {
  if (bundle === undefined) return [...pieces];
  const count = Math.ceil(pieces.length / bundleMax);
  return Array.from({ length: count }, (_, n) =>
    bundle.join(pieces.slice(n * bundleMax, (n + 1) * bundleMax)),
  );
}

/** A bundle of pieces that differ in `key`. */
export function bundledBy<P>(key: keyof P & string): Bundle<P> {
  const idsOf = (payload: P): unknown[] => {
    const { more = [] } = payload as { readonly more?: readonly unknown[] };
    return [payload[key], ...more];
  };
  return {
    join(pieces) {
      const [first, ...rest] = pieces;
      if (first === undefined || pieces.length > bundleMax)
        throw new RangeError(`Expected 1 to ${bundleMax} pieces, got ${pieces.length}.`);
      return rest.length === 0 ? first : { ...first, more: rest.map((piece) => piece[key]) };
    },
    split(payload) {
      const { more: _, ...shared } = payload as P & { readonly more?: unknown };
      return idsOf(payload).map((id) => ({ ...shared, [key]: id }) as P);
    },
  };
}

/** The job id of a bundle: that of its first piece, and how many more it carries. */
export function jobIdOfBundle<P>(
  bundle: Bundle<P>,
  jobId: (payload: P) => string | undefined,
): (payload: P) => string | undefined {
  return (payload) => {
    const id = jobId(payload);
    const more = bundle.split(payload).length - 1;
    return id === undefined || more === 0 ? id : `${id}.${more}`;
  };
}
