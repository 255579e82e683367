/** What is put in place of a match; undefined leaves it as it is. */
export type Rewrite = readonly [pattern: RegExp, put: string | ((...groups: string[]) => string | undefined)];

/** A text made of another, with the place that each of its characters came from. */
export interface Rewritten {
  readonly text: string;
  /** Where in the first text the character at an index of `text` begins. */
  readonly startOf: (index: number) => number;
  /** Where in the first text the character before an index of `text` ends. */
  readonly endOf: (index: number) => number;
}

interface Claim {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/**
 * Puts words for what the rules match; where two match the same place, the earlier rule goes. `rest` is put for every stretch that no
 * rule matches, except for the marks that end a sentence; undefined keeps it.
 */
export function rewrite(text: string, rules: readonly Rewrite[], rest?: string): Rewritten {
  const claims: Claim[] = [];
  for (const [pattern, put] of rules) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (to === from || claims.some((claim) => claim.from < to && from < claim.to)) continue;
      const words = typeof put === 'string' ? put : put(...match.map((group) => group ?? ''));
      if (words !== undefined) claims.push({ from, to, put: words });
    }
  }
  claims.sort((a, b) => a.from - b.from);
  const chars: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (words: string, from: number, to: number, exact = false) => {
    for (let at = 0; at < words.length; at += 1) {
      chars.push(words[at] ?? '');
      starts.push(exact ? from + at : from);
      ends.push(exact ? from + at + 1 : to);
    }
  };
  const keep = (from: number, to: number) => {
    const kept = text.slice(from, to);
    if (rest === undefined) add(kept, from, to, true);
    else if (kept.trim() === '') add(' ', from, to);
    else add(/[.!?;]/.test(kept) ? ' . ' : ` ${rest} `, from, to);
  };
  let at = 0;
  for (const claim of claims) {
    if (claim.from > at) keep(at, claim.from);
    add(claim.put, claim.from, claim.to);
    at = claim.to;
  }
  if (at < text.length) keep(at, text.length);
  return {
    text: chars.join(''),
    startOf: (index) => starts[index] ?? text.length,
    endOf: (index) => ends[index - 1] ?? 0,
  };
}

/** An expression for whole words, whatever their case; a blank stands for any space, a blank with `?` for none too. */
export function words(source: string): RegExp {
  const spaced = source.replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${spaced})(?![\\p{L}\\p{N}_])`, 'giu');
}

/** The text with a word that means nothing in place of a stretch of it; every other character stays where it is. */
export function blank(text: string, from: number, to: number): string {
  const length = to - from;
  return `${text.slice(0, from)}${length < 3 ? ' '.repeat(length) : ` ${'x'.repeat(length - 2)} `}${text.slice(to)}`;
}
