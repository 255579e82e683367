import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { asPerson } from '../apps/person.ts';
import { percentile } from '../readings/percentile.ts';
import { type CpuMs, cpuPerTurn, type NamedProcesses } from '../readings/process-cpu.ts';
import type { ClosedLoop, LoadResult } from './closed-loop.ts';
import { watchWindow } from './watch-window.ts';

/** The figures of a load. Turns count that were answered rightly inside of the window. */
export interface LoadFigures {
  readonly turns: number;
  readonly windowS: number;
  readonly turnsPerS: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processor time of the named processes per turn, without the load generator's, in milliseconds. */
  readonly cpuMsPerTurn: number;
  /** The same by process. */
  readonly cpuMsPerTurnBy: CpuMs;
  /** The load generator's own, in milliseconds. */
  readonly clientCpuMsPerTurn: number;
  readonly states: Readonly<Record<string, number>>;
  /** Replies that were missing or wrong, warm-up included: anything but 0 makes the figures worthless. */
  readonly faultCount: number;
  readonly faults: readonly string[];
}

/** What a load may leave unsaid. */
export type LoadOptions = Pick<ClosedLoop, 'urls' | 'seed' | 'threadPrefix'> & Partial<ClosedLoop>;

/**
 * Runs a closed loop in a process of its own and resolves with its figures. `processes` is asked for at the window's
 * beginning and end, so a process that was replaced counts from its own start. Rejects when the generator fails, never
 * for a wrong reply.
 */
export async function driveLoad(options: LoadOptions, processes: () => NamedProcesses): Promise<LoadFigures> {
  if (options.urls.length === 0) throw new Error('A load needs at least one server, but none listens');
  const load: ClosedLoop = {
    clients: 64,
    warmMs: 5_000,
    measureMs: 20_000,
    turnsPerThread: 0,
    echo: false,
    kind: 'random',
    thinkMs: 0,
    headers: asPerson,
    agents: [],
    ...options,
  };
  const program = fileURLToPath(new URL('client.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(load)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  const { result, used } = await watchWindow<LoadResult>(child, () => ({
    ...processes(),
    client: child.pid ?? 0,
  }));
  return figures(result, used);
}

function figures(result: LoadResult, used: CpuMs): LoadFigures {
  const { client = 0, ...servers } = used;
  const { total, ...by } = cpuPerTurn(servers, result.turns);
  const at = (share: number): number => percentile(result.latencies, share);
  return {
    turns: result.turns,
    windowS: Math.round(result.windowMs / 10) / 100,
    turnsPerS: Math.round((10_000 * result.turns) / result.windowMs) / 10,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    cpuMsPerTurn: total,
    cpuMsPerTurnBy: by,
    clientCpuMsPerTurn: cpuPerTurn({ client }, result.turns).total,
    states: result.states,
    faultCount: result.faultCount,
    faults: result.faults,
  };
}
