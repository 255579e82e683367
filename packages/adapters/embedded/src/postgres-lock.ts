import { readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, processIdentity } from './process-identity.ts';
import { readTextFile } from './server-folder.ts';

/** What a running Postgres says of itself in `postmaster.pid`. */
export interface PostmasterLock {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'unknown';
}

/** Reads the lock file of a data folder; undefined when there is none or it is not written out yet. */
export function readPostmasterLock(data: string): PostmasterLock | undefined {
  const lines = readTextFile(join(data, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
  const said = lines[7]?.trim();
  const status = said === 'starting' || said === 'ready' || said === 'stopping' ? said : 'unknown';
  return { pid, port: Number(lines[3] ?? 0), status };
}

/**
 * Whose the lock is: `none`, a `live` server on this very folder, or `stale`, left by a server that was killed
 * (its number may meanwhile belong to some other program, as it does after a container was started again).
 */
export function judgeLock(data: string, lock: PostmasterLock | undefined): 'none' | 'live' | 'stale' {
  if (lock === undefined) return 'none';
  if (processIdentity(lock.pid) === undefined) return 'stale';
  return worksIn(lock.pid, data) ? 'live' : 'stale';
}

function worksIn(pid: number, data: string): boolean {
  try {
    // A server works inside its data folder; this also recognises one whose folder was renamed under it.
    if (readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)) return true;
  } catch {
    // No /proc, or not allowed to look there: the command line tells as well.
  }
  return `${commandLine(pid) ?? ''} `.includes(` -D ${data} `);
}
