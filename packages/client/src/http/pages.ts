/** A page of a list. */
interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Everything that a list has, page after page, as far as it is read. `load` takes the cursor of a page; undefined for the first. */
export async function* itemsOf<T>(load: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  for (;;) {
    const { items, next } = await load(cursor);
    yield* items;
    if (next === null) return;
    cursor = next;
  }
}
