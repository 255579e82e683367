/** A part of a transcript that may be shortened, with its sizes. */
export interface Cuttable {
  /** Characters; the largest is shortened first. */
  readonly chars: number;
  readonly tokens: number;
  readonly tokensCut: number;
  /** 0: a result, shortened first. 1: text between results. 2: shortened only as a last resort. */
  readonly rank: 0 | 1 | 2;
}

/** Share of its budget above which a transcript is compacted, … */
const compactAbove = 0.75;
/** … down to this share. */
const compactTo = 0.5;
/** Newest results that stay whole. */
const newestKept = 3;
/** Texts shorter than this stay whole. */
const charsKept = 500;

/**
 * Which pieces are cut. `growth` holds the numbers of pieces that the transcript had each time a planner saw it, ascending; the
 * cuts of each time stay, so between two compactions the bytes of the prefix do not change. Deterministic.
 */
export function chooseCuts(
  pieces: readonly Cuttable[],
  growth: readonly number[],
  tokensMax: number,
): ReadonlySet<number> {
  const cut = new Set<number>();
  for (const length of growth) compactOnce(pieces.slice(0, length), cut, tokensMax);
  return cut;
}

function compactOnce(pieces: readonly Cuttable[], cut: Set<number>, tokensMax: number): void {
  let total = 0;
  for (const [index, piece] of pieces.entries()) total += cut.has(index) ? piece.tokensCut : piece.tokens;
  if (total <= tokensMax * compactAbove) return;
  const newest = newestResults(pieces);
  for (const rank of [0, 1, 2] as const) {
    // Level 2 is shortened only if the whole would not fit otherwise.
    const goal = rank === 2 ? tokensMax : tokensMax * compactTo;
    const candidates = pieces
      .map((piece, index) => ({ ...piece, index }))
      .filter((piece) => (newest.has(piece.index) && piece.rank === 0 ? 2 : piece.rank) === rank)
      .filter((piece) => !cut.has(piece.index) && piece.chars >= charsKept && piece.tokensCut < piece.tokens)
      .toSorted((a, b) => b.chars - a.chars || a.index - b.index);
    for (const { index, tokens, tokensCut } of candidates) {
      if (total <= goal) break;
      cut.add(index);
      total -= tokens - tokensCut;
    }
  }
}

function newestResults(pieces: readonly Cuttable[]): ReadonlySet<number> {
  const results = pieces.flatMap((piece, index) => (piece.rank === 0 ? [index] : []));
  return new Set(results.slice(-newestKept));
}

/** The head (15 %, at most 6,000 characters) and tail (8 %, at most 3,000) of a text around a marker that says what is missing. */
export function cutText(text: string): string {
  const head = whole(text.slice(0, Math.min(Math.floor(text.length * 0.15), 6_000)));
  const tailLength = Math.min(Math.floor(text.length * 0.08), 3_000);
  const tail = tailLength === 0 ? '' : whole(text.slice(-tailLength));
  const missing = text.length - head.length - tail.length;
  return `${head}\n[${missing} of ${text.length} characters left out; ask more narrowly if they matter]\n${tail}`;
}

// Half of a surrogate pair at either edge is dropped.
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
