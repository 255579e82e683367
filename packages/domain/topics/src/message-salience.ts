import { extractCues } from '@salience/router';

/** How much a message seems to matter, 0 to 1: half, more for length, a question, an urgent or broken thing. */
export function messageSalience(text: string): number {
  const cues = extractCues(text);
  const length = cues.charCount > 100 ? 0.2 : cues.charCount > 50 ? 0.1 : 0;
  const question = cues.questionMark ? 0.15 : 0;
  const urgent = cues.need || cues.negativeFeedback ? 0.15 : 0;
  return Math.min(0.5 + length + question + urgent, 1);
}
