import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** A process as every account of the machine that may look sees it. */
export interface SeenProcess {
  readonly pid: number;
  readonly commandLine: string;
  readonly environment: string;
}

/** A process and all that it started, directly or not, as they run now. Linux only. */
export function processesFrom(pid: number): SeenProcess[] {
  const parents = new Map(runningPids().map((one) => [one, parentOf(one)]));
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return one === pid || parent === pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).flatMap((one) => {
    const [commandLine, environment] = [read(one, 'cmdline'), read(one, 'environ')];
    return commandLine === undefined || environment === undefined
      ? []
      : [{ pid: one, commandLine, environment }];
  });
}

/** True where the memory that a process can write holds the text. Needs the rights of a debugger over the process. */
export function holdsInMemory(pid: number, text: string): boolean {
  const wanted = Buffer.from(text, 'latin1');
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
      .split('\n')
      .map((line) => /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line))
      .some((found) => found !== null && partHolds(memory, found[1] ?? '', found[2] ?? '', wanted));
  } finally {
    closeSync(memory);
  }
}

function partHolds(memory: number, from: string, to: string, wanted: Buffer): boolean {
  const [begin, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const chunk = Buffer.alloc(Math.min(end - begin, 16 * 1024 * 1024));
  for (let at = begin; at < end; at += chunk.length - wanted.length) {
    try {
      const count = readSync(memory, chunk, 0, Math.min(chunk.length, end - at), at);
      if (chunk.subarray(0, count).includes(wanted)) return true;
      if (count < chunk.length) return false;
    } catch {
      // Mapped and not there: a guard page, or given back meanwhile.
      return false;
    }
  }
  return false;
}

function runningPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid: number): number | undefined {
  const status = read(pid, 'status');
  return status === undefined ? undefined : Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
}

function read(pid: number, what: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended between the look and the reading.
    return undefined;
  }
}
