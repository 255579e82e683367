import { descendants, proportionalMb, residentMb } from '@salience/testing/load';

/** One place in the fleet, or one store, and the process that fills it now. */
export interface Watched {
  readonly name: string;
  readonly pid: number;
}

/** How the memory of one place went. Megabytes; a process that replaced another counts in the same place. */
export interface MemoryOverTime {
  /** The first sample after its start-up. */
  readonly startMb: number;
  readonly maxMb: number;
  readonly endMb: number;
  /**
   * Growth per minute of the process that lived longest there, its first quarter left out: what a leak would show as.
   * Null when none lived long enough to tell.
   */
  readonly slopeMbPerMinute: number | null;
  /** Processes that filled the place, one after another. */
  readonly processes: number;
}

interface Sample {
  readonly atMs: number;
  readonly pid: number;
  readonly mb: number;
}

const everyMs = 2_000;
/** Looking at a Postgres with a hundred backends takes a while, so that is done at every tenth look only. */
const postgresEvery = 10;
/** Fewer samples than this after the first quarter say nothing about growth. */
const slopeSamples = 12;

/** Watches the memory of processes from now on until it is stopped. */
export function watchMemory(who: () => readonly Watched[]): { stop(): Record<string, MemoryOverTime> } {
  const samples = new Map<string, Sample[]>();
  let looks = 0;
  const look = (): void => {
    const atMs = performance.now();
    const postgresToo = looks % postgresEvery === 0;
    looks += 1;
    for (const { name, pid } of who()) {
      if (name === 'postgres' && !postgresToo) continue;
      const mb = name === 'postgres' ? treeMb(pid) : residentMb(pid);
      if (mb === 0) continue;
      const seen = samples.get(name) ?? [];
      seen.push({ atMs, pid, mb });
      samples.set(name, seen);
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return Object.fromEntries([...samples].map(([name, seen]) => [name, overTime(seen)]));
    },
  };
}

/** The whole server: its backends share most of their memory, so only proportional shares add up. */
function treeMb(pid: number): number {
  const sum = [pid, ...descendants(pid)].reduce((total, one) => total + proportionalMb(one), 0);
  return Math.round(10 * sum) / 10;
}

function overTime(samples: readonly Sample[]): MemoryOverTime {
  const byProcess = [...Map.groupBy(samples, (sample) => sample.pid).values()];
  const longest = byProcess.reduce((best, one) => (one.length > best.length ? one : best), []);
  return {
    startMb: samples[0]?.mb ?? 0,
    maxMb: Math.max(0, ...samples.map((sample) => sample.mb)),
    endMb: samples.at(-1)?.mb ?? 0,
    slopeMbPerMinute: slope(longest.slice(Math.ceil(longest.length / 4))),
    processes: byProcess.length,
  };
}

/** Least squares, per minute. */
function slope(samples: readonly Sample[]): number | null {
  if (samples.length < slopeSamples) return null;
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const minutes = (sample: Sample): number => sample.atMs / 60_000;
  const [meanX, meanY] = [mean(minutes), mean((sample) => sample.mb)];
  const over = samples.reduce((sum, one) => sum + (minutes(one) - meanX) * (one.mb - meanY), 0);
  const under = samples.reduce((sum, one) => sum + (minutes(one) - meanX) ** 2, 0);
  return under === 0 ? null : Math.round((1_000 * over) / under) / 1_000;
}
