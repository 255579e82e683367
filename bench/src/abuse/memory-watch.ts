import { readFileSync } from 'node:fs';

/** Resident memory of a process over time, in megabytes. */
export interface MemoryWatch {
  now(): number;
  /** The most that was seen at any look so far. */
  max(): number;
  stop(): void;
}

const everyMs = 100;

/** Looks at a process again and again. Throws where there is no /proc. */
export function watchMemory(pid: number): MemoryWatch {
  let max = 0;
  const now = (): number => {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const megabytes = Math.round(Number(kilobytes ?? 0) / 102.4) / 10;
    max = Math.max(max, megabytes);
    return megabytes;
  };
  const timer = setInterval(() => {
    try {
      now();
    } catch {
      // The process has ended; what was seen stays.
      clearInterval(timer);
    }
  }, everyMs);
  now();
  return { now, max: () => max, stop: () => clearInterval(timer) };
}
