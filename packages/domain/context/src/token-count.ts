/**
 * What each kind of text costs in tokens, counted with o200k_base over prose and talk in English, German, French, Spanish, Portuguese and
 * Italian, program text, JSON, shell commands, ids, and a few lines of ten other languages. A word is one token and more for what is
 * long in it; digits go in groups of three, and ids, which are digits and letters by turns, cost as much as a sentence.
 */
const cost = {
  /** A run of Latin letters, a new one where a capital follows a small letter; each letter of it beyond the fifth, and beyond the twentieth. */
  word: 1,
  longer: 0.2,
  endless: 0.25,
  accent: 0.7,
  /** Up to three digits. */
  digits: 1.25,
  punctuation: 0.42,
  lineEnd: 0.6,
  /** White space beside white space. */
  indent: 0.1,
  /** A letter of Greek, Cyrillic, Hebrew, Arabic and their neighbours. */
  alphabetic: 0.4,
  /** One of the scripts of India and South East Asia. */
  brahmic: 0.42,
  /** Chinese, Japanese, Korean, and every sign that is none of these. */
  sign: 0.8,
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

/** Estimated tokens of a whole prompt. */
export function tokensOfPrompt({
  messages,
  system,
}: {
  readonly system: string;
  readonly messages: readonly { readonly content: string }[];
}): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system));
}

function countTokens(text: string): number {
  let sum = 0;
  let letters = 0;
  let digits = 0;
  let isSpace = false;
  let isSmall = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const wasSpace = isSpace;
    isSpace = false;
    if (isLatin(code)) {
      digits = 0;
      const isCapital = code >= 65 && code <= 90;
      letters = isCapital && isSmall ? 1 : letters + 1;
      isSmall = !isCapital;
      if (letters === 1) sum += cost.word;
      else if (letters > wordFree) sum += letters > wordLong ? cost.endless : cost.longer;
      if (code >= 128) sum += cost.accent;
      continue;
    }
    letters = 0;
    isSmall = false;
    if (code >= 48 && code <= 57) {
      if (digits % 3 === 0) sum += cost.digits;
      digits += 1;
      continue;
    }
    digits = 0;
    if (code === 32 || code === 9) {
      isSpace = true;
      if (wasSpace) sum += cost.indent;
    } else sum += signCost(code);
  }
  // Sums of tenths are never quite whole.
  return Math.ceil(Math.max(0, sum - 1e-9));
}

function isLatin(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 0xc0 && code < 0x250);
}

function signCost(code: number): number {
  if (code === 10) return cost.lineEnd;
  if (code < 128) return cost.punctuation;
  if (code >= 0x370 && code < 0x900) return cost.alphabetic;
  return code >= 0x900 && code < 0x1200 ? cost.brahmic : cost.sign;
}
