import type { Message } from './read-message.ts';

/** How alike two messages are. */
export interface Sameness {
  /** 1 − edits ÷ characters of the longer one, of their words; 1 for the same words. */
  readonly spelling: number;
  /** How many words of subject they share. */
  readonly shared: number;
  /** Shared words by those of the one that has fewer, 0 to 1; 0 where one has none. */
  readonly overlap: number;
  /** Words of the second one's subject that the first one has not. */
  readonly added: number;
}

/** Longer texts are compared by their beginnings: nobody types so much twice by hand. */
const comparedMax = 300;

/** Compares two messages. */
export function samenessOf(first: Message, second: Message): Sameness {
  const shared = [...second.subject].filter((word) => first.subject.has(word)).length;
  const fewer = Math.min(first.subject.size, second.subject.size);
  return {
    spelling: spellingOf(first.said.slice(0, comparedMax), second.said.slice(0, comparedMax)),
    shared,
    overlap: fewer === 0 ? 0 : shared / fewer,
    added: second.subject.size - shared,
  };
}

function spellingOf(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer;
}

/** Fewest insertions, deletions and exchanges of characters that make one text of the other (Levenshtein 1966). */
export function editDistance(a: string, b: string): number {
  if (a === b) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
