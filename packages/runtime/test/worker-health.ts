import type { AppName } from '@salience/contracts';
import {
  type FaultsByPoint,
  faultsEnv,
  type SpawnedApp,
  type SpawnOptions,
  spawnApp,
  until,
} from '@salience/testing';
import { onTestFinished } from 'vitest';

/** How long a hang may last before it is told, in these tests. */
export const stallMs = 1_000;

/** A health address as a probe sees it. */
export interface Seen {
  readonly status: number;
  readonly body: {
    readonly stalled?: readonly string[];
    readonly reasons?: readonly string[];
  };
}

/** An app with the address of its health server. */
export interface ProbedApp {
  readonly app: SpawnedApp;
  /** Asks like a probe, with a short time limit. Rejects when there is no answer. */
  probe(path: '/health' | '/ready'): Promise<Seen>;
  /** The value of a sample of /metrics by its name and a piece of its labels; undefined while there is none. */
  metric(name: string, label: string): Promise<number | undefined>;
}

/** Starts an app that tells a hang soon, and ends it with the test. */
export async function startProbed(
  name: AppName,
  options: SpawnOptions & { readonly faults?: FaultsByPoint },
): Promise<ProbedApp> {
  const env = { SALIENCE_STALL_MS: `${stallMs}`, ...faultsEnv(options.faults ?? {}), ...options.env };
  const app = await spawnApp(name, { ...options, env });
  onTestFinished(() => app.kill9());
  const port = await until(() => healthPort(app), {
    what: `the health port of ${name}`,
    timeoutMs: 60_000,
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}. It wrote:\n${app.log()}`);
  });
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) });
  return {
    app,
    async probe(path) {
      const response = await ask(path);
      return { status: response.status, body: (await response.json()) as Seen['body'] };
    },
    async metric(metric, label) {
      const text = await (await ask('/metrics')).text();
      const line = text.split('\n').find((row) => row.startsWith(`${metric}{`) && row.includes(label));
      return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
    },
  };
}

function healthPort(app: SpawnedApp): number | undefined {
  const told = app.lines().find((line) => line.msg === 'worker starting')?.['healthPort'];
  return typeof told === 'number' ? told : undefined;
}
