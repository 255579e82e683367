import { existsSync, readFileSync } from 'node:fs';

/** What the fake tool server notes down: an effect that happened, a request to stop, that it started. */
export interface McpEntry {
  readonly what: 'cancelled' | 'effect' | 'started';
  readonly tool?: string;
  /** The idempotency key that came with the call. */
  readonly key?: string;
  readonly traceparent?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly pid: number;
}

/** Everything that servers with this journal noted, in order, over all their processes. */
export function readMcpJournal(file: string): McpEntry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as McpEntry);
}

/** How often each idempotency key had its effect. More than once is once too often. */
export function effectsByKey(file: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { what, key = '' } of readMcpJournal(file)) {
    if (what === 'effect') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
