import type { Database } from '@salience/database';
import { messageOf } from '@salience/errors';
import { checkMailboxes, checkTasks } from './checks/authorised-work.ts';
import { checkChannels, checkMailServer } from './checks/channels.ts';
import { checkBind, checkBrowserAttacks } from './checks/door.ts';
import { checkFolders, checkGrowth } from './checks/growth.ts';
import { checkApi, checkDisk, checkHome, checkPrograms, checkSupervisor } from './checks/machine.ts';
import { checkLearning } from './checks/learning.ts';
import { checkEmbedder, checkModels, checkTraces } from './checks/models.ts';
import { checkReachable, checkSchemaVersion, checkServer } from './checks/postgres.ts';
import { checkBackend, checkQueueAges, checkRedisServer } from './checks/queues.ts';
import { checkRoles } from './checks/roles.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSignals } from './checks/signals.ts';
import { checkTools } from './checks/tools.ts';
import { checkWork } from './checks/work.ts';
import { checkWorkers } from './checks/workers.ts';
import { type Finding, problem } from './finding.ts';
import type { CheckTarget } from './check-target.ts';

type Found = Finding | readonly Finding[];

/** One look at the target: its area, and how it looks. */
type Check =
  | readonly [area: string, look: (target: CheckTarget) => Found | Promise<Found>]
  /** Needs the database; `schema` also needs the schema of this version in it. */
  | readonly [
      area: string,
      needs: 'database' | 'schema',
      look: (db: Database, target: CheckTarget) => Promise<Found>,
    ];

/** In the order of the report. */
const CHECKS: readonly Check[] = [
  ['machine', checkPrograms],
  ['home', checkHome],
  ['home', checkDisk],
  ['home', checkSupervisor],
  ['settings', checkSettings],
  ['api', checkApi],
  ['door', checkBind],
  ['door', checkBrowserAttacks],
  ['postgres', checkReachable],
  ['postgres', 'database', checkServer],
  ['postgres', 'database', checkSchemaVersion],
  ['roles', 'database', checkRoles],
  ['queues', checkBackend],
  ['redis', checkRedisServer],
  ['queues', checkQueueAges],
  ['workers', 'schema', checkWorkers],
  ['work', 'schema', checkWork],
  ['channels', 'schema', checkChannels],
  ['tasks', 'schema', checkTasks],
  ['signals', 'schema', checkSignals],
  ['learning', 'schema', checkLearning],
  ['channels', checkMailServer],
  ['tasks', checkMailboxes],
  ['embedder', checkEmbedder],
  ['models', checkModels],
  ['tools', checkTools],
  ['traces', checkTraces],
  ['growth', 'schema', checkGrowth],
  ['growth', checkFolders],
];

const CHECK_MS = 15_000;

/**
 * Looks at everything, each look on its own: one that fails or takes too long is a finding, and keeps no other from
 * being made. Never throws.
 */
export async function runChecks(target: CheckTarget): Promise<Finding[]> {
  const hasSchema = await schemaIsThere(target);
  const found = await Promise.all(CHECKS.map((check) => runOne(check, target, hasSchema)));
  return folded(found.flat());
}

/** Merges checks that were skipped for the same reason. */
function folded(findings: readonly Finding[]): Finding[] {
  const reasons = new Map<string, Set<string>>();
  for (const { check, level, says } of findings) {
    if (level !== 'skipped' || !check.endsWith('.skipped')) continue;
    reasons.set(says, (reasons.get(says) ?? new Set()).add(check.replace('.skipped', '')));
  }
  const kept = findings.filter(({ check }) => !check.endsWith('.skipped'));
  const told = [...reasons].map(
    ([says, areas]): Finding => ({
      check: 'not.looked-at',
      level: 'skipped',
      says: `${[...areas].join(', ')}: ${says}`,
      facts: { areas: [...areas] },
    }),
  );
  return [...kept, ...told];
}

async function schemaIsThere(target: CheckTarget): Promise<boolean> {
  if (target.database.db === undefined) return false;
  const { level } = await checkSchemaVersion(target.database.db, target).catch(() => ({ level: 'problem' }));
  return level === 'ok';
}

async function runOne(check: Check, target: CheckTarget, hasSchema: boolean): Promise<readonly Finding[]> {
  const [area] = check;
  if (check.length === 3) {
    const [, needs, look] = check;
    const { db } = target.database;
    if (db === undefined) return [skipped(area, 'the database cannot be reached')];
    if (needs === 'schema' && !hasSchema) return [skipped(area, 'the schema is not that of this version')];
    return await runWithDeadline(area, () => look(db, target));
  }
  const [, look] = check;
  return await runWithDeadline(area, () => look(target));
}

function skipped(area: string, why: string): Finding {
  return { check: `${area}.skipped`, level: 'skipped', says: `${why}.` };
}

async function runWithDeadline(
  area: string,
  look: () => Found | Promise<Found>,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_MS / 1_000} s`)), CHECK_MS);
  });
  try {
    const found = await Promise.race([(async () => look())(), late]);
    return Array.isArray(found) ? (found as readonly Finding[]) : [found as Finding];
  } catch (error) {
    return [
      problem(
        `${area}.unchecked`,
        `This could not be looked at: ${messageOf(error)}`,
        './salience doctor --debug',
      ),
    ];
  } finally {
    clearTimeout(timer);
  }
}
