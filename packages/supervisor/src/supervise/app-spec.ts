/** One app to keep running. */
export interface AppSpec {
  readonly name: string;
  /** The program; the next ones are its arguments. */
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process; others of this machine may read it, so no secret belongs here. */
  readonly env: Readonly<Record<string, string>>;
  /** Further settings, passed through a pipe that the app reads once. */
  readonly settings: Readonly<Record<string, string>>;
  /** A part of the command line that no other program has; recognises a survivor at the next start. */
  readonly program: string;
  /**
   * The variable that tells the app on which port of 127.0.0.1 it answers `GET /ready` and `GET /health`.
   * Without it the app counts as ready when it runs, and only its end is noticed.
   */
  readonly healthPortVariable?: string;
  /** Apps of stage 0 are stopped first, then those of stage 1, and so on. */
  readonly stopStage: number;
}

/** How patient the supervisor is; all in milliseconds. */
export interface SupervisorTiming {
  /** Between two looks while an app starts. */
  readonly readyPollMs: number;
  /** An app that is not ready after this long counts as hung. */
  readonly startMs: number;
  /** Interval between probes of a running app, and timeout of one. */
  readonly probeMs: number;
  /** So many bad looks in a row make an app hung. */
  readonly badLooksMax: number;
  /** The wait before the first restart; doubles up to the longest. */
  readonly backoffMs: number;
  readonly backoffLongestMs: number;
  /** An app that ran for so long has a clean record again. */
  readonly cleanRecordMs: number;
  /** How long a hung app may take to end by itself. */
  readonly graceMs: number;
  /** So many ends before the first readiness make the start fail. */
  readonly startFailuresMax: number;
}

/** What serves on a laptop and on a server. */
export const defaultTiming: SupervisorTiming = {
  readyPollMs: 60,
  startMs: 60_000,
  probeMs: 4_000,
  badLooksMax: 3,
  backoffMs: 500,
  backoffLongestMs: 30_000,
  cleanRecordMs: 60_000,
  graceMs: 2_000,
  startFailuresMax: 3,
};

/** What the supervisor noticed, for a person and for tests. */
export type SupervisorEvent =
  | { readonly kind: 'spawned'; readonly app: string; readonly pid: number }
  | { readonly kind: 'ready'; readonly app: string; readonly pid: number; readonly tookMs: number }
  | { readonly kind: 'ended'; readonly app: string; readonly how: string; readonly restartInMs: number }
  | { readonly kind: 'hung'; readonly app: string; readonly pid: number; readonly reason: string }
  | { readonly kind: 'stopping'; readonly app: string }
  | { readonly kind: 'stopped'; readonly app: string }
  | { readonly kind: 'killed'; readonly app: string; readonly pid: number };
