import { statfs } from 'node:fs/promises';
import { cpus, freemem, homedir, loadavg, totalmem } from 'node:os';

/** Time of all processors since the machine began, in milliseconds. */
export interface ProcessorTime {
  readonly busyMs: number;
  readonly totalMs: number;
}

/** How busy and how full this machine is, each from 0 to 1, but for the load where there was no sample before. */
export interface HostSample {
  /** Of one processor, as a mean of all: 1 is all of it. Since the previous sample; without one, the mean of the last minute, which may be above 1. */
  readonly load: number;
  /** The share of memory that is in use. */
  readonly memory: number;
  /** The share of the home folder's disk that is in use; null: it cannot be asked. */
  readonly disk: number | null;
  /** For the next sample. */
  readonly processors: ProcessorTime;
}

/** Looks at this machine. `previous` is the sample before, or null; `home` is a folder on the disk that is meant. */
export async function sampleHost(
  previous: Pick<HostSample, 'processors'> | null,
  home: string = homedir(),
): Promise<HostSample> {
  const all = cpus();
  const processors = processorTime(all);
  return {
    load:
      loadBetween(previous?.processors ?? null, processors) ??
      Math.max(0, loadavg()[0] ?? 0) / Math.max(1, all.length),
    memory: share(totalmem() - freemem(), totalmem()),
    disk: await diskInUse(home),
    processors,
  };
}

/** The load between two times; null: there is no earlier one, or no time has passed. */
export function loadBetween(before: ProcessorTime | null, after: ProcessorTime): number | null {
  if (before === null || after.totalMs <= before.totalMs) return null;
  return share(after.busyMs - before.busyMs, after.totalMs - before.totalMs);
}

function processorTime(all: ReturnType<typeof cpus>): ProcessorTime {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of all) {
    const busy = times.user + times.nice + times.sys + times.irq;
    busyMs += busy;
    totalMs += busy + times.idle;
  }
  return { busyMs, totalMs };
}

/** As `df` counts: what only the system may use is neither in use nor free. */
async function diskInUse(folder: string): Promise<number | null> {
  try {
    const { bavail, bfree, blocks } = await statfs(folder);
    const used = blocks - bfree;
    return share(used, used + bavail);
  } catch {
    return null;
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
