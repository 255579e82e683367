import { cleanText } from '../text/clean-text.ts';
import { wordsOf } from '../text/words.ts';
import { readHtml } from './read-html.ts';

/** What is seen of a mail in HTML. */
export interface SeenHtml {
  readonly text: string;
  /** Words that stand in it and are not seen. */
  readonly hiddenWords: number;
}

/** What eyes see of a mail in HTML; undefined for one whose styles would take too long to read. */
export async function seenIn(html: string): Promise<SeenHtml | undefined> {
  const read = await readHtml(html);
  return read && { text: cleanText(read.text), hiddenWords: wordsOf(cleanText(read.hidden)).length };
}

/**
 * The text that eyes see of HTML, as on a screen 800 pixels wide, in lines: without what styles, attributes, colours or places hide, and
 * without signs that nobody sees. A link to the web whose words are not its address has its address behind it. Empty for HTML whose
 * styles would take too long to read.
 */
export async function visibleText(html: string): Promise<string> {
  return (await seenIn(html))?.text ?? '';
}
