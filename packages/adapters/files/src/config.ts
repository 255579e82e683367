/** A folder that is watched with everything below it. */
export interface FileRoot {
  /** An absolute path, as declared. A link here is followed, links below it are not. */
  readonly root: string;
  /** Names and patterns that are never looked at, beside the usual ones: see `createIgnore`. */
  readonly ignore: readonly string[];
  /** Words that are looked for in the latest lines of files of text, whatever their case. Empty: no file is opened. */
  readonly lineWords: readonly string[];
  readonly limits?: Partial<FileLimits>;
}

/** How a folder is watched. */
export interface FileLimits {
  /** How long a path must be quiet before it is looked at, in milliseconds. */
  readonly quietMs: number;
  /** How long a path that is never quiet waits at most before it is looked at. */
  readonly quietMsMax: number;
  /** Size and time of a file must be the same in two looks that are so many milliseconds apart: it has been written to its end. */
  readonly stabilityMs: number;
  /** A file that is written on and on is told after this time at the latest, and again afterwards. */
  readonly unsettledMsMax: number;
  /** Changed paths that wait. If one more comes, all are dropped and the folder is scanned: nothing is lost, and the memory is bounded. */
  readonly queueMax: number;
  /** Files in a batch, at most. */
  readonly batchSize: number;
  /** The least pause between two scans. */
  readonly scanPauseMs: number;
  /** From one scan to the next if nothing asks for one: finds what no event told. */
  readonly scanEveryMs: number;
  /** The same where the machine has no watches left. */
  readonly unwatchedScanMs: number;
  /** From one look for a missing root to the next. */
  readonly rootRetryMs: number;
  /** The first pause after a handler failed, and the longest: each is twice the one before. */
  readonly laterMs: number;
  readonly laterMsMax: number;
  /** In a scan, the lines of a file that was not seen before are read only if it was changed within this time. */
  readonly lineAgeMs: number;
}

/** The limits that hold where none are given. */
export const fileLimits: FileLimits = {
  quietMs: 300,
  quietMsMax: 5_000,
  stabilityMs: 500,
  unsettledMsMax: 60_000,
  queueMax: 10_000,
  batchSize: 1_000,
  scanPauseMs: 1_000,
  scanEveryMs: 3_600_000,
  unwatchedScanMs: 60_000,
  rootRetryMs: 10_000,
  laterMs: 1_000,
  laterMsMax: 30_000,
  lineAgeMs: 86_400_000,
};
