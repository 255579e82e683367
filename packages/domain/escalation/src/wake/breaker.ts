const hourMs = 3_600_000;

/** Labelled wakes that are looked at, and of how many at least one must have been of use. */
const breakerWakes = 10;
/** How long it holds, in milliseconds. */
const breakerMs = 24 * hourMs;

/** A wake that somebody gave feedback on. */
export interface LabelledWake {
  /** When the feedback came, epoch milliseconds. */
  readonly at: number;
  readonly useful: boolean;
}

/** Whether a module may wake the agent by how useful it was. */
export interface Breaker {
  /** `half_open`: one wake is let through, and what is said of it decides. */
  readonly state: 'closed' | 'open' | 'half_open';
  readonly allows: boolean;
  /** Until when nothing is let through, epoch milliseconds; null if it is open to a wake now. */
  readonly until: number | null;
}

/**
 * The breaker of a module. It opens for 24 h when none of the last 10 labelled wakes (in any order given) was of use. After that one wake is let
 * through: a useful one closes it, one of no use opens it again, and one that nobody judges for 24 h makes way for another. `lastWakeAt`: when the
 * module woke the agent last, epoch milliseconds; null: never. Missing feedback never opens it.
 */
export function breakerOf(
  labelled: readonly LabelledWake[],
  now: number,
  lastWakeAt: number | null,
): Breaker {
  const recent = [...labelled].sort((a, b) => a.at - b.at).slice(-breakerWakes);
  const last = recent.at(-1);
  if (last === undefined || recent.length < breakerWakes || recent.some(({ useful }) => useful)) {
    return { state: 'closed', allows: true, until: null };
  }
  const opens = last.at + breakerMs;
  if (now < opens) return { state: 'open', allows: false, until: opens };
  // The trial is out and not yet judged.
  const waits = lastWakeAt !== null && lastWakeAt >= opens ? lastWakeAt + breakerMs : opens;
  return now < waits
    ? { state: 'half_open', allows: false, until: waits }
    : { state: 'half_open', allows: true, until: null };
}
