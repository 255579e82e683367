import { foldText, type Tokenizer } from './tokenizer.ts';

/** A piece of text and its log probability. */
export type VocabularyEntry = readonly [piece: string, score: number];

/** How a unigram vocabulary is used. */
export interface UnigramOptions {
  /** Lower-case the text first: casing changes vectors of cased models more than meaning does. */
  readonly lowerCase: boolean;
  /** Entries at the start that are markers, never matched in text. */
  readonly reserved: number;
  /** Id of what the vocabulary does not cover; a run of such characters becomes one. */
  readonly unknownId: number;
}

const WORD_MARK = '\u2581';
// How much less likely than the rarest piece an uncovered character counts, as the training tool has it.
const UNKNOWN_PENALTY = 10;

interface Vocabulary {
  readonly pieces: ReadonlyMap<string, { readonly id: number; readonly score: number }>;
  readonly longest: number;
  readonly unknownScore: number;
}

/** A tokenizer that cuts text into the most probable sequence of pieces (Viterbi over a unigram vocabulary). */
export function createUnigramTokenizer(
  entries: readonly VocabularyEntry[],
  options: UnigramOptions,
): Tokenizer {
  const vocabulary = index(entries, options.reserved);
  return {
    encode(text) {
      const folded = foldText(text, options.lowerCase);
      if (folded === '') return { ids: [], wordStarts: [] };
      const marked = WORD_MARK + folded.replaceAll(' ', WORD_MARK);
      return collect(marked, bestCuts(marked, vocabulary), vocabulary, options.unknownId);
    },
  };
}

function index(entries: readonly VocabularyEntry[], reserved: number): Vocabulary {
  const pieces = new Map<string, { id: number; score: number }>();
  let longest = 1;
  let lowest = 0;
  for (const [id, [piece, score]] of entries.entries()) {
    if (id < reserved) continue;
    pieces.set(piece, { id, score });
    longest = Math.max(longest, piece.length);
    lowest = Math.min(lowest, score);
  }
  return { pieces, longest, unknownScore: lowest - UNKNOWN_PENALTY };
}

/** For each position of the text: where the last piece of the best way to get there starts. */
function bestCuts(text: string, { pieces, longest, unknownScore }: Vocabulary): Int32Array {
  const scores = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY);
  const starts = new Int32Array(text.length + 1);
  scores[0] = 0;
  for (let start = 0; start < text.length; start += 1) {
    const score = scores[start] ?? 0;
    // The middle of a surrogate pair is no place to cut; nothing leads here.
    if (score === Number.NEGATIVE_INFINITY) continue;
    const limit = Math.min(longest, text.length - start);
    for (let length = 1; length <= limit; length += 1) {
      const piece = pieces.get(text.substring(start, start + length));
      if (piece !== undefined) improve(start, start + length, score + piece.score);
    }
    improve(start, start + characterLength(text, start), score + unknownScore);
  }
  return starts;

  function improve(start: number, end: number, score: number): void {
    if (score <= (scores[end] ?? 0)) return;
    scores[end] = score;
    starts[end] = start;
  }
}

function collect(text: string, starts: Int32Array, { pieces }: Vocabulary, unknownId: number) {
  const ids: number[] = [];
  const wordStarts: boolean[] = [];
  for (let end = text.length; end > 0; end = starts[end] ?? 0) {
    const start = starts[end] ?? 0;
    const id = pieces.get(text.substring(start, end))?.id ?? unknownId;
    if (id === unknownId && ids.at(-1) === unknownId) continue;
    ids.push(id);
    wordStarts.push(text[start] === WORD_MARK);
  }
  return { ids: ids.reverse(), wordStarts: wordStarts.reverse() };
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
