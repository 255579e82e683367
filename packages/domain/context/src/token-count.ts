/**
 * What each kind of text costs in tokens, counted with o200k_base over prose and talk in English, German, French, Spanish, Portuguese and
 * Italian, program text, JSON, shell commands, ids, and a few lines of ten other languages. A word is one token and more for what is
 * long in it; digits go in groups of three, and ids, which are digits and letters by turns, cost as much as a sentence.
 * In hundredths of a token: whole numbers are added fast, and exactly.
 */
const cost = {
  /** A run of Latin letters, a new one where a capital follows a small letter; each letter of it beyond the fifth, and beyond the twentieth. */
  word: 100,
  longer: 20,
  endless: 25,
  accent: 70,
  /** Up to three digits. */
  digits: 125,
  punctuation: 42,
  lineEnd: 60,
  /** White space beside white space. */
  indent: 10,
  /** A letter of Greek, Cyrillic, Hebrew, Arabic and their neighbours. */
  alphabetic: 40,
  /** One of the scripts of India and South East Asia. */
  brahmic: 42,
  /** Chinese, Japanese, Korean, and every sign that is none of these. */
  sign: 80,
} as const;

const wordFree = 5;
const wordLong = 20;

/** Texts from this length on are remembered: a prompt is counted several times, and its instructions with every turn. */
const rememberedChars = 200;
const remembered = new Map<string, number>();
const rememberedMax = 64;

/** Estimated tokens of a text, rounded up; 0 for none. One rule everywhere, so budgets and usage agree. */
export function estimateTokens(text: string): number {
  if (text.length < rememberedChars) return countTokens(text);
  let tokens = remembered.get(text);
  if (tokens === undefined) {
    tokens = countTokens(text);
    if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value ?? '');
  } else remembered.delete(text);
  // The one that was asked for last goes last.
  remembered.set(text, tokens);
  return tokens;
}

function countTokens(text: string): number {
  let sum = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < kinds.length ? (kinds[code] as number) : signs;
    let end = at + 1;
    if (kind === small || kind === capital) {
      // A capital goes on after capitals, and begins a word after a small letter.
      let last = kind;
      if (code >= 128) sum += cost.accent;
      for (; end < text.length; end += 1) {
        const next = text.charCodeAt(end);
        const of = next < kinds.length ? (kinds[next] as number) : signs;
        if (of !== small && (of !== capital || last === small)) break;
        if (next >= 128) sum += cost.accent;
        last = of;
      }
      sum += wordCost(end - at);
    } else if (kind === digit) {
      while (end < text.length && kinds[text.charCodeAt(end)] === digit) end += 1;
      sum += cost.digits * Math.ceil((end - at) / 3);
    } else if (kind === space) {
      while (end < text.length && kinds[text.charCodeAt(end)] === space) end += 1;
      sum += cost.indent * (end - at - 1);
    } else sum += signCost(code);
    at = end;
  }
  return Math.ceil(sum / 100);
}

function wordCost(letters: number): number {
  if (letters <= wordFree) return cost.word;
  const longer = Math.min(letters, wordLong) - wordFree;
  return cost.word + cost.longer * longer + cost.endless * Math.max(0, letters - wordLong);
}

const [signs, small, capital, digit, space] = [0, 1, 2, 3, 4] as const;

/** What a character is, by its code; those beyond are signs. Capitals are those of ASCII. */
const kinds = Uint8Array.from({ length: 0x250 }, (_, code) => {
  if (code >= 65 && code <= 90) return capital;
  if ((code >= 97 && code <= 122) || code >= 0xc0) return small;
  if (code >= 48 && code <= 57) return digit;
  return code === 32 || code === 9 ? space : signs;
});

function signCost(code: number): number {
  if (code === 10) return cost.lineEnd;
  if (code < 128) return cost.punctuation;
  if (code >= 0x370 && code < 0x900) return cost.alphabetic;
  return code >= 0x900 && code < 0x1200 ? cost.brahmic : cost.sign;
}
