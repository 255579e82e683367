import { runBench } from '../run-bench.ts';
import type { Figures, PeerLoad } from './peer-rounds.ts';

/**
 * Salience under the same load: bench/throughput.ts as a child, on the Redis backend with the whole fleet, on stores of
 * its own with the same settings. Rejects when it says nothing that can be compared.
 */
export async function runOurs(embedder: 'on' | 'off', load: PeerLoad): Promise<Figures> {
  const settings = {
    backend: 'redis',
    embedder,
    clients: load.clients,
    'turns-per-thread': load.turnsPerThread,
    warm: load.warmMs / 1_000,
    seconds: load.measureMs / 1_000,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const ran = await runBench(['bench/throughput.ts', ...flags, '--no-naive']);
  const figure = (name: string): number => {
    const value = ran.report?.[name];
    if (typeof value === 'number') return value;
    throw new Error(
      `bench/throughput.ts ended with code ${ran.code ?? 'none'} and without ${name}. It said:\n${ran.said}`,
    );
  };
  return {
    turnsPerS: figure('turnsPerS'),
    p50Ms: figure('p50Ms'),
    p95Ms: figure('p95Ms'),
    p99Ms: figure('p99Ms'),
    cpuMsPerTurn: figure('cpuMsPerTurn'),
    faultCount: figure('faultCount'),
    faults: [],
  };
}
