import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { startPrivatePostgres } from '@salience/embedded';
import { repositoryRoot, scratchFolder } from '@salience/testing';
import pg from 'pg';
import { type CpuMs, cpuPerTurn, percentile, postgresSettings, watchWindow } from '@salience/testing/load';

/** The peers, in the order in which a round runs them; `bare-pg` is their floor. */
export const peerNames = ['bare-pg', 'langgraph', 'langgraph-exit', 'mastra', 'ai-sdk'] as const;
export type PeerName = (typeof peerNames)[number];

/** The load of one scenario. */
export interface PeerLoad {
  readonly clients: number;
  readonly turnsPerThread: number;
  readonly warmMs: number;
  readonly measureMs: number;
}

/** What one scenario did in one round. */
export interface Figures {
  readonly turnsPerS: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Of all processes that serve the turn, Postgres included, in milliseconds. */
  readonly cpuMsPerTurn: number;
  /** The same by process. */
  readonly cpuMsPerTurnBy: CpuMs;
  /** Seconds from the end of the load until memory had caught up; absent for peers, which make none, and where nobody waited. */
  readonly backlogS?: number;
  /** Statements sent to Postgres; absent where nobody counted. */
  readonly queriesPerTurn?: number;
  /** Resident at the end of the window; absent where nobody measured. */
  readonly rssMb?: number;
  readonly faultCount: number;
  readonly faults: readonly string[];
}

interface PeerResult {
  readonly latencies: readonly number[];
  readonly windowMs: number;
  readonly queries: number;
  readonly rssMb: number;
  readonly faults: readonly string[];
}

/** Peers and the private Postgres that they share. */
export interface Peers {
  /** Runs one peer on a database of its own; resolves with its figures, wrong replies among them. */
  run(peer: PeerName, round: number, load: PeerLoad): Promise<Figures>;
  stop(): Promise<void>;
}

/** Connections of one peer: what its documentation and ours start from. */
const poolSize = 10;

/** Starts a private Postgres with the settings that Salience's own benchmarks use. Throws when no peer is installed. */
export async function startPeers(): Promise<Peers> {
  if (!existsSync(join(repositoryRoot, 'bench/peers/node_modules')))
    throw new Error('The peers are not installed: start this with node bench/peers/run.mjs, which does that');
  const root = scratchFolder('peers');
  const postgres = await startPrivatePostgres({
    dataDir: join(root, 'postgres'),
    settings: postgresSettings,
    endWithCaller: true,
  });
  return {
    async run(peer, round, load) {
      const database = `${peer.replaceAll('-', '_')}_${round}`;
      await onServer(postgres.url(), `create database ${database}`);
      const settings = { ...load, peer, poolSize, seed: round, url: postgres.url({ database }) };
      const child = spawn(
        process.execPath,
        [join(repositoryRoot, 'bench/peers/turns.mjs'), JSON.stringify(settings)],
        {
          stdio: ['pipe', 'pipe', 'inherit'],
          env: {
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            NODE_ENV: 'production',
            // Nobody's telemetry leaves this machine.
            MASTRA_TELEMETRY_DISABLED: '1',
            LANGCHAIN_TRACING_V2: 'false',
          },
        },
      );
      const { result, used } = await watchWindow<PeerResult>(child, () => ({
        process: child.pid ?? 0,
        postgres: postgres.pid,
      }));
      await onServer(postgres.url(), `drop database ${database} with (force)`);
      const turns = result.latencies.length;
      const { total, ...by } = cpuPerTurn(used, turns);
      return {
        turnsPerS: Math.round((10_000 * turns) / result.windowMs) / 10,
        p50Ms: percentile(result.latencies, 0.5),
        p95Ms: percentile(result.latencies, 0.95),
        p99Ms: percentile(result.latencies, 0.99),
        cpuMsPerTurn: total,
        cpuMsPerTurnBy: by,
        queriesPerTurn: turns === 0 ? 0 : Math.round((10 * result.queries) / turns) / 10,
        rssMb: result.rssMb,
        faultCount: result.faults.length,
        faults: result.faults,
      };
    },
    async stop() {
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
