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

/** Runs `clean` when the current test file (or describe block) is done; outside of Vitest never. */
export function afterFile(clean: () => Promise<void> | void): void {
  vitest?.afterAll(async () => clean());
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
