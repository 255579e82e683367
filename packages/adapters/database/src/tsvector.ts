import type { IndexedItem } from '@salience/memory';

const entry = /'((?:[^'\\]|''|\\.)*)'(?::([\d,A-D]+))?/gu;

/** The words of a tsvector as Postgres writes it (`'boat':3,7 'it''s':1`), each with how often it stands there. */
export function wordsOfTsvector(text: string): IndexedItem['words'] {
  return [...text.matchAll(entry)].map(([, stem = '', positions = '']) => [
    stem.includes("'") || stem.includes('\\') ? stem.replaceAll("''", "'").replaceAll(/\\(.)/gu, '$1') : stem,
    positions === '' ? 1 : commas(positions) + 1,
  ]);
}

function commas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count += 1;
  return count;
}
