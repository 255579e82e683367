/** The known name that a misspelt one is nearest to, at most a third of its letters away; undefined if none is. Of equal ones the first. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(Math.min(name.length, longest) / 3)) + 1;
  for (const one of known) {
    const distance = editDistance(wanted.slice(0, longest), one.toLowerCase());
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

const longest = 64;

/** How many letters must be put in, taken out or changed to make one word of another. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
