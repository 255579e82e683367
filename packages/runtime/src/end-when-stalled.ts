/** Interval between checks, in milliseconds. */
const lookMs = 1_000;

/** What to watch, and what to do. */
export interface StallEnd {
  /** What hangs now; empty while the worker is alive. */
  readonly stalled: () => readonly string[];
  /** How long it may hang without interruption, in milliseconds. 0 disables the check. */
  readonly afterMs: number;
  /** Called once with what hung. */
  readonly end: (reasons: readonly string[]) => void;
}

/**
 * Ends a worker that hangs, for supervisors that restart processes but do not probe them. Cannot help when the event loop is blocked.
 * Does not keep the process alive.
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
