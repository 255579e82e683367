/** A name as it is compared: compatibility forms taken apart, without marks and what cannot be seen, in lower case. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
}

/** True if a text addresses one of these names with an @. It ends where a word ends: "@Andrew" does not name Andre; "@André’s" does. */
export function mentions(text: string, names: readonly string[]): boolean {
  if (!text.includes('@') && !text.includes('＠')) return false;
  const said = folded(text);
  return names.some((name) => {
    const words = folded(name)
      .split(/[\s_-]+/)
      .filter(Boolean);
    if (words.length === 0) return false;
    const pattern = words.map(escaped).join(String.raw`[\s_-]*`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_.])@${pattern}(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`, 'u').test(
      said,
    );
  });
}

/** A word as a pattern that matches it and nothing else. */
function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
