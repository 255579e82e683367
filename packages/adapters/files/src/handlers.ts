import type { SalienceError } from '@salience/errors';
import type { FileChange, ScanEntry } from './entry.ts';

/**
 * Why a folder is read from end to end: the watch begins; more paths changed than the queue holds; a watched folder was replaced; the
 * watch failed; the machine has no watches left, and the folder is read from time to time; or it was a while ago.
 */
export type ScanReason = 'start' | 'overflow' | 'lost' | 'error' | 'unwatched' | 'interval';

/** Where a batch stands in its scan. */
export interface ScanBatch {
  /** Counts the scans of one call of `watchRoot`, from 1. */
  readonly scan: number;
  readonly reason: ScanReason;
  /** The first batch of its scan. */
  readonly first: boolean;
  /** The last one. A scan that is broken off has none: what it did not come to is not gone. */
  readonly last: boolean;
  /**
   * Folders below the root, with `/`, that could not be read; known with the last batch, empty before. Files at and below them are not gone.
   */
  readonly unread: readonly string[];
}

/** What the one who watches should know. None of these ends the watch. */
export interface FileNotice {
  /** The root as declared. */
  readonly root: string;
  /**
   * - `root-missing`: there is no such folder, or it may not be opened; it is looked for again. Told once until it is found.
   * - `root-found`: it is there, after it was missing.
   * - `unreadable`: a folder below it cannot be read; told with each scan that meets it.
   * - `no-watches`: the machine gives no more watches; the root is scanned from time to time instead.
   * - `overflow`, `lost`, `error`: a scan follows for this reason.
   * - `scanned`: a scan has ended; `files` says how many it found.
   * - `handler-failed`: a handler failed with a retryable error and is asked again.
   */
  readonly kind:
    | 'root-missing'
    | 'root-found'
    | 'unreadable'
    | 'no-watches'
    | 'overflow'
    | 'lost'
    | 'error'
    | 'scanned'
    | 'handler-failed';
  /** What happened, for people. */
  readonly message: string;
  /** The folder below the root that it is about. */
  readonly path?: string;
  readonly files?: number;
  readonly error?: SalienceError;
}

/**
 * What becomes of the files. One call at a time; what changes meanwhile waits. A handler that rejects with an error of kind `retryable` is
 * called again with the same batch, after a pause; any other error ends the watch.
 */
export interface FileHandlers {
  /**
   * Takes a batch of a scan: at most `batchSize` files, each once in a scan. Resolves when it is stored. A known file with the same inode,
   * `mtimeMs` and `size` is unchanged; of an unsettled one only its being there counts. After the last batch, what is known and was not seen
   * in this scan is gone, but for what is in `unread` or below; only then is it known which new path is another name of a file that is gone.
   * An empty root gives one empty batch.
   */
  seen(batch: readonly ScanEntry[], at: ScanBatch): Promise<void>;
  /**
   * Takes paths that changed, each once in a batch, the earliest change first. It may say what is known already. When a file or a folder gets
   * another name, the new path and the gone one come in the same batch, whichever is first. Resolves when it is stored.
   */
  changed(batch: readonly FileChange[]): Promise<void>;
  /** Is told what happened. Must not throw. */
  notice(notice: FileNotice): void;
}
