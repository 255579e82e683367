/** How long to wait, and for what. */
export interface UntilOptions {
  /** Default 10 seconds. */
  readonly timeoutMs?: number;
  /** Named in the error when the time is over. */
  readonly what: string;
  /** From one look to the next; default 20 ms. */
  readonly everyMs?: number;
}

/**
 * Polls until `condition` gives something truthy and resolves with it. Throws when the time is over: the message says
 * what was awaited and, where the condition threw last, why. The stand-in for a sleep in every test.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: UntilOptions,
): Promise<NonNullable<T>> {
  const { timeoutMs = 10_000, everyMs = 20, what } = options;
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) {
      throw new Error(
        `Still waiting after ${timeoutMs} ms for: ${what}`,
        last === undefined ? {} : { cause: last },
      );
    }
    await pause(everyMs);
  }
}

/** Waits. Between looks only: a test that needs a pause to pass is a test that will fail. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
