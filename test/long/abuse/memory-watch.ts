import { residentMb } from '@salience/testing/load';

/** Resident memory of a process over time, in megabytes. */
export interface MemoryWatch {
  now(): number;
  /** The most that was seen at any look so far. */
  max(): number;
  stop(): void;
}

const everyMs = 100;

/** Looks at a process again and again. */
export function watchMemory(pid: number): MemoryWatch {
  let max = 0;
  const now = (): number => {
    const megabytes = residentMb(pid);
    max = Math.max(max, megabytes);
    return megabytes;
  };
  const timer = setInterval(now, everyMs);
  now();
  return { now, max: () => max, stop: () => clearInterval(timer) };
}
