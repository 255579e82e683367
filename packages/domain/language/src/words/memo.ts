/** Longer texts are read anew: they are rare, and keeping them would be what the memory goes to. */
const textCharsMax = 2_000;

/**
 * Remembers what a pure function of a text gave, for the last `entries` texts. A conversation is read again with each of its
 * messages, and reading costs more than anything else that the offline responder does. Results are shared: they must not be changed.
 */
export function memo<R>(entries: number, read: (text: string) => R): (text: string) => R {
  const known = new Map<string, R>();
  return (text) => {
    if (text.length > textCharsMax) return read(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size >= entries) known.delete(known.keys().next().value ?? '');
    known.set(text, result);
    return result;
  };
}

/** Works something out when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
