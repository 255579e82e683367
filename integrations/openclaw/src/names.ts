/** True if a text addresses one of these names with an @, as a word of its own: "@Andrew" does not address Andre. */
export function mentions(text: string, names: readonly string[]): boolean {
  const said = folded(text);
  return names.some((name) => {
    const wanted = folded(name).replace(/^@/, '');
    if (wanted === '') return false;
    const pattern = wanted.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s*`);
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
