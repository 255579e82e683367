const depthMax = 8;

/**
 * How many folders the longest declared root has that holds a place, 0 to 8; 0 if none does. `~` is `home`; without one a root in it is held by any
 * path that has its folders in a row.
 */
export function foldersBelow(roots: readonly string[], location: string, home?: string): number {
  const place = partsOf(location);
  return roots.reduce(
    (longest, root) => Math.max(longest, Math.min(depthMax, depthOf(root, place, home))),
    0,
  );
}

function depthOf(root: string, place: readonly string[], home: string | undefined): number {
  const parts = partsOf(root);
  if (parts[0] !== '~') return startsAt(place, parts, 0) ? parts.length : 0;
  const below = parts.slice(1);
  if (home !== undefined) {
    const whole = [...partsOf(home), ...below];
    return startsAt(place, whole, 0) ? whole.length : 0;
  }
  return place.some((_, at) => startsAt(place, below, at)) ? parts.length : 0;
}

function startsAt(place: readonly string[], parts: readonly string[], at: number): boolean {
  return at + parts.length <= place.length && parts.every((part, index) => place[at + index] === part);
}

/** The folders of a path; `.` and empty ones count for nothing, `..` takes one back. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split(/[/\\]+/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
