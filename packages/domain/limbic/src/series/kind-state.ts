/** Version of the shape below and of the meaning of what is in it. */
export const kindSchema = 'limbic-kinds.v1';

/**
 * What is known of the kinds of events of one location after so many of them: plain JSON, below 8 KiB. Kinds are kept by number, as they came.
 */
export interface KindState {
  readonly schema: typeof kindSchema;
  /** Events so far. */
  readonly seen: number;
  /** Every kind that has a number, at most `kindsMax`; what comes later shares the last number. */
  readonly kinds: readonly string[];
  /** The numbers of the latest two kinds, oldest first. */
  readonly latest: readonly number[];
  /** How often a kind came, by its number, after others: by theirs, oldest first: "" none, "3" one, "0,3" two. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Numbers in `counts`, at most `countsMax`. */
  readonly countCount: number;
  /** The features of the latest events, oldest first; at most `windowLength` rows of `featureCount`. */
  readonly rows: readonly (readonly number[])[];
}

/** Kinds of a location that are told apart. */
export const kindsMax = 64;
/** Counts of a location. */
export const countsMax = 280;

/** Before the first event. */
export function emptyKinds(): KindState {
  return { schema: kindSchema, seen: 0, kinds: [], latest: [], counts: {}, countCount: 0, rows: [] };
}

/** The same knowledge before the first event of another run: what comes next is at a beginning. */
export function atBeginning(state: KindState): KindState {
  return { ...state, latest: [], rows: [] };
}
