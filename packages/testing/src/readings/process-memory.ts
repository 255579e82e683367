import { readFileSync } from 'node:fs';

/** Megabytes (of a million bytes) of a process that are resident, shared pages included; 0 for one that is gone. */
export function residentMb(pid: number): number {
  return megabytes(pid, 'status', 'VmRSS');
}

/**
 * Megabytes of a process with each shared page counted in proportion to how many share it: what may be added up over
 * the backends of a Postgres. 0 for a process that is gone, or whose accounting may not be read.
 */
export function proportionalMb(pid: number): number {
  return megabytes(pid, 'smaps_rollup', 'Pss');
}

function megabytes(pid: number, file: string, name: string): number {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return 0;
  }
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  return Math.round((Number(kilobytes ?? 0) * 1_024) / 100_000) / 10;
}
