import { sentenceAround, type Halves, type Span } from './spans.ts';

// "Rosaura, not Rosario", "nicht Rosario, sondern Rosaura", "en lugar de Rosario": what is put right is the name behind these words.
const denied =
  /(?<!\p{L})(?:not|instead of|rather than|nicht|(?:an)?statt|anstelle von|no|en (?:lugar|vez) de|et non(?: pas)?|pas|au lieu de|plutôt que|e non|non|invece di|al posto di|e não|não|em vez de|ao invés de)\s+((?:\p{Lu}[\p{L}\p{M}'’-]+)(?:\s\p{Lu}[\p{L}\p{M}'’-]+){0,2})/gu;

/**
 * The name that a statement puts another in the place of: `Rosario` for the value `Rosaura` in "her name is Rosaura, not Rosario". Undefined
 * where the sentence of the statement denies no name, or not beside the value. English, German, Spanish, French, Italian, Portuguese.
 */
export function correctedName(value: string, span: Span, source: Halves): string | undefined {
  const sentence = sentenceAround(span, source);
  if (!sentence.includes(value)) return undefined;
  for (const [, name = ''] of sentence.matchAll(denied)) {
    // Names only, and of the kind that the value is: "not Monday" says nothing against a person.
    if (/^\p{Lu}/u.test(value) && !isPartOf(value, name) && !isPartOf(name, value)) return name;
  }
  return undefined;
}

function isPartOf(some: string, all: string): boolean {
  const words = all.split(/\s+/);
  return some.split(/\s+/).every((word) => words.includes(word));
}
