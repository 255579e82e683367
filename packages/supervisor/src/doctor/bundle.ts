import { type Database } from '@salience/database';
import { listWorkers } from '@salience/database/operations';
import { listFleetDeadLetters } from '@salience/database/operators';
import { tableSizes } from '@salience/database/schema';
import { writeNewFile } from '../home/home.ts';
import { installedVersion } from '../repository.ts';
import type { Finding } from './finding.ts';
import type { CheckTarget } from './check-target.ts';

const LETTERS_MAX = 50;
const TABLES_MAX = 40;

/**
 * Writes what may leave the house: levels and facts of the findings, workers, table sizes, dead letters by id and code.
 * No sentence is in it (they name folders and addresses), no text of anybody, no host, no key. The file must not exist.
 */
export async function writeBundle(
  file: string,
  target: CheckTarget,
  findings: readonly Finding[],
): Promise<void> {
  const { db } = target.database;
  const bundle = {
    made_at: new Date().toISOString(),
    salience: installedVersion(),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    running:
      target.run === undefined
        ? null
        : { queues: target.run.queues, ready: target.run.ready, since: target.run.startedAt },
    findings: findings.map(({ check, level, facts }) => ({
      check,
      level,
      ...(facts === undefined ? {} : { facts }),
    })),
    variables_set: Object.keys(target.context.env.origin.effective)
      .filter((name) => OURS.test(name))
      .sort(),
    ...(db === undefined ? {} : await fromDatabase(db)),
  };
  writeNewFile(file, `${JSON.stringify(bundle, null, 2)}\n`);
}

const OURS =
  /^(SALIENCE_|OTEL_|OPENAI_|ANTHROPIC_|OLLAMA_|DATABASE_URL$|DATABASE_DIRECT_URL$|REDIS_URL$|PORT$|EMBEDDING_MODEL_DIR$)/;

/** What the database can add; each part that cannot be read is left out. */
async function fromDatabase(db: Database): Promise<object> {
  const [workers, letters, tables] = await Promise.all([
    listWorkers(db).catch(() => []),
    listFleetDeadLetters(db, { limit: LETTERS_MAX }).catch(() => []),
    tableSizes(db, TABLES_MAX).catch(() => []),
  ]);
  // Host names may identify a person; which workers share a host is all that matters.
  const hosts = [...new Set(workers.map(({ host }) => host))];
  return {
    workers: workers.map((one) => ({
      id: one.id,
      app: one.app,
      host: hosts.indexOf(one.host) + 1,
      state: one.state,
      version: one.version,
      capacity: one.capacity,
      running: one.running.length,
      jobs_done: one.jobsDone,
      jobs_failed: one.jobsFailed,
      started_at: one.startedAt.toISOString(),
      seen_at: one.seenAt.toISOString(),
    })),
    dead_letters: letters.map(({ id, agentId, queue, job, code, attempts, createdAt }) => ({
      id,
      agent_id: agentId,
      queue,
      job,
      code,
      attempts,
      created_at: createdAt.toISOString(),
    })),
    tables,
  };
}
