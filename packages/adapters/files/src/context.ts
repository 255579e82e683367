import type { FileLimits, FileRoot } from './config.ts';
import type { DirtyPath } from './dirty-paths.ts';
import type { FolderIdentity } from './folder-identity.ts';
import type { FolderWatches, WatchFolder } from './folder-watches.ts';
import type { FileHandlers, FileNotice } from './handlers.ts';
import type { LineWords } from './line-words.ts';
import type { ScanPlan } from './scan-plan.ts';

/** What one call of `watchRoot` works with. */
export interface WatchContext {
  readonly config: FileRoot;
  readonly limits: FileLimits;
  readonly handlers: FileHandlers;
  readonly signal: AbortSignal;
  readonly ignored: (path: string) => boolean;
  readonly lines: LineWords;
  readonly plan: ScanPlan;
  readonly watchFolder: WatchFolder;
  readonly notice: (kind: FileNotice['kind'], message: string, more?: Partial<FileNotice>) => void;
}

/** A root that is there, and what watches it. */
export interface WatchedRoot {
  readonly real: string;
  readonly identity: FolderIdentity;
  readonly watches: FolderWatches;
  /** Notes that something changed at a path. */
  changed(path: string): void;
  /** Notes what a look found in a folder that came with `since`. */
  found(path: string, mark: string, since: DirtyPath): void;
}

/** Milliseconds of a clock that never goes back. */
export function now(): number {
  return performance.now();
}
