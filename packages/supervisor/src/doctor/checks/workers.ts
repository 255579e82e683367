import { appNames } from '@salience/contracts';
import { type Database } from '@salience/database';
import { listWorkers, type WorkerRow } from '@salience/database/operations';
import { inspectServer } from '@salience/database/schema';
import { installedVersion } from '../../repository.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';
import type { CheckTarget } from '../check-target.ts';

const STARTING_LONG_MS = 60_000;
const SKEW_AHEAD_MS = 2_000;
/** A process names itself before it connects, so its first heartbeat may come this much later without any skew. */
const SKEW_BEHIND_MS = 60_000;

/** Apps without which a message is not answered or not remembered. */
const VITAL: ReadonlySet<string> = new Set(['consumer', 'digest', 'scheduler', 'memory-chunker', 'episodic']);

/** Heartbeats, versions and clocks of the workers. */
export async function checkWorkers(db: Database, target: CheckTarget): Promise<Finding[]> {
  const [workers, { now }] = await Promise.all([listWorkers(db), inspectServer(db)]);
  const running = workers.filter(({ state }) => state !== 'stopped');
  const expected =
    target.holder !== undefined ||
    target.api.readiness !== undefined ||
    running.some(({ state }) => state === 'ready');
  if (!expected)
    return [{ check: 'workers.present', level: 'skipped', says: 'No worker runs, so none was looked at.' }];
  const present = running.filter(({ state }) => state !== 'lost');
  return [
    checkPresent(present),
    ...checkHeld(present),
    checkHeartbeats(running, now.getTime()),
    checkVersions(present),
    checkHostClocks(present),
  ];
}

function checkPresent(present: readonly WorkerRow[]): Finding {
  const check = 'workers.present';
  const ready = new Map(
    appNames.map((app) => [
      app as string,
      present.filter((one) => one.app === app && one.state === 'ready').length,
    ]),
  );
  const missing = appNames.filter((app) => ready.get(app) === 0);
  const facts = Object.fromEntries(ready);
  const vital = missing.filter((app) => VITAL.has(app));
  if (vital.length > 0)
    return problem(check, `No ready worker of ${vital.join(', ')}.`, './salience down && ./salience up', {
      facts,
    });
  return missing.length > 0
    ? warn(
        check,
        `No ready worker of ${missing.join(', ')}: nothing is lost, but their work does not happen.`,
        './salience down && ./salience up',
        { facts },
      )
    : ok(
        check,
        `Every app has a ready worker (${[...ready.values()].reduce((sum, n) => sum + n, 0)} in all).`,
        { facts },
      );
}

/** Workers that run and take nothing. */
function checkHeld(present: readonly WorkerRow[]): Finding[] {
  const held = present.filter(({ state }) => state === 'held');
  if (held.length === 0) return [];
  const told = held.map(({ app, host, pid }) => `${app} (process ${pid} on ${host})`).join(', ');
  return [
    warn(
      'workers.held',
      `Runs, and takes nothing: ${told}. It does not know which policy decides; its /ready says why.`,
      './salience status   (and look into its log)',
      { facts: { held: held.map(({ id }) => id) } },
    ),
  ];
}

function checkHeartbeats(running: readonly WorkerRow[], now: number): Finding {
  const check = 'workers.heartbeats';
  const lost = running.filter((one) => one.state === 'lost' && !isReplaced(one, running));
  if (lost.length > 0) {
    const told = lost.map(
      (one) =>
        `${one.app} (process ${one.pid} on ${one.host}, silent for ${Math.round((now - one.seenAt.getTime()) / 1_000)} s)`,
    );
    return problem(check, `Lost and not replaced: ${told.join(', ')}.`, './salience status --all', {
      facts: { lost: lost.map(({ id }) => id) },
    });
  }
  const slow = running.filter(
    (one) => one.state === 'starting' && now - one.startedAt.getTime() > STARTING_LONG_MS,
  );
  if (slow.length > 0)
    return warn(
      check,
      `Starting for more than a minute: ${slow.map(({ app, pid }) => `${app} (process ${pid})`).join(', ')}.`,
      './salience status',
      { facts: { starting: slow.map(({ id }) => id) } },
    );
  const oldest = Math.max(
    0,
    ...running.filter(({ state }) => state !== 'lost').map(({ seenAt }) => now - seenAt.getTime()),
  );
  return ok(check, `The longest silence of a worker is ${(oldest / 1_000).toFixed(1)} s.`, {
    facts: { longestSilenceMs: Math.round(oldest) },
  });
}

/** Later workers of its app on its host are ready. */
function isReplaced(lost: WorkerRow, running: readonly WorkerRow[]): boolean {
  return running.some(
    (one) =>
      one.app === lost.app &&
      one.host === lost.host &&
      one.state === 'ready' &&
      one.startedAt > lost.startedAt,
  );
}

function checkVersions(present: readonly WorkerRow[]): Finding {
  const check = 'workers.versions';
  const versions: readonly string[] = [...new Set(present.map(({ version }) => version))].sort();
  const facts = { versions, command: installedVersion() };
  if (versions.length > 1) {
    const old = present.filter(({ version }) => version === versions[0]).map(({ app }) => app);
    return warn(
      check,
      `Workers of different versions run: ${versions.join(', ')} (${versions[0] ?? ''}: ${[...new Set(old)].join(', ')}). During a rolling deploy that is as it should be.`,
      'finish the deploy, then ./salience doctor',
      { facts },
    );
  }
  const [one] = versions;
  return one !== undefined && one !== facts.command
    ? warn(
        check,
        `The workers are of version ${one}, this command is of ${facts.command}.`,
        'run the command of the same version',
        { facts },
      )
    : ok(check, `All workers are of version ${one ?? 'none'}.`, { facts });
}

/**
 * The clocks of the workers' hosts. A worker's id holds the time of its own clock when it began; its first heartbeat
 * holds the database's, a start later.
 */
function checkHostClocks(present: readonly WorkerRow[]): Finding {
  const check = 'clock.hosts';
  const latest = new Map<string, WorkerRow>();
  for (const one of present) {
    const known = latest.get(one.host);
    if (known === undefined || one.startedAt > known.startedAt) latest.set(one.host, one);
  }
  const skews = [...latest.values()].map((one) => ({
    host: one.host,
    skew: timeOfId(one.id) - one.startedAt.getTime(),
  }));
  const off = skews.filter(({ skew }) => skew > SKEW_AHEAD_MS || skew < -SKEW_BEHIND_MS);
  const facts = { hosts: skews.length, aheadMs: Math.max(0, ...skews.map(({ skew }) => skew)) };
  if (off.length === 0)
    return ok(
      check,
      `No clock of ${skews.length === 1 ? 'the one host' : `the ${skews.length} hosts`} of workers is off.`,
      { facts },
    );
  const told = off.map(
    ({ host, skew }) =>
      `${host} ${skew > 0 ? 'ahead' : 'behind'} by about ${Math.round(Math.abs(skew) / 1_000)} s`,
  );
  return problem(
    check,
    `Clocks of workers differ from the database's: ${told.join(', ')}. Times of messages and reminders are wrong there.`,
    'timedatectl set-ntp true   (on that host)',
    { facts },
  );
}

/** The time at which a uuid v7 was made, by its maker's clock. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(id.indexOf('_') + 1).slice(0, 12), 16);
}
