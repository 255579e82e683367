/** A field of an item that only some kinds have; undefined where it has none. */
export function fieldOf(item: object, name: string): unknown {
  return (item as Readonly<Record<string, unknown>>)[name];
}

/** A text of an item that only some kinds have; undefined where it has none. */
export function textOf(item: object, name: string): string | undefined {
  const value = fieldOf(item, name);
  return typeof value === 'string' ? value : undefined;
}
