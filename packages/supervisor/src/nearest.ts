/** Names further apart than this share of their length are different names. */
const SHARE_MAX = 0.25;

/** The name that was probably meant: the one with the fewest slips of the pen; undefined when none is near. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const other of names) {
    const slips = slipsBetween(name.toUpperCase(), other.toUpperCase());
    if (best === undefined || slips < best.slips) best = { name: other, slips };
  }
  return best !== undefined && best.slips <= Math.max(1, Math.floor(name.length * SHARE_MAX))
    ? best.name
    : undefined;
}

/** Letters to add, leave out, change or swap until one name is the other. */
export function slipsBetween(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) slips = Math.min(slips, (before[j - 2] ?? 0) + 1);
      next.push(slips);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
