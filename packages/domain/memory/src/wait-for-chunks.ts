/** How long an episode waits for the chunks of its exchanges, in milliseconds of business time. */
const episodeWaitMs = 60_000;
const firstWaitMs = 2_000;
const waitMsMax = 15_000;

/** Whether an episode is built with what there is, and else when to look again. */
export type EpisodeDeadline = { readonly passed: true } | { readonly passed: false; readonly waitMs: number };

/**
 * The wait policy for missing chunks. Looking again after 2 s, 4 s, 8 s, then every 15 s, until the wait is over at 60 s.
 * A function of the two times alone (law 9), so it does not matter which worker asks or how often. A `now` before
 * `createdAt` counts as no time passed.
 */
export function episodeDeadline(createdAt: Date, now: Date): EpisodeDeadline {
  const elapsed = Math.max(0, now.getTime() - createdAt.getTime());
  if (elapsed >= episodeWaitMs) return { passed: true };
  // Waits that double from 2 s are what has passed plus 2 s: 2, then 2+2, then 6+2.
  const wait = Math.min(elapsed + firstWaitMs, waitMsMax);
  return { passed: false, waitMs: Math.min(wait, episodeWaitMs - elapsed) };
}
