/**
 * Something that runs inside a worker until it is stopped: a queue consumer, a loop, an HTTP server.
 * Both methods are idempotent; stopping before starting is allowed.
 */
export interface Service {
  readonly name: string;
  /** Resolves when the service is ready to work. */
  start(signal: AbortSignal): Promise<void>;
  /** Stops taking work, waits up to `deadlineMs`, and resolves with the names of what was still running then. */
  stop(deadlineMs: number): Promise<readonly string[]>;
  /** Names of the work in progress, for the heartbeat. */
  running(): readonly string[];
  /** Why the service makes no progress although it should; undefined while it is healthy. */
  stalled(): string | undefined;
  /** Why it takes no work for now although it could; undefined while it takes some. The worker is unready meanwhile, not dead. */
  held?(): string | undefined;
}
