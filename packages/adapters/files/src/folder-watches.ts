import { watch } from 'node:fs';
import { basename } from 'node:path';
import { type FolderIdentity, folderIdentity, isSameFolder } from './folder-identity.ts';

/**
 * Watches what is right in a folder. `changed` is called with the name of what changed, or with null if that is not known, and whether it may
 * have come or gone; `failed` once, if the watch ends by itself. Returns what ends it. Throws if the system gives no watch.
 */
export type WatchFolder = (
  absolute: string,
  changed: (name: string | null, cameOrWent: boolean) => void,
  failed: (error: unknown) => void,
) => () => void;

/** The watches of the operating system: one a folder, none a file. */
export const watchFolder: WatchFolder = (absolute, changed, failed) => {
  const watcher = watch(absolute, { persistent: true }, (event, name) => changed(name, event === 'rename'));
  watcher.once('error', failed);
  return () => {
    watcher.removeAllListeners();
    // A late error of a watch that is over concerns nobody.
    watcher.on('error', () => undefined);
    watcher.close();
  };
};

/** What the watches tell. Paths are below the root, with `/`; the root itself is empty. */
export interface WatchEvents {
  /** Something changed at this path. */
  changed(path: string): void;
  /** Something changed, and nobody knows where: what the watches told is not to be relied on. */
  blurred(): void;
  /** A watch ended by itself. */
  failed(path: string, error: unknown): void;
}

/** A folder that is watched. */
export interface WatchedFolder {
  readonly identity: FolderIdentity;
  readonly doubtful: boolean;
}

/** The watches of a tree. */
export interface FolderWatches {
  /** False after `stop`: nothing is watched. */
  readonly on: boolean;
  /** Watches a folder, unless this very folder is watched. False: it is not there. Rejects if the system gives no watch. */
  ensure(path: string, absolute: string): Promise<boolean>;
  /** Which folder is watched at this path; doubtful: it may have been deleted or moved, so that its watch tells nothing of what is there. */
  at(path: string): WatchedFolder | undefined;
  /** Ends the watches at and below a path. True if there were any. */
  drop(path: string): boolean;
  /** Ends the watches of all other folders. */
  keepOnly(paths: ReadonlySet<string>): void;
  stop(): void;
}

interface OpenWatch extends WatchedFolder {
  doubtful: boolean;
  readonly close: () => void;
}

/** As many events at once may be more than the system could keep: on Linux it drops them without a word. */
const eventsAtOnceMax = 8_192;

/** See {@link FolderWatches}. */
export function createFolderWatches(open: WatchFolder, events: WatchEvents): FolderWatches {
  const all = new Map<string, OpenWatch>();
  const countEvent = createBurstCount(() => events.blurred());
  let on = true;
  const close = (path: string): void => {
    all.get(path)?.close();
    all.delete(path);
  };
  const listen = (path: string, absolute: string): (() => void) =>
    open(
      absolute,
      (name, cameOrWent) => {
        countEvent();
        if (name === null) return events.blurred();
        if (name === basename(absolute)) {
          // A folder that is deleted or moved tells so under its own name, as it would of a file in it that is called the same.
          const watched = all.get(path);
          if (watched !== undefined) watched.doubtful ||= cameOrWent;
          events.changed(path);
        }
        events.changed(path === '' ? name : `${path}/${name}`);
      },
      (error) => {
        close(path);
        events.failed(path, error);
      },
    );
  return {
    get on() {
      return on;
    },
    at: (path) => all.get(path),
    async ensure(path, absolute) {
      const before = await folderIdentity(absolute);
      if (before === undefined) return false;
      const watched = all.get(path);
      if (!on || (watched && !watched.doubtful && isSameFolder(watched.identity, before))) return true;
      // The new one first, so that nothing falls between.
      const end = listen(path, absolute);
      close(path);
      const identity = await folderIdentity(absolute);
      const same = isSameFolder(before, identity);
      if (same && on) all.set(path, { identity: before, doubtful: false, close: end });
      else end();
      return same;
    },
    drop(path) {
      const dropped = [...all.keys()].filter((one) => one === path || one.startsWith(`${path}/`));
      dropped.forEach(close);
      return dropped.length > 0;
    },
    keepOnly(paths) {
      for (const path of all.keys()) if (!paths.has(path)) close(path);
    },
    stop() {
      on = false;
      for (const path of all.keys()) close(path);
    },
  };
}

/** Counts the events that come in one turn of the event loop. */
function createBurstCount(tooMany: () => void): () => void {
  let count = 0;
  return () => {
    if (count === 0)
      setImmediate(() => {
        count = 0;
      });
    if (++count === eventsAtOnceMax) tooMany();
  };
}
