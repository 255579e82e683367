/** From one look at a worker to the next, in milliseconds. */
const lookMs = 1_000;

/** What to watch, and what to do. */
export interface StallEnd {
  /** What hangs now; empty while the worker is alive. */
  readonly stalled: () => readonly string[];
  /** How long it may hang without a break, in milliseconds. 0 watches nothing. */
  readonly afterMs: number;
  /** Hears once what hung so long. */
  readonly end: (reasons: readonly string[]) => void;
}

/**
 * For a supervisor that starts again what ended, and does not ask how what runs does: a worker that hangs ends itself. One
 * whose event loop is blocked cannot. Does not keep the process alive.
 */
export function endWhenStalled({ stalled, afterMs, end }: StallEnd): void {
  if (afterMs === 0) return;
  let since: number | undefined;
  const timer = setInterval(
    () => {
      const reasons = stalled();
      const now = performance.now();
      since = reasons.length === 0 ? undefined : (since ?? now);
      if (since === undefined || now - since < afterMs) return;
      clearInterval(timer);
      end(reasons);
    },
    Math.min(lookMs, afterMs),
  );
  timer.unref();
}
