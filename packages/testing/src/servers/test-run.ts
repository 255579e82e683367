import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type * as Vitest from 'vitest';
import type { RunServers } from './run-servers.ts';

// Benchmarks use this package outside of Vitest, where its module cannot even be loaded.
const vitest: typeof Vitest | undefined =
  process.env.VITEST === undefined ? undefined : await import('vitest');

/** Vitest, in a test file. Throws anywhere else. */
export function insideVitest(): typeof Vitest {
  if (vitest === undefined) throw new Error('This fixture works inside a Vitest test file only.');
  return vitest;
}

const children = new Set<ChildProcess>();
const open: (() => Promise<void>)[] = [];

/** The end of a test file: what its fixtures opened is closed, the apps before the rest, and then what was opened last first. */
export async function closeFixtures(): Promise<void> {
  await Promise.all([...children].map(end));
  for (const close of open.splice(0).toReversed()) await close();
}

// The end of this process, for any reason that it hears of. Outside of Vitest there is no other.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** The safety net of a child process: it is killed at the end of the test file, and with this process. */
export function endsWithFile(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

async function end(child: ChildProcess): Promise<void> {
  // Without a number it was never started.
  const gone = child.pid === undefined ? undefined : once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/**
 * What closes a fixture: by itself at the end of the test file, what was opened last first, or earlier when a test calls it. Closes
 * once. Outside of Vitest, and in files that share their process with others, only when it is called.
 */
export function closesWithFile(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  const closeOnce = (): Promise<void> => (closed ??= close());
  open.push(closeOnce);
  return closeOnce;
}

/** What the global setup told. */
export function runContext(): { readonly serversUrl: string; readonly redis: boolean } {
  const context = insideVitest().inject('salience') as { serversUrl: string; redis: boolean } | undefined;
  if (context === undefined) {
    throw new Error(
      'The test servers are offered by the global setup of the root vitest.config.ts: run vitest in the root of the ' +
        'repository, naming the files to run, not with --root.',
    );
  }
  return context;
}

let servers: Promise<RunServers> | undefined;

/** The servers of this run, started when somebody asks first. */
export function runServers(): Promise<RunServers> {
  servers ??= ask();
  return servers;
}

async function ask(): Promise<RunServers> {
  const response = await fetch(runContext().serversUrl);
  if (!response.ok) throw new Error(`The test servers could not be started: ${await response.text()}`);
  return (await response.json()) as RunServers;
}
