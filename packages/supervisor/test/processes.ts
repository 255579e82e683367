import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** A process as every account of the machine that may look sees it. */
export interface SeenProcess {
  readonly pid: number;
  readonly commandLine: string;
  readonly environment: string;
}

/** All that a process started, directly or not, as it runs now. Linux only. */
export function processesBelow(pid: number): SeenProcess[] {
  const parents = new Map(runningPids().map((one) => [one, parentOf(one)]));
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent === pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).flatMap((one) => {
    const [commandLine, environment] = [read(one, 'cmdline'), read(one, 'environ')];
    return commandLine === undefined || environment === undefined
      ? []
      : [{ pid: one, commandLine, environment }];
  });
}

/** Those of the texts that stand in the memory that a process can write. Needs the rights of a debugger over the process. */
export function foundInMemory(pid: number, texts: readonly string[]): string[] {
  const missing = new Map(texts.map((text) => [text, Buffer.from(text, 'latin1')]));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from = '0', to = '0'] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      for (const chunk of chunksOf(memory, Number.parseInt(from, 16), Number.parseInt(to, 16)))
        for (const [text, bytes] of missing) if (chunk.includes(bytes)) missing.delete(text);
    }
  } finally {
    closeSync(memory);
  }
  return texts.filter((text) => !missing.has(text));
}

const overlap = 256;

/** What lies between two addresses, piece by piece; each begins with the end of the one before it. */
function* chunksOf(memory: number, begin: number, end: number): Generator<Buffer> {
  const chunk = Buffer.alloc(Math.min(end - begin, 4 * 1024 * 1024));
  for (let at = begin; at < end; at += chunk.length - overlap) {
    try {
      const count = readSync(memory, chunk, 0, Math.min(chunk.length, end - at), at);
      yield chunk.subarray(0, count);
      if (at + count >= end || count <= overlap) return;
    } catch {
      // Mapped and not there: a guard page, or given back meanwhile.
      return;
    }
  }
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
