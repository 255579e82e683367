import { sentenceAround, type Halves, type Span } from './spans.ts';

// "Rosaura, not Rosario", "nicht Rosario, sondern Rosaura", "en lugar de Rosario": these words precede the corrected name.
const denied =
  /(?<!\p{L})(?:not|instead of|rather than|nicht|(?:an)?statt|anstelle von|no|en (?:lugar|vez) de|et non(?: pas)?|pas|au lieu de|plutôt que|e non|non|invece di|al posto di|e não|não|em vez de|ao invés de)\s+((?:\p{Lu}[\p{L}\p{M}'’-]+)(?:\s\p{Lu}[\p{L}\p{M}'’-]+){0,2})/gu;

/**
 * The name that a statement replaces: `Rosario` for the value `Rosaura` in "her name is Rosaura, not Rosario". Undefined if the sentence
 * denies no name beside the value. English, German, Spanish, French, Italian, Portuguese.
 */
export function correctedName(value: string, span: Span, source: Halves): string | undefined {
  const sentence = sentenceAround(span, source);
  if (!sentence.includes(value)) return undefined;
  for (const [, name = ''] of sentence.matchAll(denied)) {
    // Only a capitalised word that is no part of the value, nor the value of it, replaces it.
    if (/^\p{Lu}/u.test(value) && !isPartOf(value, name) && !isPartOf(name, value)) return name;
  }
  return undefined;
}

function isPartOf(some: string, all: string): boolean {
  const words = all.split(/\s+/);
  return some.split(/\s+/).every((word) => words.includes(word));
}
