import type { IndexedItem } from '@salience/memory';

const comma = 44;
const colon = 58;
const space = 32;

/**
 * The words of a tsvector as Postgres writes it (`'boat':3,7 'it''s':1`), each with how often it stands there. Read sign by sign: a process
 * that begins to serve an agent reads all that was said to it, and a pattern takes three times as long.
 */
export function wordsOfTsvector(text: string): IndexedItem['words'] {
  const words: (readonly [string, number])[] = [];
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", at)) {
    const from = at + 1;
    let to = text.indexOf("'", from);
    // A quote within a word stands twice.
    while (to >= 0 && text.startsWith("'", to + 1)) to = text.indexOf("'", to + 2);
    if (to < 0) break;
    const stem = text.slice(from, to);
    let count = 1;
    at = to + 1;
    if (text.charCodeAt(at) === colon)
      for (; at < text.length && text.charCodeAt(at) !== space; at += 1)
        if (text.charCodeAt(at) === comma) count += 1;
    const isPlain = !stem.includes("'") && !stem.includes('\\');
    words.push([isPlain ? stem : stem.replaceAll("''", "'").replaceAll(/\\(.)/gu, '$1'), count]);
  }
  return words;
}
