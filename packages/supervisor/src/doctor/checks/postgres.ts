import type { Database } from '@salience/database';
import { leadsToPooler, readAddress } from '@salience/postgres';
import {
  checkSchema,
  countMigrations,
  inspectServer,
  schemaVersion,
  type ServerFacts,
} from '@salience/database/schema';
import { isSalienceError } from '@salience/errors';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { checkStandby } from './standby.ts';
import { counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';

const TESTED_MAJOR = 18;
const OLDEST_MAJOR = 15;
const POOL_DEFAULT = 3;
/** Connections that one app uses at most beside its pool: one for leases and heartbeats, one that listens, and BullMQ's where queues are in Postgres. */
const BESIDE_POOL = 5;
const SLOW_MS = 20;
const SKEW_WARN_MS = 2_000;
const SKEW_PROBLEM_MS = 30_000;
/** Postgres refuses writes at about 2.1 billion; autovacuum begins at 200 million. */
const AGE_WARN = 1_000_000_000;

/** Whether the database can be reached at all. */
export function checkReachable({ database, holder }: CheckTarget): Finding {
  const check = 'postgres.reachable';
  if (database.db !== undefined)
    return ok(
      check,
      database.given ? 'The Postgres that DATABASE_URL names answers.' : 'The private Postgres answers.',
      {
        facts: { reachable: true, given: database.given },
      },
    );
  const facts = { reachable: false, given: database.given };
  if (database.given)
    return problem(
      check,
      `The Postgres that DATABASE_URL names cannot be used: ${database.why}`,
      'psql "$DATABASE_URL" -c "select 1"',
      { facts },
    );
  return holder === undefined
    ? {
        check,
        level: 'skipped',
        says: 'The private Postgres does not run, so nothing in it was looked at.',
        facts,
      }
    : problem(
        check,
        `Salience runs, but its private Postgres does not answer: ${database.why}`,
        './salience down && ./salience up',
        { facts },
      );
}

/** Version, settings that hurt, room for connections, speed and clock of the server. */
export async function checkServer(db: Database, { context }: CheckTarget): Promise<Finding[]> {
  const asked = Date.now();
  const server = await inspectServer(db);
  const answered = Date.now();
  const pool = Number(context.env.origin.effective['SALIENCE_DB_POOL'] ?? POOL_DEFAULT);
  return [
    checkVersion(server),
    checkServerSettings(server),
    checkConnections(server, pool),
    checkClock(server.now.getTime(), asked, answered),
    await checkReplyTime(db),
    ...(await checkPooler(db, context.env)),
    ...checkStandby(server, context.env.databaseUrl ?? ''),
  ];
}

function checkVersion(server: ServerFacts): Finding {
  const major = Math.floor(server.versionNumber / 10_000);
  const [check, facts] = ['postgres.version', { version: server.versionNumber }];
  if (major < OLDEST_MAJOR)
    return problem(
      check,
      `Postgres ${major} is older than ${OLDEST_MAJOR}.`,
      `move to Postgres ${TESTED_MAJOR} with pg_upgrade or dump and restore`,
      { facts },
    );
  return major < TESTED_MAJOR
    ? warn(
        check,
        `Postgres ${major} is older than ${TESTED_MAJOR}, which Salience is tested on.`,
        `move to Postgres ${TESTED_MAJOR} when it suits you`,
        { facts },
      )
    : ok(check, `Postgres ${major}.${server.versionNumber % 10_000}.`, { facts });
}

/** What a setting must be, and what goes wrong else. */
const MUST: readonly (readonly [name: string, value: string, harm: string])[] = [
  ['fsync', 'on', 'a crash of the machine can destroy the database'],
  ['full_page_writes', 'on', 'a crash of the machine can tear pages'],
  ['autovacuum', 'on', 'tables grow without end'],
  ['default_transaction_isolation', 'read committed', 'lanes fail with serialisation errors'],
  ['server_encoding', 'UTF8', 'some messages cannot be kept'],
];

function checkServerSettings(server: ServerFacts): Finding {
  const check = 'postgres.settings';
  const { settings } = server;
  const facts = { ...settings, readOnly: server.readOnly, transactionAge: server.transactionAge };
  if (server.readOnly)
    return problem(
      check,
      'This server takes no writes: it is a standby, or set to read only.',
      'point DATABASE_URL at the primary',
      { facts },
    );
  if (server.transactionAge > AGE_WARN)
    return problem(
      check,
      `The database is ${Math.round(server.transactionAge / 1e6)} million transactions behind its clean-up; near 2,100 million it stops.`,
      'vacuumdb --freeze "$DATABASE_URL"',
      { facts },
    );
  for (const [name, value, harm] of MUST) {
    if (settings[name] !== undefined && settings[name] !== value)
      return problem(check, `${name} is ${settings[name]}: ${harm}.`, alter(name, value), { facts });
  }
  if (settings['synchronous_commit'] === 'off')
    return problem(
      check,
      'synchronous_commit is off: a message that was accepted can be lost in a crash.',
      alter('synchronous_commit', 'on'),
      { facts },
    );
  const limit = Number(settings['statement_timeout'] ?? 0);
  if (limit > 0 && limit < 10_000)
    return warn(
      check,
      `statement_timeout is ${limit} ms: a migration or a long search may be cut off.`,
      alter('statement_timeout', '0'),
      { facts },
    );
  return ok(check, 'No setting of the server endangers what is kept.', { facts });
}

function alter(name: string, value: string): string {
  return `psql "$DATABASE_URL" -c "alter system set ${name} = '${value}'" -c "select pg_reload_conf()"   (as superuser)`;
}

function checkConnections(server: ServerFacts, pool: number): Finding {
  const check = 'postgres.connections';
  const max =
    Number(server.settings['max_connections']) -
    Number(server.settings['superuser_reserved_connections'] ?? 3);
  const wanted = 8 * (pool + BESIDE_POOL);
  const facts = { max, now: server.connections, ours: server.ownConnections, pool, wanted };
  if (server.connections >= max * 0.9)
    return problem(
      check,
      `${server.connections} of ${max} connections are in use.`,
      `SALIENCE_DB_POOL=${Math.max(2, Math.floor(pool / 2))} for every app, or alter system set max_connections = ${max * 2}`,
      { facts },
    );
  if (wanted > max)
    return warn(
      check,
      `One of each app may open up to ${wanted} connections (pools of ${pool}), but the server gives ${max}.`,
      `SALIENCE_DB_POOL=${Math.max(2, Math.floor(max / 8) - BESIDE_POOL)} for every app, or alter system set max_connections = ${wanted + 20}`,
      { facts },
    );
  return ok(
    check,
    `${counted(server.connections, 'connection')} of ${max} in use, ${server.ownConnections} by Salience.`,
    { facts },
  );
}

/** The difference of this machine's clock from the database's, as far as one round trip can show. */
export function checkClock(theirs: number, asked: number, answered: number): Finding {
  const check = 'clock.here';
  // Somewhere between question and answer the server looked at its clock: only what lies outside is skew.
  const skew = theirs < asked ? theirs - asked : theirs > answered ? theirs - answered : 0;
  const off = Math.abs(skew);
  const facts = { skewMs: skew };
  if (off < SKEW_WARN_MS) return ok(check, 'This machine and the database agree on the time.', { facts });
  const says = `The clock of this machine is ${(off / 1_000).toFixed(1)} s ${skew > 0 ? 'behind' : 'ahead of'} the database's.`;
  const fix = 'timedatectl set-ntp true';
  return off < SKEW_PROBLEM_MS ? warn(check, says, fix, { facts }) : problem(check, says, fix, { facts });
}

async function checkReplyTime(db: Database): Promise<Finding> {
  const times: number[] = [];
  for (let looks = 0; looks < 5; looks++) {
    const began = performance.now();
    await db.pool.query('select 1');
    times.push(performance.now() - began);
  }
  const best = Math.min(...times);
  const facts = { replyMs: Math.round(best * 100) / 100 };
  return best > SLOW_MS
    ? warn(
        'postgres.reply-time',
        `The database takes ${best.toFixed(0)} ms for the smallest question; a turn asks about four times.`,
        'run the apps in the same zone as the database',
        { facts },
      )
    : ok('postgres.reply-time', `The smallest question takes ${best.toFixed(1)} ms.`, { facts });
}

/** Whether database and code are of the same schema. */
export async function checkSchemaVersion(db: Database, { database }: CheckTarget): Promise<Finding> {
  const found = await countMigrations(db);
  const [check, facts] = ['postgres.schema', { found, expected: schemaVersion }];
  const bring = database.given ? './salience migrate' : './salience down && ./salience up';
  if (found === 0) return problem(check, 'Salience was never installed in this database.', bring, { facts });
  if (found < schemaVersion)
    return problem(check, `The schema is at ${found}, but this version expects ${schemaVersion}.`, bring, {
      facts,
    });
  const refusal = await checkSchema(db).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (isSalienceError(refusal) && refusal.code === 'database.older-build')
    return problem(check, refusal.message, 'SALIENCE_HOME=<a new folder> npm start', { facts });
  if (isSalienceError(refusal) && refusal.code === 'database.behind')
    return problem(check, refusal.message, bring, { facts });
  return found > schemaVersion
    ? problem(
        check,
        `The schema is at ${found}: a newer version than this one (${schemaVersion}) has upgraded it.`,
        'git pull && npm start',
        { facts },
      )
    : ok(check, `The schema is at ${found}, as this version expects.`, { facts });
}

/** What a pooler before the server lacks; nothing where there is none. */
async function checkPooler(
  db: Database,
  { databaseUrl = '', directDatabaseUrl = '' }: CheckTarget['context']['env'],
): Promise<Finding[]> {
  if (!(await leadsToPooler(db))) return [];
  const check = 'postgres.pooler';
  const facts = { marked: readAddress(databaseUrl).pooled, direct: directDatabaseUrl !== databaseUrl };
  if (!facts.marked)
    return [
      warn(
        check,
        'DATABASE_URL leads to a pooler and does not say so: prepared statements get mixed up, unless the pooler follows them.',
        'add pgbouncer=true to the parameters of DATABASE_URL',
        { facts },
      ),
    ];
  return facts.direct
    ? [ok(check, 'DATABASE_URL leads to a pooler, DATABASE_DIRECT_URL past it.', { facts })]
    : [
        problem(
          check,
          'DATABASE_URL leads to a pooler, and migrations, backups and queues in Postgres need the server itself.',
          'DATABASE_DIRECT_URL=postgres://user:password@host:5432/database   (the server, not the pooler)',
          { facts },
        ),
      ];
}
