const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes for a person: `512 bytes`, `3.4 MB`. */
export function bytes(count: number): string {
  let [size, unit] = [count, 0];
  while (size >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** How many of something, in words: `1 lane`, `3 lanes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Milliseconds for a person: `240 ms`, `3.1 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
