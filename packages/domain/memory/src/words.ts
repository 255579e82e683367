/** Words that say nothing about what a sentence is about. Other languages' function words count as content: stricter, never laxer. */
const functionWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her him his i if in into is it its me my of on ' +
    'or our she should so some than that the their them there they this to us was we were will with would you your am about'
  ).split(' '),
);

/** Words with which a note talks about the conversation itself; the conversation need not contain them. */
const frameWords = new Set(
  (
    'user speaker person someone agent assistant asks asked ask asking says said say saying states stated mentions mentioned ' +
    'wants wanted want likes prefers tells told shares shared plans user’s'
  ).split(' '),
);

// These scripts put no spaces between words, so a run of letters would be compared as a whole sentence.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const inflection = /(?:ies|ing|ed|es|s|e|y)$/;

/** The words of a text, lower case, accents folded; single characters for scripts without spaces. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  const words = folded.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  return words.flatMap((word) => (unspaced.test(word) ? Array.from(word) : [word]));
}

/**
 * What two texts share that say the same word for word: their words in order, whatever case, accents, marks and spaces. Of texts
 * that belong together ("subject", "value") each counts for itself. Empty where there are no words.
 */
export function saidKey(...texts: readonly string[]): string {
  const parts = texts.map((text) => wordsOf(text).join(' '));
  return parts.every((part) => part === '') ? '' : parts.join('|');
}

/** The words of a note that its source must contain. */
function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !functionWords.has(word) && !frameWords.has(word));
}

/** What is left of a word without its ending; two forms of one word share it, and what is owned shares it with who owns. */
export function stemOf(word: string): string {
  const plain = word.replace('’', "'").replace(/'s$/, '');
  // A number has no endings, and short words lose their meaning with theirs.
  if (/\p{N}/u.test(plain)) return plain;
  const stem = plain.replace(inflection, '');
  return stem.length >= 3 ? stem : plain;
}

/** The words of a text without their endings, in order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

/** True for a word that says nothing about what a sentence is about. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

/** A text that notes are compared with. */
export interface SourceWords {
  readonly stems: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Reads the texts that may support a note. Null texts are skipped. */
export function sourceWords(texts: readonly (string | null)[]): SourceWords {
  const words = texts.flatMap((text) => wordsOf(text ?? ''));
  return { words, stems: new Set(words.map(stemOf)) };
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
