import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processIdentity } from '@salience/embedded';
import { SalienceError } from '@salience/errors';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.number().int().positive(), identity: z.string(), since: z.string() });

/** The process that holds a lock: its number together with the moment it began names one run of one process. */
export type LockHolder = z.infer<typeof holderSchema>;

/** A lock that this process holds. */
export interface HeldLock {
  /** Gives the lock back; harmless when it is no longer ours. */
  release(): void;
}

/**
 * Takes a lock file, or throws `cli.already-running` naming the process that has it. A lock whose process is
 * gone, or whose number now belongs to some other process, is cleared.
 */
export function takeLock(file: string, what: string): HeldLock {
  const identity = processIdentity(process.pid) ?? `${process.pid}`;
  const mine = JSON.stringify({ pid: process.pid, identity, since: new Date().toISOString() });
  for (;;) {
    if (created(file, mine)) return { release: () => release(file, mine) };
    const holder = lockHolder(file);
    if (holder !== undefined) throw alreadyRunning(what, holder);
    clearStale(file);
  }
}

/** The live process that holds the lock; undefined if none does, including when a dead process left it. */
export function lockHolder(file: string): LockHolder | undefined {
  const parsed = holderSchema.safeParse(parse(read(file)));
  if (!parsed.success) return undefined;
  return processIdentity(parsed.data.pid) === parsed.data.identity ? parsed.data : undefined;
}

function created(file: string, content: string): boolean {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content, { mode: 0o600 });
  try {
    // A link appears with its content, so a lock is never read half written.
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * Moves a stale lock out of the way. Between the look and the move another process may have taken the lock:
 * what was moved is looked at again, and a live lock is put back.
 */
function clearStale(file: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (lockHolder(aside) !== undefined) linkSync(aside, file);
  } catch (error) {
    // A third process was faster and holds the lock; the next attempt finds it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // A damaged lock names no process, so it is not held.
    return undefined;
  }
}

function alreadyRunning(what: string, holder: LockHolder): SalienceError {
  return new SalienceError(
    'cli.already-running',
    `${what} is already running (process ${holder.pid}, since ${holder.since}). ` +
      'Talk to it with "./salience chat", stop it with "./salience down", or start another one with --home and --port.',
    { data: { pid: holder.pid } },
  );
}
