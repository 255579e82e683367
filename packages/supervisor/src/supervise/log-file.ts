import { closeSync, copyFileSync, openSync, readSync, renameSync, statSync, truncateSync } from 'node:fs';

/** A log grows to this size before it is put aside; one older part is kept. */
const logBytesMax = 10 * 1024 * 1024;

/**
 * Opens an app's log for appending, so that the app writes to it directly and nothing is lost when the
 * supervisor dies. A log that is too large is put aside first.
 */
export function openLog(file: string, bytesMax = logBytesMax): number {
  if (sizeOf(file) > bytesMax) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/**
 * Puts the log of a running app aside when it is too large. The app keeps its open file, so the content is
 * copied and the file emptied; lines written in between are lost. True when that happened.
 */
export function rotateOpenLog(file: string, bytesMax = logBytesMax): boolean {
  if (sizeOf(file) <= bytesMax) return false;
  copyFileSync(file, `${file}.1`);
  truncateSync(file, 0);
  return true;
}

/** The last lines of a log from byte `from` on, at most 64 KiB of it; empty when there are none. */
export function logTail(file: string, from = 0, lines = 12): string {
  const size = sizeOf(file);
  const start = Math.max(from, size - 65_536);
  if (size <= start) return '';
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(size - start);
    const read = readSync(handle, bytes, 0, bytes.length, start);
    return bytes.toString('utf8', 0, read).trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(handle);
  }
}

/** The size of a file in bytes; 0 when there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
