import { memo, sentencesOf, wordsOf } from '@salience/language';
import { sourceWords, supportOf } from './words.ts';

/** The words of an exchange that something stands on, in UTF-16 units of its message or its reply, end excluded. */
export interface Span {
  readonly half: 'message' | 'reply';
  readonly start: number;
  readonly end: number;
}

/** The two halves of an exchange. */
export interface Halves {
  readonly message: string;
  readonly reply: string | null;
}

/**
 * Where words stand in an exchange: in the message before the reply, whatever their case and white space. Undefined where
 * they stand in neither.
 */
export function locate(words: string, halves: Halves): Span | undefined {
  for (const half of ['message', 'reply'] as const) {
    const found = find(words, halves[half] ?? '');
    if (found !== undefined) return { half, ...found };
  }
  return undefined;
}

/** The sentences of an exchange are compared with each of its notes. */
const wordsIn = memo(30, (text) => sourceWords([text]));

/** The sentence of one half that speaks most like a note; the whole half where none shares a word with it. */
export function nearestSentence(note: string, half: Span['half'], text: string): Span {
  let best: Span = { half, start: 0, end: text.length };
  let most = 0;
  for (const sentence of sentencesOf(text)) {
    // How much of the note the sentence carries, and of two that carry the same the shorter one.
    const shared = supportOf(note, wordsIn(text.slice(sentence.start, sentence.end)));
    if (shared > most) {
      most = shared;
      best = { half, ...sentence };
    }
  }
  return best;
}

/** The sentence around a span. */
export function sentenceAround(span: Span, halves: Halves): string {
  const around = sentenceSpan(span, halves);
  return (halves[span.half] ?? '').slice(around.start, around.end);
}

/** Where the sentence around a span stands, to the end of the span at least; the whole half where none is around it. */
export function sentenceSpan({ end, half, start }: Span, halves: Halves): Span {
  const text = halves[half] ?? '';
  const around = sentencesOf(text).find((one) => one.start <= start && start < one.end);
  return {
    half,
    start: around?.start ?? 0,
    end: around === undefined ? text.length : Math.max(around.end, end),
  };
}

function find(words: string, text: string): { start: number; end: number } | undefined {
  const wanted = words.trim();
  if (wanted === '' || text === '') return undefined;
  const copied = isPlain(wanted) && isPlain(text) ? findPlain(wanted, text) : findCopied(wanted, text);
  if (copied !== undefined) return copied;
  const loose = findWords(wanted, text);
  if (loose !== undefined) return loose;
  // Scripts without spaces have no edges between words.
  const at = wordsOf(wanted).some((word) => word.length > 1) ? -1 : text.indexOf(wanted);
  return at < 0 ? undefined : { start: at, end: at + wanted.length };
}

// oxlint-disable-next-line no-control-regex -- it is the range that is meant
const beyondPlain = /[^\x20-\x7e]| {2}/;

/** True where letters have one other case, and words one space between them. Most texts, and a pattern costs more to compile than to use. */
function isPlain(text: string): boolean {
  return !beyondPlain.test(text);
}

/** What `findCopied` finds, where both are plain. */
function findPlain(wanted: string, text: string): { start: number; end: number } | undefined {
  const at = indexAtEdges(wanted, text);
  const start = at < 0 ? indexAtEdges(wanted.toLowerCase(), text.toLowerCase()) : at;
  return start < 0 ? undefined : { start, end: start + wanted.length };
}

const inWord = /[A-Za-z0-9]/;

function indexAtEdges(wanted: string, text: string): number {
  const [begins, ends] = [inWord.test(wanted.charAt(0)), inWord.test(wanted.charAt(wanted.length - 1))];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isBegun = begins && inWord.test(text.charAt(at - 1));
    if (!isBegun && !(ends && inWord.test(text.charAt(at + wanted.length)))) return at;
  }
  return -1;
}

/** Word by word, because a model that copies seldom copies white space and capitals. */
function findCopied(wanted: string, text: string): { start: number; end: number } | undefined {
  const pattern = wanted.split(/\s+/).map(escape).join('\\s+');
  for (const flags of ['u', 'iu']) {
    // At the edge of a word where the words have one: "an" does not stand in "Susan".
    const found = new RegExp(
      `(?<![\\p{L}\\p{N}](?=[\\p{L}\\p{N}]))${pattern}(?!(?<=[\\p{L}\\p{N}])[\\p{L}\\p{N}])`,
      flags,
    ).exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

/** Words as they follow each other whatever stands between them, and whatever an ellipsis leaves out. */
function findWords(wanted: string, text: string): { start: number; end: number } | undefined {
  const parts = wanted
    .split(/\s*(?:…|\.{3}|\[\.*…?\])\s*/u)
    .map((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const patterns = parts
    .filter((words) => words.length > 0)
    .map((words) => words.map(escape).join('[^\\p{L}\\p{N}]+'));
  // One word alone is found as it is written, or not at all.
  if (patterns.length === 0 || parts.some((words) => words.length === 1)) return undefined;
  let [start, at] = [-1, 0];
  for (const pattern of patterns) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(text.slice(at));
    if (found === null) return undefined;
    if (start < 0) start = at + found.index;
    at += found.index + found[0].length;
  }
  return { start, end: at };
}

function escape(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
