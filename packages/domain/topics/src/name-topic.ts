import { contentWords } from '@salience/router';
import { tokenise } from '@salience/language';

const wordsMax = 4;
const wordCharsMax = 24;

/**
 * A name for a topic that a text opens: its first two to four words of content joined by hyphens, lower case
 * and without accents. With fewer of them whatever words there are; never empty. Names in `taken` get a number.
 */
export function nameTopic(text: string, taken: readonly string[] = []): string {
  const content = [...new Set(contentWords(text))].filter((word) => word.length > 1);
  const chosen = content.length > 0 ? content : tokenise(text);
  const name = chosen
    .slice(0, wordsMax)
    .map((word) => Array.from(word).slice(0, wordCharsMax).join(''))
    .join('-');
  const base = name === '' ? 'untitled' : name;
  const used = new Set(taken);
  // Two subjects may share their keywords; sharing a topic would mix their centroids.
  let candidate = base;
  for (let number = 2; used.has(candidate); number += 1) candidate = `${base}-${number}`;
  return candidate;
}
