/** A part of a transcript that may be shortened, with its sizes. */
export interface Cuttable {
  /** Characters; the largest is shortened first. */
  readonly chars: number;
  readonly tokens: number;
  readonly tokensCut: number;
  /** When hardly more is shown than that there is something. */
  readonly tokensLeast: number;
  /** 0: a result, shortened first. 1: text between results. 2: shortened only as a last resort. */
  readonly rank: 0 | 1 | 2;
}

/** Share of its budget above which a transcript is compacted, … */
export const compactAbove = 0.75;
/** … down to this share. */
export const compactTo = 0.5;
/** Newest results that stay whole. */
const newestKept = 3;
/** Texts shorter than this stay whole. */
const charsKept = 500;

/** How a piece is shown: as it is, its head and tail, or that it was left out. */
export type CutLevel = 'whole' | 'cut' | 'least';

/**
 * Which pieces are cut. `growth` holds the numbers of pieces that the transcript had each time a planner saw it, ascending; the
 * cuts of each time stay, so between two compactions the bytes of the prefix do not change. Deterministic.
 */
export function chooseCuts(
  pieces: readonly Cuttable[],
  growth: readonly number[],
  tokensMax: number,
): ReadonlyMap<number, CutLevel> {
  const cuts = new Map<number, CutLevel>();
  for (const length of growth) compactOnce(pieces.slice(0, length), cuts, tokensMax);
  return cuts;
}

function compactOnce(pieces: readonly Cuttable[], cuts: Map<number, CutLevel>, tokensMax: number): void {
  const sizeOf = (index: number): number => sizeAt(pieces[index], cuts.get(index) ?? 'whole');
  let total = pieces.reduce((sum, _, index) => sum + sizeOf(index), 0);
  if (total <= tokensMax * compactAbove) return;
  const newest = newestResults(pieces);
  const cutDown = (indexes: readonly number[], level: CutLevel, goal: number): void => {
    for (const index of indexes) {
      if (total <= goal) break;
      const less = sizeOf(index) - sizeAt(pieces[index], level);
      if (less <= 0) continue;
      cuts.set(index, level);
      total -= less;
    }
  };
  const largest = pieces
    .map((piece, index) => ({ ...piece, index }))
    .toSorted((a, b) => b.chars - a.chars || a.index - b.index);
  const rankOf = (piece: (typeof largest)[number]) =>
    newest.has(piece.index) && piece.rank === 0 ? 2 : piece.rank;
  for (const rank of [0, 1, 2] as const) {
    const candidates = largest.filter(
      (piece) => rankOf(piece) === rank && piece.chars >= charsKept && !cuts.has(piece.index),
    );
    // Level 2 is shortened only if the whole would not fit otherwise.
    const goal = rank === 2 ? tokensMax : tokensMax * compactTo;
    cutDown(
      candidates.map(({ index }) => index),
      'cut',
      goal,
    );
  }
  // The oldest first: what little is left of many results is still too much.
  cutDown([...pieces.keys()], 'least', tokensMax);
}

function sizeAt(piece: Cuttable | undefined, level: CutLevel): number {
  if (piece === undefined) return 0;
  if (level === 'whole') return piece.tokens;
  return level === 'cut' ? piece.tokensCut : piece.tokensLeast;
}

function newestResults(pieces: readonly Cuttable[]): ReadonlySet<number> {
  const results = pieces.flatMap((piece, index) => (piece.rank === 0 ? [index] : []));
  return new Set(results.slice(-newestKept));
}

/**
 * The head (15 %, at most 6,000 characters) and tail (8 %, at most 3,000) of a text around a marker that says what is missing, and how
 * to have it.
 */
export function cutText(text: string, instead = 'ask more narrowly if they matter'): string {
  const head = whole(text.slice(0, Math.min(Math.floor(text.length * 0.15), 6_000)));
  const tailLength = Math.min(Math.floor(text.length * 0.08), 3_000);
  const tail = tailLength === 0 ? '' : whole(text.slice(-tailLength));
  const missing = text.length - head.length - tail.length;
  return `${head}\n[${missing} of ${text.length} characters left out; ${instead}]\n${tail}`;
}

// Half of a surrogate pair at either edge is dropped.
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
