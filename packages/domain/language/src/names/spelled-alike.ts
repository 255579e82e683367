// When two keys of names (see `nameKey`) are spelled so much alike that little meaning has to be added for them to be one.

/** True for two keys of which one is the other joined, cut short ("postgres") or abbreviated ("nyc marathon"). */
export function areSpelledAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.replaceAll(' ', '') === long.replaceAll(' ', '')) return true;
  if (!`${short}${long}`.includes(' ')) {
    return short.length >= 6 && long.length - short.length <= 3 && long.startsWith(short);
  }
  const [few, many] = [short.split(' '), long.split(' ')];
  const initials = many.map((word) => word.charAt(0)).join('');
  return (
    many.length > few.length &&
    !isWithin(few, many) &&
    few.every((word) => many.includes(word) || (word.length > 1 && initials.includes(word)))
  );
}

/** True where one of two keys holds all words of the other: two Annas with two surnames are two. */
export function areNested(a: string, b: string): boolean {
  const [left, right] = [a.split(' '), b.split(' ')];
  return isWithin(left, right) || isWithin(right, left);
}

/** True where two names hold the same numbers in the same order: rooms 1 and 2 are never one. */
export function haveSameNumbers(a: string, b: string): boolean {
  return numbersOf(a) === numbersOf(b);
}

function numbersOf(text: string): string {
  return (text.match(/\d+/gu) ?? []).join(' ');
}

function isWithin(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.includes(word));
}
