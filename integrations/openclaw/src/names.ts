/**
 * True if a text addresses one of these names with an @, as a word of its own: "@Andrew" does not address Andre. Words of a name may stand apart, together, or with a hyphen or an underscore
 * between them. The same as the rule of rooms and Bridges, written out here since a plugin has no dependencies.
 */
export function mentions(text: string, names: readonly string[]): boolean {
  const said = folded(text);
  return names.some((name) => {
    const words = folded(name)
      .replace(/^@/, '')
      .split(/[\s_-]+/)
      .filter(Boolean);
    if (words.length === 0) return false;
    const pattern = words
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
      .join(String.raw`[\s_-]*`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_.])@${pattern}(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`, 'u').test(
      said,
    );
  });
}

/** A name or a text as it is compared. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
}
