import { createPieceTrie, type PieceTrie } from './piece-trie.ts';
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
  readonly pieces: PieceTrie;
  /** Log probability of a piece by its id. */
  readonly scores: Float64Array;
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
      return collect(marked, bestCuts(marked, vocabulary), options.unknownId);
    },
  };
}

function index(entries: readonly VocabularyEntry[], reserved: number): Vocabulary {
  const scores = Float64Array.from(entries, ([, score]) => score);
  const pieces = createPieceTrie(entries.map(([piece], id) => (id < reserved ? '' : piece)));
  return { pieces, scores, unknownScore: Math.min(0, ...scores.subarray(reserved)) - UNKNOWN_PENALTY };
}

interface Cuts {
  /** For each position of the text: where the last piece of the best way to get there starts. */
  readonly starts: Int32Array;
  /** And which piece that is; -1 where no piece fits. */
  readonly ids: Int32Array;
}

function bestCuts(text: string, { pieces, scores: pieceScores, unknownScore }: Vocabulary): Cuts {
  const scores = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY);
  const starts = new Int32Array(text.length + 1);
  const ids = new Int32Array(text.length + 1).fill(-1);
  scores[0] = 0;
  for (let start = 0; start < text.length; start += 1) {
    const score = scores[start] as number;
    // The middle of a surrogate pair is no place to cut; nothing leads here.
    if (score === Number.NEGATIVE_INFINITY) continue;
    let node = pieces.root;
    for (let at = start; at < text.length; at += 1) {
      node = pieces.next(node, text.charCodeAt(at));
      if (node < 0) break;
      const id = pieces.pieceAt(node);
      if (id >= 0) improve(start, at + 1, score + (pieceScores[id] as number), id);
    }
    improve(start, start + characterLength(text, start), score + unknownScore, -1);
  }
  return { starts, ids };

  function improve(start: number, end: number, score: number, id: number): void {
    if (score <= (scores[end] as number)) return;
    scores[end] = score;
    starts[end] = start;
    ids[end] = id;
  }
}

function collect(text: string, cuts: Cuts, unknownId: number) {
  const ids: number[] = [];
  const wordStarts: boolean[] = [];
  for (let end = text.length; end > 0; end = cuts.starts[end] ?? 0) {
    const piece = cuts.ids[end] as number;
    const id = piece < 0 ? unknownId : piece;
    if (id === unknownId && ids.at(-1) === unknownId) continue;
    ids.push(id);
    wordStarts.push(text[cuts.starts[end] ?? 0] === WORD_MARK);
  }
  return { ids: ids.reverse(), wordStarts: wordStarts.reverse() };
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
