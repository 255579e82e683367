import { readdirSync, readFileSync } from 'node:fs';

/** Processes by the name a report gives them; several may share a name as a list. */
export type NamedProcesses = Readonly<Record<string, number | readonly number[]>>;

/** Milliseconds of processor time by name. */
export type CpuMs = Readonly<Record<string, number>>;

interface ProcessStat {
  readonly parent: number;
  /** Clock ticks of the process's own threads, dead ones included. */
  readonly own: number;
  /** Clock ticks of the children it has waited for. */
  readonly reaped: number;
}

/** The unit of the kernel's accounting as user space sees it: a hundredth of a second on every Linux we run on. */
const msPerTick = 10;

/**
 * Milliseconds of processor time that each named process has used since it started, user and system, with all of its
 * descendants: those that run and those that it has waited for, such as the backends of a Postgres server. Read from
 * process accounting, so time that went by without computing does not count. A process that is gone counts 0.
 * Exact to ten milliseconds per process. Throws where there is no /proc.
 */
export function readCpu(processes: NamedProcesses): CpuMs {
  const stats = readStats();
  const children = Map.groupBy(stats.keys(), (pid) => stats.get(pid)?.parent ?? 0);
  const ticksOf = (pid: number): number => {
    const stat = stats.get(pid);
    if (stat === undefined) return 0;
    return (children.get(pid) ?? []).reduce((sum, child) => sum + ticksOf(child), stat.own + stat.reaped);
  };
  return Object.fromEntries(
    Object.entries(processes).map(([name, pids]) => [
      name,
      [pids].flat().reduce((sum, pid) => sum + ticksOf(pid), 0) * msPerTick,
    ]),
  );
}

/** What was used between two readings of the same processes; never negative. */
export function cpuBetween(before: CpuMs, after: CpuMs): CpuMs {
  return Object.fromEntries(
    Object.entries(after).map(([name, used]) => [name, Math.max(0, used - (before[name] ?? 0))]),
  );
}

/** Milliseconds per turn by name, with their sum under `total`; rounded to thousandths. */
export function cpuPerTurn(used: CpuMs, turns: number): CpuMs & { readonly total: number } {
  const share = (ms: number): number => (turns === 0 ? 0 : Math.round((1000 * ms) / turns) / 1000);
  const total = Object.values(used).reduce((sum, ms) => sum + ms, 0);
  return {
    ...Object.fromEntries(Object.entries(used).map(([name, ms]) => [name, share(ms)])),
    total: share(total),
  };
}

/** The processes below a process, as they are now, in no order. */
export function descendants(pid: number): number[] {
  const stats = readStats();
  const below = (parent: number): number[] =>
    [...stats].flatMap(([child, stat]) => (stat.parent === parent ? [child, ...below(child)] : []));
  return below(pid);
}

function readStats(): Map<number, ProcessStat> {
  return new Map(
    numericEntries().flatMap((pid): [number, ProcessStat][] => {
      const stat = readStat(pid);
      return stat === undefined ? [] : [[pid, stat]];
    }),
  );
}

function numericEntries(): number[] {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch (error) {
    throw new Error('Processor time is read from /proc, which this system does not have: run this on Linux', {
      cause: error,
    });
  }
  return entries.map(Number).filter((pid) => Number.isInteger(pid));
}

/** Undefined for a process that ended while the list was being read. */
function readStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The program's name stands in brackets and may hold spaces and brackets itself.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number): number => fields[field - 3] ?? 0;
  return { parent: at(4), own: at(14) + at(15), reaped: at(16) + at(17) };
}
