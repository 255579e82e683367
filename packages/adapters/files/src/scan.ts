import { join } from 'node:path';
import { now, type WatchContext, type WatchedRoot } from './context.ts';
import { createEnter, noticeUnreadable } from './enter.ts';
import type { FileEntry, ScanEntry } from './entry.ts';
import { folderIdentity, isSameFolder } from './folder-identity.ts';
import type { BegunScan } from './scan-plan.ts';
import { giveUntilTaken } from './waiting.ts';
import { walk } from './walk.ts';

/**
 * Reads a root from end to end, watches each of its folders before it is read, and gives what it finds to `seen`. False: the root is another
 * one by now, or the caller has gone; then there was no last batch.
 */
export async function scanRoot(context: WatchContext, root: WatchedRoot): Promise<boolean> {
  const scan = context.plan.begin();
  let complete = false;
  try {
    complete = await scanAll(context, root, scan);
    return complete;
  } finally {
    context.plan.ended(now(), complete);
  }
}

async function scanAll(context: WatchContext, root: WatchedRoot, scan: BegunScan): Promise<boolean> {
  const { config, notice, signal } = context;
  const batches = createBatches(context, scan);
  const folders = new Set<string>();
  const unread: string[] = [];
  const enter = createEnter(context, root);
  for await (const { error, files, folder } of walk(root.real, '', { ignored: context.ignored, enter })) {
    if (signal.aborted) return false;
    folders.add(folder);
    if (error !== undefined) {
      unread.push(folder);
      noticeUnreadable(context, folder, error);
    }
    for (const { entry } of files)
      if (!(await batches.add(await scanEntryOf(context, root, entry)))) return false;
  }
  if (!isSameFolder(root.identity, await folderIdentity(root.real))) return false;
  root.watches.keepOnly(folders);
  if (!(await batches.end(unread))) return false;
  notice('scanned', `${config.root} was read from end to end`, { files: batches.files() });
  return true;
}

/** A file that was changed a moment ago may not be written to its end: it is looked at again. */
async function scanEntryOf(context: WatchContext, root: WatchedRoot, entry: FileEntry): Promise<ScanEntry> {
  const { config, limits, lines } = context;
  const { path } = entry;
  const ageMs = Date.now() - entry.mtimeMs;
  if (Math.abs(ageMs) < limits.stabilityMs) {
    root.changed(path);
    return { path, unsettled: true };
  }
  if (config.lineWords.length === 0) return entry;
  if (!lines.knows(path) && ageMs > limits.lineAgeMs) {
    lines.note(path, entry);
    return entry;
  }
  const lineWords = await lines.find(path, join(root.real, path), entry);
  return lineWords === undefined ? entry : { ...entry, lineWords };
}

/** Gives entries in batches. The last one is held back until the end is known. False: the caller has gone. */
function createBatches(
  { config, handlers, limits, notice, signal }: WatchContext,
  scan: BegunScan,
): {
  add(entry: ScanEntry): Promise<boolean>;
  end(unread: readonly string[]): Promise<boolean>;
  files(): number;
} {
  let batch: ScanEntry[] = [];
  let files = 0;
  let first = true;
  const give = async (last: boolean, unread: readonly string[]): Promise<boolean> => {
    const at = { ...scan, first, last, unread };
    const entries = batch;
    batch = [];
    first = false;
    return await giveUntilTaken(
      () => handlers.seen(entries, at),
      limits,
      signal,
      (error, message) => notice('handler-failed', `${config.root}: ${message}`, { error }),
    );
  };
  return {
    async add(entry) {
      if (batch.length >= limits.batchSize && !(await give(false, []))) return false;
      files++;
      batch.push(entry);
      return true;
    },
    end: (unread) => give(true, unread),
    files: () => files,
  };
}
