import type { Shapes } from '../../api/routes.gen.ts';

/** What can be remembered. */
export type Kind = Shapes['KeptItem']['kind'];

/** What an item of each kind is called. */
export const kindWords: Readonly<Record<Kind, string>> = {
  exchange: 'said',
  gist: 'gist',
  fact: 'fact',
  trait: 'trait',
  episode: 'episode',
  concept: 'concept',
  relation: 'relation',
  thought: 'thought',
  autobiography: 'autobiography',
  schedule: 'reminder',
  listItem: 'list item',
};

/** A count of items in words: "1 episode", "3 facts", "2 said". */
export function counted(kind: string, count: number): string {
  const word = kind in kindWords ? kindWords[kind as Kind] : kind;
  if (count === 1 || word === 'said') return `${count} ${word}`;
  return `${count} ${word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}

/** The counts of kinds in words, the most first. */
export function countWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => counted(kind, count))
    .join(', ');
}

/** What a factor of search says of a hit. */
export const factorWords: Readonly<Record<string, string>> = {
  words: 'has words of the question',
  neighbours: 'stands beside what has them',
  meaning: 'means something alike',
  speaker: 'was said by who is named',
  session: 'is of a talk about it',
  time: 'tells a time, as was asked',
  date: 'is of the time asked about',
  question: 'is a question itself',
  asked: 'is just what is asked for',
  ended: 'holds no longer',
  entity: 'is about something named',
  graph: 'is led to by concepts',
  topic: 'is of the current topic',
  weight: 'counts much',
  recency: 'was of use lately',
};
