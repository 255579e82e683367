import type { TenseTable } from './time-table.ts';

/** What a stretch of a sentence speaks of. `arranged`: of what was planned, whose day may lie ahead. `none`: nothing in it says. */
export type Tense = 'ahead' | 'arranged' | 'none' | 'past' | 'present';

/** The words of a stretch, in lower case, without the apostrophes that join them. */
export function tenseWords(lower: string): string[] {
  return (
    lower
      .replace(/(?<=\b(?:what|who|where|when|how|it|that|there|he|she))['’]s(?![\p{L}])/gu, ' is')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Of what a stretch speaks: forms of the past, participles beside having and being, what will or would be. */
export function readTense(words: readonly string[], table: TenseTable): Tense {
  if (words.some((word) => table.ahead.test(word))) return 'ahead';
  const isPast =
    words.some((word) => table.past.test(word)) ||
    hasPerfect(words, table) ||
    (!words.some((word) => table.present.test(word)) && words.some((word) => table.weakPast.test(word)));
  if (isPast) return words.some((word) => table.arranged.test(word)) ? 'arranged' : 'past';
  return words.some((word) => table.present.test(word)) ? 'present' : 'none';
}

/** True where a verb tells the past in its form alone, whatever stands beside it: beside "last week" that is enough. */
export function tellsPast(words: readonly string[], table: TenseTable): boolean {
  return words.some((word) => table.past.test(word) || table.weakPast.test(word)) || hasPerfect(words, table);
}

function hasPerfect(words: readonly string[], table: TenseTable): boolean {
  return words.some((word, at) => {
    const has = table.have.has(word);
    const is = table.be.has(word);
    if (!has && !is) return false;
    const reflexive = is && at > 0 && table.reflexive.has(words[at - 1] ?? '');
    const makes = (other: string): boolean =>
      has || reflexive ? table.participle.test(other) : table.moved.test(other);
    return table.between === undefined
      ? endsWith(words, at, makes)
      : follows(words, at, table.between, makes);
  });
}

/** The participle ends the clause: before the verb it belongs to, or alone. */
function endsWith(words: readonly string[], verb: number, makes: (word: string) => boolean): boolean {
  const rest = words.filter((_, at) => at !== verb);
  const last = rest.at(-1) ?? '';
  return makes(last) && rest.at(-2) !== 'zu';
}

function follows(
  words: readonly string[],
  verb: number,
  between: ReadonlySet<string>,
  makes: (word: string) => boolean,
): boolean {
  for (let at = verb + 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (makes(word)) return true;
    if (!between.has(word)) return false;
  }
  return false;
}
