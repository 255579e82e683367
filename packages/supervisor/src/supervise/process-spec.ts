/** One app, as its process is told of it. */
export interface AppSpec {
  readonly name: string;
  /** Its settings, passed through a pipe that the process reads once. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * The setting that tells the app on which port of 127.0.0.1 it answers `GET /ready` and `GET /health`. Without it the app counts as
   * ready when its process runs, and only the end of that is noticed.
   */
  readonly healthPortVariable?: string;
}

/** One process to keep running. */
export interface ProcessSpec {
  readonly name: string;
  /** The apps that run in it. They are ready together, and what is wrong with one replaces all. */
  readonly apps: readonly AppSpec[];
  /** The program; the next ones are its arguments. */
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process; others of this machine may read it, so no secret belongs here. */
  readonly env: Readonly<Record<string, string>>;
  /** A part of the command line that no other program has; recognises a survivor at the next start. */
  readonly program: string;
  /** Processes of stage 0 are stopped first, then those of stage 1, and so on. */
  readonly stopStage: number;
}

/** How patient the supervisor is; all in milliseconds. */
export interface SupervisorTiming {
  /** Between two looks while a process starts. */
  readonly readyPollMs: number;
  /** A process that is not ready after this long counts as hung. */
  readonly startMs: number;
  /** Interval between probes of a running process, and timeout of one. */
  readonly probeMs: number;
  /** So many bad looks in a row make a process hung. */
  readonly badLooksMax: number;
  /** The wait before the first restart; doubles up to the longest. */
  readonly backoffMs: number;
  readonly backoffLongestMs: number;
  /** A process that ran for so long has a clean record again. */
  readonly cleanRecordMs: number;
  /** How long a hung process may take to end by itself. */
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
  | { readonly kind: 'spawned'; readonly name: string; readonly pid: number }
  | { readonly kind: 'ready'; readonly name: string; readonly pid: number; readonly tookMs: number }
  | { readonly kind: 'ended'; readonly name: string; readonly how: string; readonly restartInMs: number }
  | { readonly kind: 'hung'; readonly name: string; readonly pid: number; readonly reason: string }
  | { readonly kind: 'stopping'; readonly name: string }
  | { readonly kind: 'stopped'; readonly name: string }
  | { readonly kind: 'killed'; readonly name: string; readonly pid: number };
