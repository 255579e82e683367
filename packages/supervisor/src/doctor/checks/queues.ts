import { type QueueView, queueNames } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import { inspectRedis, type RedisFacts, shownRedisAddress } from '@salience/queues';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { queueDepths } from '../../database/queue-depths.ts';
import { bytes, counted, duration } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';

const VERSION_MIN = [6, 2] as const;

/** Where jobs travel, and whether what runs and what is set agree. */
export function checkBackend({ context: { env }, run, holder, redis }: CheckTarget): Finding {
  const check = 'queues.backend';
  const now = holder === undefined ? undefined : run?.queues;
  const wanted = env.queues;
  const facts = { running: now ?? null, wanted, queues: queueNames.length };
  if (now !== undefined && wanted !== 'auto' && wanted !== now)
    return warn(
      check,
      `Jobs travel in ${now}, but SALIENCE_QUEUES now says ${wanted}: what runs was started with another setting.`,
      './salience down && ./salience up',
      { facts },
    );
  if (now === 'postgres' && env.redisUrl !== undefined && wanted === 'auto')
    return warn(
      check,
      'Jobs travel in Postgres, but REDIS_URL is set now: what runs was started without it.',
      './salience down && ./salience up',
      { facts },
    );
  if (now !== undefined)
    return ok(check, `Jobs travel in ${now === 'redis' ? 'Redis' : 'Postgres'}.`, { facts });
  return ok(
    check,
    redis === undefined
      ? 'No Redis is given or runs here; without one, jobs travel in Postgres.'
      : `Jobs would travel in the Redis at ${shownRedisAddress(redis.url)}.`,
    { facts },
  );
}

/** The Redis of the queues; nothing if none is used. */
export async function checkRedisServer({ redis, run, holder }: CheckTarget): Promise<Finding[]> {
  if (redis === undefined)
    return holder !== undefined && run?.queues === 'redis'
      ? [
          problem(
            'redis.reachable',
            'Jobs travel in the private Redis, but it does not run.',
            './salience down && ./salience up',
          ),
        ]
      : [];
  let facts: RedisFacts;
  try {
    facts = await inspectRedis(redis.url);
  } catch (error) {
    const fix = redis.given ? pingFix(redis.url) : './salience down && ./salience up';
    return [
      problem(
        'redis.reachable',
        `The Redis at ${shownRedisAddress(redis.url)} cannot be used. ${messageOf(error)} Nothing accepted is lost meanwhile.`,
        fix,
      ),
    ];
  }
  return [
    checkRedisVersion(facts),
    ...checkCluster(facts),
    checkEviction(facts, redis.given),
    checkKeeping(facts, redis.given),
    checkRoom(facts),
  ];
}

/** redis-cli takes the address of one server only. */
function pingFix(url: string): string {
  return /-cluster:/.test(url) ? 'redis-cli -h HOST -p PORT cluster info' : 'redis-cli -u "$REDIS_URL" ping';
}

function checkRedisVersion({ version, replyMs, role, loading }: RedisFacts): Finding {
  const check = 'redis.reachable';
  const shown = version ?? 'of an unknown version';
  const [major = 0, minor = 0] = (version ?? '0').split('.').map(Number);
  const facts = {
    version: version ?? null,
    replyMs: Math.round(replyMs * 100) / 100,
    role: role ?? null,
    loading,
  };
  if (major < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor < VERSION_MIN[1]))
    return problem(
      check,
      `Redis ${shown} is older than ${VERSION_MIN.join('.')}.`,
      'upgrade the server, or SALIENCE_QUEUES=postgres',
      { facts },
    );
  if (role === 'slave')
    return problem(check, 'This Redis is a replica and takes no jobs.', 'point REDIS_URL at the primary', {
      facts,
    });
  if (loading)
    return warn(check, 'Redis is still loading its data.', 'redis-cli -u "$REDIS_URL" info persistence', {
      facts,
    });
  return ok(check, `Redis ${shown} answers in ${replyMs.toFixed(1)} ms.`, { facts });
}

/** Nothing for one server. */
function checkCluster({ cluster }: RedisFacts): Finding[] {
  if (cluster === undefined) return [];
  const check = 'redis.cluster';
  const facts = { whole: cluster.whole, masters: cluster.masters, alone: cluster.alone };
  const see = 'redis-cli -h HOST -p PORT cluster nodes';
  if (!cluster.whole)
    return [problem(check, 'The Redis cluster does not serve all of its slots.', see, { facts })];
  if (cluster.alone > 0)
    return [
      warn(
        check,
        `${cluster.alone} of ${cluster.masters} masters have no replica: while one is away, so are the queues.`,
        see,
        { facts },
      ),
    ];
  return [ok(check, `All of its ${cluster.masters} masters have a replica.`, { facts })];
}

function checkEviction({ evictionPolicy }: RedisFacts, given: boolean): Finding {
  const check = 'redis.eviction';
  const facts = { policy: evictionPolicy ?? null };
  if (evictionPolicy === undefined)
    return warn(
      check,
      'Redis does not say what it drops when memory is short; it has to be nothing.',
      'redis-cli -u "$REDIS_URL" config get maxmemory-policy',
      { facts },
    );
  if (evictionPolicy === 'noeviction')
    return ok(check, 'Redis drops no jobs when memory is short.', { facts });
  return problem(
    check,
    `Redis would drop jobs when memory is short (maxmemory-policy ${evictionPolicy}).`,
    given
      ? 'redis-cli -u "$REDIS_URL" config set maxmemory-policy noeviction'
      : './salience down && ./salience up',
    { facts },
  );
}

function checkKeeping({ appendOnly, snapshots, persisted }: RedisFacts, given: boolean): Finding {
  const check = 'redis.persistence';
  const facts = {
    appendOnly: appendOnly ?? null,
    snapshots: snapshots ?? null,
    persisted: persisted ?? null,
  };
  if (persisted === false)
    return problem(
      check,
      'The last time Redis wrote its data to disk failed.',
      'redis-cli -u "$REDIS_URL" info persistence',
      { facts },
    );
  if (!given)
    return ok(
      check,
      'The private Redis keeps nothing on disk: after a restart a sweep sends its jobs again from Postgres.',
      { facts },
    );
  if (appendOnly === true) return ok(check, 'Redis keeps an append-only file.', { facts });
  return warn(
    check,
    'Redis keeps no append-only file: after its restart jobs come back from Postgres, but retries begin anew.',
    'redis-cli -u "$REDIS_URL" config set appendonly yes',
    { facts },
  );
}

function checkRoom({ usedBytes = 0, maxBytes = 0, clients = 0, maxClients = 0 }: RedisFacts): Finding {
  const check = 'redis.room';
  const facts = { usedBytes, maxBytes, clients, maxClients };
  if (maxBytes > 0 && usedBytes > maxBytes * 0.9)
    return problem(
      check,
      `Redis uses ${bytes(usedBytes)} of ${bytes(maxBytes)}; at the end it refuses jobs.`,
      'redis-cli -u "$REDIS_URL" config set maxmemory 0',
      { facts },
    );
  if (maxClients > 0 && clients > maxClients * 0.9)
    return problem(
      check,
      `${clients} of ${maxClients} clients are connected to Redis.`,
      'redis-cli -u "$REDIS_URL" config set maxclients 10000',
      { facts },
    );
  return ok(check, `Redis uses ${bytes(usedBytes)}${maxBytes === 0 ? '' : ` of ${bytes(maxBytes)}`}.`, {
    facts,
  });
}

const AGE_WARN_MS = 30_000;
const AGE_PROBLEM_MS = 300_000;

/** How long jobs wait in the queues, and how many failed there; nothing where the queues cannot be asked. */
export async function checkQueueAges({ context, holder, api }: CheckTarget): Promise<Finding[]> {
  const { queues } = await queueDepths(context).catch(() => ({ queues: null }));
  if (queues === null) return [];
  const check = 'queues.age';
  const oldest = queues.reduce<QueueView | undefined>(
    (worst, one) => (worst === undefined || one.oldest_ms > worst.oldest_ms ? one : worst),
    undefined,
  );
  const facts = Object.fromEntries(
    queues.flatMap((one) => [
      [`${one.queue}.waiting`, one.waiting + one.delayed],
      [`${one.queue}.active`, one.active],
      [`${one.queue}.failed`, one.failed],
      [`${one.queue}.oldest_ms`, Math.round(one.oldest_ms)],
    ]),
  );
  const waiting = queues.reduce((sum, one) => sum + one.waiting, 0);
  const age = oldest?.oldest_ms ?? 0;
  const says = `${counted(waiting, 'job')} in ${counted(queues.length, 'queue')}${age === 0 ? '' : `, the oldest for ${duration(age)} in ${oldest?.queue ?? ''}`}`;
  const runs = holder !== undefined || api.readiness !== undefined;
  if (!runs || age < AGE_WARN_MS) return [ok(check, `${says}.`, { facts })];
  const level = age < AGE_PROBLEM_MS ? warn : problem;
  return [
    level(check, `${says}: its workers do not keep up, or are not there.`, './salience status', {
      facts,
    }),
  ];
}
