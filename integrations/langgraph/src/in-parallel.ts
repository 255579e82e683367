/** Does something with each item, so many at a time, and gives the results in the order of the items. Rejects as the first that fails. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    // All workers take from the same iterator.
    for (const [i, item] of entries) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
