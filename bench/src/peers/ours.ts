import type { CpuMs } from '@salience/testing/load';
import { runBench } from '../run-bench.ts';
import type { Figures, PeerLoad } from './peer-rounds.ts';

/**
 * Salience under the same load: bench/throughput.ts as a child, on the Redis backend with the whole fleet, on stores of its own with the
 * same settings. `settled` waits afterwards until memory has caught up, and says how long that took.
 */
export function runOurs(embedder: 'on' | 'off', load: PeerLoad, settled: boolean): Promise<Figures> {
  return figuresOf(
    'bench/throughput.ts',
    { ...flagsOf(load), backend: 'redis', embedder, 'turns-per-thread': load.turnsPerThread },
    ['--no-naive', ...(settled ? [] : ['--no-backlog'])],
  );
}

/** The naive service under the same load. */
export function runNaive(load: PeerLoad): Promise<Figures> {
  return figuresOf('bench/naive-floor.ts', flagsOf(load), []);
}

function flagsOf(load: PeerLoad) {
  return { clients: load.clients, warm: load.warmMs / 1_000, seconds: load.measureMs / 1_000 };
}

/** Runs a benchmark as a child. Rejects when it says nothing that can be compared. */
async function figuresOf(
  program: string,
  settings: Readonly<Record<string, string | number>>,
  more: readonly string[],
): Promise<Figures> {
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const ran = await runBench([program, ...flags, ...more]);
  const figure = (name: string): number => {
    const value = ran.report?.[name];
    if (typeof value === 'number') return value;
    throw new Error(
      `${program} ended with code ${ran.code ?? 'none'} and without ${name}. It said:\n${ran.said}`,
    );
  };
  return {
    turnsPerS: figure('turnsPerS'),
    p50Ms: figure('p50Ms'),
    p95Ms: figure('p95Ms'),
    p99Ms: figure('p99Ms'),
    cpuMsPerTurn: figure('cpuMsPerTurn'),
    cpuMsPerTurnBy: (ran.report?.['cpuMsPerTurnBy'] ?? {}) as CpuMs,
    ...(typeof ran.report?.['backlogS'] === 'number' ? { backlogS: ran.report['backlogS'] } : {}),
    faultCount: figure('faultCount'),
    faults: [],
  };
}
