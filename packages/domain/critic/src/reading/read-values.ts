/** True when `words` occur in `text` as whole words; both as `plainWords` gives them. */
export function hasWords(text: string, words: string): boolean {
  return words !== '' && ` ${text} `.includes(` ${words} `);
}

/** The numbers of a text, thousands separators removed. Dates and times give their parts. */
export function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(/(?<![\w.,])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])/g), ([written]) =>
    Number(written.replace('−', '-').replaceAll(',', '')),
  ).filter(Number.isFinite);
}

/** Equal to the last digit that the less exact of both shows, or to a hundredth of a percent. */
export function closeTo(said: number, right: number): boolean {
  const digits = String(said).split('.')[1]?.length ?? 0;
  return Math.abs(said - right) <= Math.max(0.5001 * 10 ** -digits, Math.abs(right) * 1e-4);
}

/** At most 60 characters of a text, for a reason. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length <= 60 ? line : `${line.slice(0, 59).replace(/[\uD800-\uDBFF]$/, '')}…`}"`;
}
