import { isFunctionWord, once, stemOf, wordsOf } from '@salience/language';

/** Words with which a note talks about the conversation itself; the conversation need not contain them. */
const frameWords = new Set(
  (
    'user speaker person someone agent assistant asks asked ask asking says said say saying states stated mentions mentioned ' +
    'wants wanted want likes prefers tells told shares shared plans user’s'
  ).split(' '),
);

/** The words of a note that its source must contain. */
function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !isFunctionWord(word) && !frameWords.has(word));
}

/** A text that notes are compared with. */
export interface SourceWords {
  readonly stems: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** The texts that may support a note, read when they are first asked for a word. Null texts are skipped. */
export function sourceWords(texts: readonly (string | null)[]): SourceWords {
  const words = once(() => texts.flatMap((text) => wordsOf(text ?? '')));
  const stems = once(() => new Set(words().map(stemOf)));
  return {
    get words() {
      return words();
    },
    get stems() {
      return stems();
    },
  };
}

/**
 * How much of a note stands in its source, 0..1: the share of its content words. A number that the source does not
 * contain makes it 0: numbers are where an invention does most harm. A note of function words alone counts as
 * supported only if the source contains all of them.
 */
export function supportOf(note: string, source: SourceWords): number {
  const content = contentWords(note);
  if (content.length === 0) {
    const words = wordsOf(note);
    return words.length > 0 && words.every((word) => source.words.includes(word)) ? 1 : 0;
  }
  let found = 0;
  for (const word of content) {
    if (source.stems.has(stemOf(word))) found += 1;
    else if (/\p{N}/u.test(word)) return 0;
  }
  return found / content.length;
}

/** The stems of the content words of a note that its ground does not carry. */
export function unsaidStems(note: string, ground: SourceWords): string[] {
  return contentWords(note)
    .map(stemOf)
    .filter((stem) => !ground.stems.has(stem));
}

/** True when two notes say the same in (nearly) the same words: Jaccard similarity of their stems at least `min`. */
export function sameWords(a: string, b: string, min: number): boolean {
  const left = new Set(contentWords(a).map(stemOf));
  const right = new Set(contentWords(b).map(stemOf));
  if (left.size === 0 || right.size === 0) return wordsOf(a).join(' ') === wordsOf(b).join(' ');
  const shared = [...left].filter((stem) => right.has(stem)).length;
  return shared / (left.size + right.size - shared) >= min;
}
