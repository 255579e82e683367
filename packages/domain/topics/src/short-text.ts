import { extractCues } from '@salience/router';

/**
 * True for a message that leans on what was said before: a courtesy, one word, or a few words around a pronoun
 * ("yes", "and that one?", "tell me more"). Such a message never opens a topic.
 */
export function isShortOrAnaphoric(text: string): boolean {
  const cues = extractCues(text);
  if (cues.contentCount === 0) return true;
  if (cues.contentCount > 1) return false;
  return cues.anaphoric || cues.tokenCount <= 2;
}
