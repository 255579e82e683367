import { overlapOf, queryOf } from './relevance.ts';

/** Negations, in the languages that have cues elsewhere too. */
const negation =
  /(?<![\p{L}])(?:no|not|never|without|\p{L}+n['’]t|nicht|nie|niemals|kein\p{L}*|ohne|ne|pas|jamais|sans|nunca|jamás|sin|não|nem|sem|non|mai|senza)(?![\p{L}])/iu;

/** True where every word of a statement that means something stands in the other text, and neither turns around what the other says. */
export function isSaidIn(text: string, statement: string): boolean {
  return (
    negation.test(text) === negation.test(statement) &&
    overlapOf(queryOf(statement, undefined), [text])[0] === 1
  );
}
