import { seenIn } from '../html/visible-text.ts';
import { bounded, cleanText } from '../text/clean-text.ts';
import { wordsOf } from '../text/words.ts';
import type { Piece } from './parts.ts';

/** Characters of a mail's text. */
const textCharsMax = 24_000;
/** So many words of the plain text that the HTML does not show are not there by chance, and so is this share of all. */
const strayWords = 6;
const strayShare = 0.05;
/** A plain text below this share of the words of the HTML only says that there is HTML. */
const stubShare = 0.2;
/** Hidden words that are more than the line of a preview, which newsletters hide. */
const hiddenWordsMax = 25;

/** The text of a mail, and what is to be known of it. */
export async function textOfPieces(
  pieces: readonly Piece[],
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const texts: string[] = [];
  const notes = new Set<string>();
  for (const { html, plain } of pieces) {
    const said = plain === undefined ? '' : cleanText(plain);
    const seen = html === undefined ? { text: '', hiddenWords: 0 } : await seenIn(html);
    if (seen === undefined) notes.add('styles-too-complex');
    if ((seen?.hiddenWords ?? 0) > hiddenWordsMax) notes.add('hidden-text');
    const shown = seen?.text ?? '';
    if (said !== '' && shown !== '' && differ(said, shown)) notes.add('parts-differ');
    texts.push(said === '' || isStub(said, shown) ? shown : said);
  }
  const text = texts.filter((one) => one !== '').join('\n\n');
  return { text: bounded(text, textCharsMax), notes: [...notes] };
}

/** True if the plain text says what the HTML does not show. */
function differ(said: string, shown: string): boolean {
  const known = new Set(wordsOf(shown));
  const words = new Set(wordsOf(said));
  const stray = [...words].filter((word) => !known.has(word)).length;
  return stray >= strayWords && stray / words.size >= strayShare;
}

function isStub(said: string, shown: string): boolean {
  return wordsOf(said).length < stubShare * wordsOf(shown).length;
}
