// What the whole stack costs a machine: resident memory of every process, idle, under load and after a replay, and its processor
// time while nothing happens, and how late the reply process looks at what came while a talk is replayed. The built command line with its stores and apps, as `npm start` runs them:
// `node bench/footprint.ts --messages 5000` prints one line of JSON; `--processes each` gives every app a process of its own.
import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder, until } from '@salience/testing';
import {
  cpuBetween,
  descendants,
  proportionalMb,
  readCpu,
  residentMb,
  seededRandom,
  uniqueText,
} from '@salience/testing/load';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'redis' },
    processes: { type: 'string', default: 'shared' },
    'idle-seconds': { type: 'string', default: '30' },
    messages: { type: 'string', default: '1000' },
  },
});
/** Megabytes of the processes of Node together and of the supervisor alone, after the replay; per cent of a core while idle; milliseconds. */
const limits = { togetherMb: 450, supervisorMb: 75, idleCpuPercent: 5, replyDelayP99Ms: 50 };
const program = join(repositoryRoot, 'scripts', 'salience.mjs');
const settleMs = 10_000;

const folder = scratchFolder('footprint');
const home = join(folder, 'home');
const { DATABASE_URL: _database, REDIS_URL: _redis, ...shell } = process.env;
const redis = process.env.SALIENCE_TEST_REDIS_SERVER;
const env = { ...shell, ...(redis === undefined ? {} : { REDIS_SERVER_PATH: redis }), NO_COLOR: '1' };
const queues = values.backend === 'postgres' ? 'postgres' : 'redis';
const command = ['--home', home, 'up', '--no-chat', '--queues', queues, '--processes', values.processes];

const port = await freePort();
const startedAt = performance.now();
const launcher = spawn(process.execPath, [program, ...command, '--port', `${port}`], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env,
});
const ended = new Promise<void>((resolve) => launcher.once('close', () => resolve()));
try {
  let said = '';
  launcher.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until(() => said.includes('http://') || launcher.exitCode !== null, {
    what: 'the start',
    timeoutMs: 120_000,
  });
  const readyMs = Math.round(performance.now() - startedAt);
  const run = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as {
    pid: number;
    processes: { name: string; pid: number }[];
  };
  const ours: Record<string, number> = {
    supervisor: run.pid,
    ...Object.fromEntries(run.processes.map(({ name, pid }) => [name, pid])),
  };
  const most: Record<string, number> = {};
  const look = (): void => {
    for (const [name, mb] of Object.entries(residentOf(ours))) most[name] = Math.max(most[name] ?? 0, mb);
  };
  const watch = setInterval(look, 250);
  // Starting is not idling: what was loaded first settles.
  await pause(settleMs);
  const idleMb = residentOf(ours);
  const idleCpuPercent = await cpuPercent();

  const delaysBefore = await replyDelays();
  const replayStart = performance.now();
  await replay(Number(values.messages));
  const replayS = Math.round((performance.now() - replayStart) / 100) / 10;
  const replyDelayP99Ms = p99Ms(delaysBefore, await replyDelays());
  await pause(settleMs);
  clearInterval(watch);
  look();
  const afterMb = residentOf(ours);
  const report = {
    bench: 'footprint',
    backend: queues,
    processes: values.processes,
    messages: Number(values.messages),
    readyMs,
    replayS,
    idleMb,
    idleTogetherMb: total(idleMb),
    mostMb: most,
    afterMb,
    togetherMb: total(afterMb),
    togetherProportionalMb: total(Object.fromEntries(Object.entries(ours).map(proportionalOf))),
    supervisorMb: afterMb.supervisor ?? 0,
    largestWorkerMb: Math.max(
      ...Object.entries(afterMb).map(([name, mb]) => (name === 'supervisor' ? 0 : mb)),
    ),
    storesMb: total(Object.fromEntries(stores().map((pid) => [`${pid}`, proportionalMb(pid)]))),
    idleCpuPercent,
    replyDelayP99Ms,
    limits,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  const isHeld =
    report.togetherMb <= limits.togetherMb &&
    report.supervisorMb <= limits.supervisorMb &&
    report.idleCpuPercent <= limits.idleCpuPercent &&
    report.replyDelayP99Ms <= limits.replyDelayP99Ms;
  process.exitCode = isHeld ? 0 : 1;

  /** What the supervisor started that is no app: the stores with all their processes. */
  function stores(): number[] {
    const apps = new Set(Object.values(ours));
    return descendants(run.pid).filter((pid) => !apps.has(pid));
  }

  /** Per cent of one core of everything that runs, over the idle time. */
  async function cpuPercent(): Promise<number> {
    const named = Object.fromEntries([run.pid, ...descendants(run.pid)].map((pid) => [`${pid}`, pid]));
    const before = readCpu(named);
    const from = performance.now();
    await pause(1_000 * Number(values['idle-seconds']));
    const used = total(cpuBetween(before, readCpu(named)));
    return Math.round((10_000 * used) / (performance.now() - from)) / 100;
  }
} finally {
  launcher.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** How often the reply process was at most so late, by seconds. */
async function replyDelays(): Promise<Map<number, number>> {
  const headers = { authorization: `Bearer ${readFileSync(join(home, 'person-token'), 'utf8').trim()}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const buckets = /^salience_event_loop_delay_seconds_bucket\{le="([^"]+)"[^}]*\} (\d+)/gm;
  return new Map(
    [...text.matchAll(buckets)].map(([, le, count]) => [
      le === '+Inf' ? Infinity : Number(le),
      Number(count),
    ]),
  );
}

/** What the 99th percentile between two readings was below, in milliseconds. */
function p99Ms(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  const counts = [...after].map(([le, count]) => ({ le, count: count - (before.get(le) ?? 0) }));
  const all = counts.at(-1)?.count ?? 0;
  return 1_000 * (counts.find(({ count }) => count >= 0.99 * all)?.le ?? Infinity);
}

/** Sends so many messages of a talk in threads of twenty, and waits until all are answered and remembered. */
async function replay(count: number): Promise<void> {
  const random = seededRandom(21);
  const rows = Array.from({ length: count }, (_, n) =>
    JSON.stringify({ thread: `footprint-${Math.floor(n / 20)}`, text: uniqueText(random, n) }),
  );
  const file = join(folder, 'talk.jsonl');
  writeFileSync(file, rows.join('\n'));
  await promisify(execFile)(process.execPath, [program, '--home', home, 'replay', file, '--json'], { env });
}

function residentOf(pids: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMb(pid)]));
}

function proportionalOf([name, pid]: [string, number]): [string, number] {
  return [name, proportionalMb(pid)];
}

function total(by: Readonly<Record<string, number>>): number {
  return Math.round(10 * Object.values(by).reduce((sum, value) => sum + value, 0)) / 10;
}
