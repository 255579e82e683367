import type { QueueView, WorkerView } from '@salience/contracts';
import { shownWorkers } from './shown-workers.ts';
import { counted, duration } from '@salience/supervisor/home';
import { colour, table } from '../terminal.ts';
import type { FleetReading } from './fleet-reading.ts';

const OLD_MS = 10_000;

/** The fleet for a person, as lines. `all`: every worker of the last hour. */
export function fleetLines(reading: FleetReading, now: number, all: boolean): string[] {
  const { fleet } = reading;
  const workers = all ? fleet.workers : shownWorkers(fleet.workers);
  return [
    headLine(reading),
    ...Object.entries(reading.parts).flatMap(([name, part]) =>
      part.ok ? [] : [`  ${name}: ${part.detail}`],
    ),
    '',
    ...workerLines(workers, now),
    '',
    ...queueLines(fleet.queues, fleet.backend),
    '',
    lanesLine(fleet.lanes),
    ...(fleet.last_minute === undefined ? [] : [paceLine(fleet.last_minute)]),
    outboxLine(fleet.outbox),
    keptLine(counted(fleet.dead_letters, 'dead letter'), './salience dead-letters list'),
    keptLine(`${counted(fleet.quarantined, 'turn')} in quarantine`, './salience quarantine list'),
    ...(fleet.undelivered === undefined
      ? []
      : [keptLine(`${counted(fleet.undelivered, 'notice')} that reached nobody`, './salience channel list')]),
  ];
}

function headLine({ url, ready, instead }: FleetReading): string {
  const state =
    ready === undefined
      ? colour.red('away')
      : ready
        ? colour.green('ready')
        : colour.red('not ready: turns are not accepted now');
  return `${url}  ${state}${instead === undefined ? '' : colour.yellow(`  read from the database: ${instead}`)}`;
}

function workerLines(workers: readonly WorkerView[], now: number): string[] {
  if (workers.length === 0) return [colour.yellow('No worker runs.')];
  const rows = workers.map((worker) => [
    worker.app,
    worker.state,
    `${worker.pid}`,
    duration(Math.max(0, now - Date.parse(worker.started_at))),
    duration(Math.max(0, now - Date.parse(worker.seen_at))),
    `${worker.running.length}`,
    `${worker.jobs_done}`,
    `${worker.jobs_failed}`,
    worker.version,
  ]);
  const [head = '', ...lines] = table(
    ['worker', 'state', 'pid', 'up', 'heartbeat', 'running', 'done', 'failed', 'version'],
    rows,
  ).split('\n');
  return [head, ...lines.map((line, at) => paintWorker(line, workers[at]?.state))];
}

function paintWorker(line: string, state: WorkerView['state'] | undefined): string {
  if (state === 'lost') return colour.red(line);
  return state === 'ready' ? line : colour.yellow(line);
}

function queueLines(queues: readonly QueueView[] | null, backend: string): string[] {
  if (queues === null)
    return [colour.yellow(`The queues in ${backend} do not answer; no accepted message is lost.`)];
  const rows = queues.map((one) => [
    one.queue,
    `${one.waiting}`,
    `${one.active}`,
    `${one.delayed}`,
    `${one.failed}`,
    one.oldest_ms === 0 ? '' : duration(one.oldest_ms),
  ]);
  const [head = '', ...lines] = table(
    ['queue', 'waiting', 'active', 'delayed', 'failed', 'oldest'],
    rows,
  ).split('\n');
  return [
    head,
    ...lines.map((line, at) => ((queues[at]?.oldest_ms ?? 0) > OLD_MS ? colour.yellow(line) : line)),
  ];
}

function lanesLine(lanes: FleetReading['fleet']['lanes']): string {
  const { waiting, running, turns, oldest_ms: oldest } = lanes;
  const age = oldest === null ? '' : ` (the oldest turn for ${duration(oldest)})`;
  const line = `${counted(running, 'lane')} running, ${waiting} waiting${age}, ${counted(turns, 'turn')} open`;
  return (oldest ?? 0) > OLD_MS ? colour.yellow(line) : line;
}

function paceLine(minute: NonNullable<FleetReading['fleet']['last_minute']>): string {
  const { accepted_per_second: accepted, ended_per_second: ended, p50_ms: p50, p95_ms: p95 } = minute;
  const took = p50 === null || p95 === null ? '' : `, p50 ${duration(p50)}, p95 ${duration(p95)}`;
  return `${rate(accepted)} turns/s accepted, ${rate(ended)} ended in the last minute${took}`;
}

function rate(perSecond: number): string {
  return perSecond.toFixed(perSecond < 10 ? 2 : 0);
}

function outboxLine({ waiting, oldest_ms: oldest }: FleetReading['fleet']['outbox']): string {
  const line = `${counted(waiting, 'job')} in the outbox${oldest === null ? '' : `, the oldest for ${duration(oldest)}`}`;
  return (oldest ?? 0) > OLD_MS ? colour.yellow(line) : line;
}

function keptLine(line: string, command: string): string {
  return line.startsWith('0 ') ? line : `${colour.yellow(line)}: ${command}`;
}

/** The fleet for a program. */
export function fleetJson(reading: FleetReading, all: boolean): object {
  const { fleet } = reading;
  return {
    at: fleet.at,
    url: reading.url,
    source: reading.source,
    ready: reading.ready === true,
    parts: reading.parts,
    backend: fleet.backend,
    workers: all ? fleet.workers : shownWorkers(fleet.workers),
    queues: fleet.queues,
    lanes: fleet.lanes,
    outbox: fleet.outbox,
    dead_letters: { open: fleet.dead_letters, of: 'all' },
    quarantined: fleet.quarantined,
    undelivered: fleet.undelivered ?? null,
    last_minute: fleet.last_minute ?? null,
  };
}
