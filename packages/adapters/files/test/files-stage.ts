import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { until } from '@salience/testing';
import type { FileLimits } from '../src/config.ts';
import type { WatchFolder } from '../src/folder-watches.ts';
import {
  type FileChange,
  type FileEntry,
  type FileHandlers,
  type FileNotice,
  type ScanBatch,
  type ScanEntry,
  watchRoot,
} from '../src/index.ts';

/** Quick enough for tests, in the proportions of the usual ones. */
const quick: Partial<FileLimits> = {
  quietMs: 60,
  quietMsMax: 1_000,
  stabilityMs: 100,
  scanPauseMs: 100,
  rootRetryMs: 50,
  laterMs: 20,
};

/** Files as a database would keep them, and what it would say of each batch. */
interface FileTable {
  readonly files: Map<string, FileEntry>;
  /** `created a.txt`, `modified a.txt`, `deleted a.txt`, `renamed a.txt b.txt`, in order. */
  readonly events: string[];
  readonly handlers: Pick<FileHandlers, 'seen' | 'changed'>;
  /** The batches of scans, without their entries, and how many those were. */
  readonly scans: (ScanBatch & { readonly entries: number })[];
  /** What came with lines. */
  readonly words: [path: string, words: readonly string[]][];
}

/** A table that is empty. The first scan that ends is what was there before: it makes no events. */
function createFileTable(): FileTable {
  const files = new Map<string, FileEntry>();
  const events: string[] = [];
  const scans: FileTable['scans'] = [];
  const words: FileTable['words'] = [];
  let seen = new Set<string>();
  let found: FileEntry[] = [];
  let anchored = false;
  const settle = (entries: readonly FileEntry[], gone: readonly string[]): void => {
    const away = new Map(gone.flatMap((path) => (files.has(path) ? [[path, files.get(path)!]] : [])));
    for (const path of away.keys()) files.delete(path);
    for (const entry of entries) {
      const { inode, lineWords, mtimeMs, path, size } = entry;
      if (lineWords !== undefined) words.push([path, lineWords]);
      const known = files.get(path);
      const from = [...away].find(([, old]) => old.inode === inode && old.size === size)?.[0];
      files.set(path, entry);
      if (known === undefined && from !== undefined) {
        away.delete(from);
        events.push(`renamed ${from} ${path}`);
      } else if (known === undefined) events.push(`created ${path}`);
      else if (known.size !== size || known.mtimeMs !== mtimeMs || known.inode !== inode)
        events.push(`modified ${path}`);
    }
    events.push(...[...away.keys()].map((path) => `deleted ${path}`));
  };
  const isBelow = (path: string, folder: string): boolean =>
    folder === '' || path === folder || path.startsWith(`${folder}/`);
  return {
    files,
    events,
    scans,
    words,
    handlers: {
      async seen(batch: readonly ScanEntry[], at: ScanBatch) {
        scans.push({ ...at, entries: batch.length });
        if (at.first) {
          seen = new Set();
          found = [];
        }
        for (const entry of batch) seen.add(entry.path);
        found.push(...batch.filter((entry): entry is FileEntry => !('unsettled' in entry)));
        if (!at.last) return;
        settle(
          found,
          [...files.keys()].filter(
            (path) => !seen.has(path) && !at.unread.some((folder) => isBelow(path, folder)),
          ),
        );
        if (!anchored) events.length = 0;
        anchored = true;
      },
      async changed(batch: readonly FileChange[]) {
        settle(
          batch.filter((change): change is FileEntry => !('gone' in change)),
          batch
            .filter((change) => 'gone' in change)
            .flatMap(({ path }) => [...files.keys()].filter((one) => isBelow(one, path))),
        );
      },
    },
  };
}

/** A folder of its own, and a watch of it. */
export interface FilesStage extends FileTable {
  /** Where the folder lies that holds the root and what else a test makes. */
  readonly base: string;
  readonly root: string;
  readonly notices: FileNotice[];
  /** Writes a file below the root; folders are made. */
  write(path: string, content?: string): void;
  /** Begins to watch; resolves after the first scan unless `wait` is false. */
  watch(options?: WatchStageOptions): Promise<void>;
  /** Resolves when the events are these, in any order. */
  untilEvents(...expected: string[]): Promise<void>;
  untilNotice(kind: FileNotice['kind'], times?: number): Promise<FileNotice>;
  untilScan(reason: ScanBatch['reason']): Promise<void>;
  /** How the watch ends, by itself. */
  outcome(): Promise<void>;
  /** Ends the watch and gives its outcome. */
  stop(): Promise<void>;
  end(): Promise<void>;
}

/** How a stage watches. */
interface WatchStageOptions {
  readonly limits?: Partial<FileLimits>;
  readonly ignore?: readonly string[];
  readonly lineWords?: readonly string[];
  readonly open?: WatchFolder;
  readonly handlers?: Partial<FileHandlers>;
  readonly wait?: boolean;
  readonly root?: string;
}

/** A stage with an empty root. */
export function createFilesStage(): FilesStage {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'salience-files-')));
  const root = join(base, 'root');
  mkdirSync(root);
  const table = createFileTable();
  const notices: FileNotice[] = [];
  let caller = new AbortController();
  let watching: Promise<void> = Promise.resolve();
  const stage: FilesStage = {
    ...table,
    base,
    root,
    notices,
    write(path, content = path) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    async watch(options = {}) {
      const { handlers, ignore = [], limits, lineWords = [], open, wait = true } = options;
      caller = new AbortController();
      watching = watchRoot(
        { root: options.root ?? root, ignore, lineWords, limits: { ...quick, ...limits } },
        { ...table.handlers, notice: (notice) => void notices.push(notice), ...handlers },
        caller.signal,
        open,
      );
      watching.catch(() => undefined);
      if (wait) await stage.untilNotice('scanned');
    },
    async untilEvents(...expected) {
      const wanted = expected.toSorted();
      await until(() => JSON.stringify(table.events.toSorted()) === JSON.stringify(wanted), {
        what: `the events ${wanted.join(', ')}`,
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}; there were: ${table.events.join(', ')}`);
      });
    },
    untilNotice: (kind, times = 1) =>
      until(() => notices.filter((notice) => notice.kind === kind)[times - 1], {
        what: `the notice ${kind}`,
      }),
    async untilScan(reason) {
      await until(() => table.scans.some((scan) => scan.reason === reason && scan.last), {
        what: `a scan for ${reason}`,
      });
    },
    outcome: () => watching,
    async stop() {
      caller.abort();
      await watching;
    },
    async end() {
      caller.abort();
      await watching.catch(() => undefined);
      rmSync(base, { recursive: true, force: true });
    },
  };
  return stage;
}
