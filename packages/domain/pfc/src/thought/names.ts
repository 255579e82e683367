/** True if two names are the same to a reader: accents, width, case and what cannot be seen do not count. */
export function isSameName(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

/**
 * True if a text addresses one of these names with an @, which may stand before the name itself too. The name ends where a word ends: "@Andrew" does not address Andre, "@Andre's" and "@Andre," do.
 * Words of a name may stand apart, together, or with a hyphen or an underscore between them.
 */
export function mentions(text: string, names: readonly string[]): boolean {
  const said = folded(text);
  if (!said.includes('@')) return false;
  return names.some((name) => {
    const words = folded(name)
      .replace(/^@/, '')
      .split(/[\s_-]+/)
      .filter(Boolean);
    if (words.length === 0) return false;
    const pattern = words.map(escaped).join(String.raw`[\s_-]*`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_.])@${pattern}(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`, 'u').test(
      said,
    );
  });
}

/** A text as it is compared: compatibility forms taken apart, without marks and what cannot be seen, in lower case. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
}

/** A word as a pattern that matches it and nothing else. */
function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
