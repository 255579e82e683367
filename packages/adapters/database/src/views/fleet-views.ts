import type { FleetView, WorkerView } from '@salience/contracts';
import type { WorkerRow } from '../queries/operations.ts';
import type { FleetNumbers } from '../queries/operators-fleet.ts';

/** A worker for the API and the command line. */
export function workerView(row: WorkerRow): WorkerView {
  return {
    worker_id: row.id,
    app: row.app,
    pid: row.pid,
    host: row.host,
    state: row.state,
    version: row.version,
    running: [...row.running],
    jobs_done: row.jobsDone,
    jobs_failed: row.jobsFailed,
    away: [...(row.away ?? [])],
    started_at: row.startedAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
  };
}

/** The whole fleet for the API and the command line. `at` is business time; ages are never negative. */
export function fleetView(fleet: {
  readonly at: Date;
  readonly backend: FleetView['backend'];
  readonly numbers: FleetNumbers;
  readonly workers: readonly WorkerRow[];
  readonly queues: FleetView['queues'];
}): FleetView {
  const { lanes, lastMinute, outbox, deadLetters, quarantined, undelivered } = fleet.numbers;
  return {
    at: fleet.at.toISOString(),
    backend: fleet.backend,
    workers: fleet.workers.map(workerView),
    queues: fleet.queues,
    lanes: {
      waiting: lanes.waiting,
      running: lanes.running,
      turns: lanes.turns,
      oldest_ms: notNegative(lanes.oldestMs),
    },
    last_minute: {
      accepted_per_second: perSecond(lastMinute.accepted),
      ended_per_second: perSecond(lastMinute.ended),
      p50_ms: notNegative(lastMinute.p50Ms),
      p95_ms: notNegative(lastMinute.p95Ms),
    },
    dead_letters: deadLetters,
    quarantined,
    undelivered,
    outbox: { waiting: outbox.waiting, oldest_ms: notNegative(outbox.oldestMs) },
  };
}

/** Of a count of one minute, to hundredths. */
function perSecond(count: number): number {
  return Math.round((100 * count) / 60) / 100;
}

/** Two clocks may differ by a little; nothing is younger than now. */
function notNegative(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, ms);
}
