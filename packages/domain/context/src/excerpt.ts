import { overlapOf, type Query } from './relevance.ts';
import { capText } from '@salience/language';

/** A sentence, or a line, with the white space behind it. */
const sentence = /[^.!?…\n]+(?:[.!?…]+|\n|$)\s*/gu;

/**
 * The sentences of a long text that speak of `query`, as many as `maxChars` characters hold, in their order; its beginning where none does.
 * `…` stands where something is left out. A text that is no longer is given whole.
 */
export function excerptOf(text: string, query: Query, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const sentences = text.match(sentence) ?? [text];
  const overlaps = overlapOf(query, sentences);
  const best = sentences
    .map((words, at) => ({ at, words, overlap: overlaps[at] ?? 0 }))
    .toSorted((a, b) => b.overlap - a.overlap || a.at - b.at);
  const kept: typeof best = [];
  let room = maxChars;
  for (const one of best) {
    if (one.words.length + 2 > room) continue;
    kept.push(one);
    room -= one.words.length + 2;
  }
  const [first] = best;
  // One sentence may be longer than all the room there is.
  if (kept.length === 0) return capText(first?.words ?? text, maxChars);
  let next = 0;
  const told = kept
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, words }) => {
      const gap = at === next ? '' : '… ';
      next = at + 1;
      return `${gap}${words}`;
    });
  return `${told.join('').trimEnd()}${next < sentences.length ? ' …' : ''}`;
}
