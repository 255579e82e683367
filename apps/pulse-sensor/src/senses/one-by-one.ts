/**
 * Does the same for each of several, though it may fail for some: one that always fails holds up no other. Throws the first failure when all had their turn; stops
 * early where the signal is aborted. Returns the sum of what each came to.
 */
export async function oneByOne<T>(
  all: Iterable<T>,
  signal: AbortSignal,
  run: (one: T) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = [];
  let sum = 0;
  for (const one of all) {
    if (signal.aborted) break;
    try {
      sum += await run(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sum;
}
