import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Names one run of one process: its id together with the moment it began, so that a reused process id is
 * never taken for the process that had it before. Undefined when no such process runs; a zombie (ended, but
 * not yet collected by its parent, as happens in containers without an init) does not run.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return `${pid}`;
  const shown = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', `${pid}`], { encoding: 'utf8' });
  const line = (shown.stdout ?? '').trim();
  return line === '' || line.startsWith('Z') ? undefined : `${pid}:${line.replace(/^\S+\s+/, '')}`;
}

/** The command line of a running process as one string, or undefined when it cannot be read. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const shown = spawnSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return shown.status === 0 ? shown.stdout.trim() : undefined;
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means: it runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may itself hold spaces and parentheses: the fields begin after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' || startedAt === undefined ? undefined : `${pid}:${startedAt}`;
  } catch {
    return undefined;
  }
}
