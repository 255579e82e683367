const triesMax = 12;
const firstPauseMs = 300;
const longestPauseMs = 4_000;

/** Loads a part of the console, and goes on trying for half a minute while the server does not answer: it may be starting again. Rejects with the last failure. */
export async function untilLoaded<M>(load: () => Promise<M>): Promise<M> {
  for (let tries = 1, pauseMs = firstPauseMs; ; tries += 1, pauseMs = Math.min(2 * pauseMs, longestPauseMs))
    try {
      return await load();
    } catch (error) {
      if (tries === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
}
