/** Options of the stop signal. */
export interface StopSources {
  /** Also stop when standard input ends: the supervisor holds the other end, which closes when it dies. */
  readonly supervised: boolean;
  /** Called once, with the reason. */
  onStop(reason: string): void;
}

/** A signal that aborts on SIGTERM, on SIGINT, or when the supervisor is gone. Repeated signals change nothing. */
export function createStopSignal(sources: StopSources): AbortSignal {
  const abort = new AbortController();
  const stop = (reason: string): void => {
    if (abort.signal.aborted) return;
    sources.onStop(reason);
    abort.abort();
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (sources.supervised) {
    process.stdin.on('end', () => stop('supervisor gone'));
    process.stdin.on('error', () => stop('supervisor gone'));
    process.stdin.resume();
  }
  return abort.signal;
}
