/** Where a part of a JSON value stands: names of properties and indexes of lists, from the outside in. */
export type Path = readonly (string | number)[];

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The part at a place; undefined where there is none. */
export function at(value: unknown, path: Path): unknown {
  let part = value;
  for (const step of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return undefined;
    part = (part as Record<string | number, unknown>)[step];
  }
  return part;
}

/** Puts a part at a place of a value of one's own. False where what should hold it is not there. */
export function place(value: object, path: Path, part: unknown): boolean {
  const last = path.at(-1);
  const holder = at(value, path.slice(0, -1));
  if (last === undefined || typeof holder !== 'object' || holder === null) return false;
  // A key that reaches a prototype is no part.
  if (last === '__proto__') return false;
  (holder as Record<string | number, unknown>)[last] = part;
  return true;
}

/** Takes a part out of a value of one's own: a property, or an item of a list, whose later ones move up. */
export function remove(value: object, path: Path): void {
  const last = path.at(-1);
  const holder = at(value, path.slice(0, -1));
  if (Array.isArray(holder) && typeof last === 'number') holder.splice(last, 1);
  else if (isRecord(holder) && last !== undefined) delete holder[last];
}
