import { createSharedClock, type Database, newId } from '@salience/database';
import { askPolicy, findPolicyRequest, listPolicyChanges, policyHead } from '@salience/database/learning';
import { beat } from '@salience/database/operations';
import { parsePolicy, type Policy } from '@salience/router';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { type ClockControl, clockControl, type TestDatabase, testDatabase } from '@salience/testing';
import { createLead } from '../src/regulate/lead.ts';
import { createPolicyShelf } from '../src/regulate/lines.ts';
import { createRegulator } from '../src/regulate/regulator.ts';

export const start = new Date('2030-01-01T12:00:00Z');
/** So many hours after the start. */
export const hour = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

/** A database with a clock that stands still, and the regulator over it. */
export interface RegulateWorld {
  readonly database: TestDatabase;
  readonly clock: ClockControl;
  readonly db: Database;
  /** Names of policies that digests were told of. */
  readonly told: readonly string[];
  /** What was warned of. */
  readonly warned: readonly unknown[];
  readonly metrics: ReturnType<typeof defineMetrics>;
  /** A standby that knows nothing yet takes over and looks once. Resolves with its metrics. */
  standby(): Promise<ReturnType<typeof defineMetrics>>;
  /** A look of a regulator whose lease is lost before it works on decisions. */
  lookUntilFenced(): Promise<number>;
  /** One look. Resolves with what it produced. */
  look(): Promise<number>;
  /** The policy that decides. */
  live(name?: string): Promise<Policy | undefined>;
  head: (name?: string) => ReturnType<typeof policyHead>;
  /** The history, the first change first. */
  history: (name?: string) => ReturnType<typeof listPolicyChanges>;
  ask(
    kind: 'pin' | 'rollback' | 'simulate' | 'unpin',
    version?: number,
    more?: Readonly<Record<string, unknown>>,
    policy?: string,
  ): Promise<() => ReturnType<typeof findPolicyRequest>>;
  /** A digest beats and tells which version it decides by. */
  digestBeats(id: string, version: number | null): Promise<void>;
}

/** Makes it; the clock shows the start. */
export async function regulateWorld(): Promise<RegulateWorld> {
  const database = await testDatabase();
  const clock = clockControl(database);
  const db = database.connect('salience_routing_regulator');
  await clock.set(start, 0);
  const told: string[] = [];
  const warned: unknown[] = [];
  const warn = (what: unknown): void => void warned.push(what);
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  const policies = createPolicyShelf(db);
  const deps = {
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: Object.assign(Object.create(silentLogger) as typeof silentLogger, { warn }),
    metrics,
    policies,
    tell: (name: string) => void told.push(name),
  };
  const run = createRegulator(deps, createLead(db, newId('worker'), silentLogger));
  const head = (name = 'fleet') => policyHead(db, name);
  return {
    database,
    clock,
    db,
    told,
    warned,
    metrics,
    head,
    look: () => run(new AbortController().signal, () => {}),
    lookUntilFenced() {
      const lost = new AbortController();
      const fault = (point: string) => {
        if (point === 'regulator.before-work') lost.abort(new Error('another regulates'));
        return Promise.resolve();
      };
      const lead = {
        keep: () => Promise.resolve(true),
        hold: () => ({ signal: lost.signal, end: () => Promise.resolve() }),
        release: () => Promise.resolve(),
      };
      return createRegulator({ ...deps, fault }, lead as never)(new AbortController().signal, () => {});
    },
    async standby() {
      await database.admin("update salience.learning_marks set lease_until = null where job = 'regulate'");
      const own = defineMetrics({ service: 'test', instanceId: 'other', processMetrics: false });
      const standby = createRegulator(
        { ...deps, metrics: own, policies: createPolicyShelf(db) },
        createLead(db, newId('worker'), silentLogger),
      );
      await standby(new AbortController().signal, () => {});
      return own;
    },
    async live(name = 'fleet') {
      const version = (await head(name))?.liveVersion;
      return version === undefined ? undefined : policies.version(name, version);
    },
    history: async (name = 'fleet') => (await listPolicyChanges(db, name, { limit: 100 })).toReversed(),
    async ask(kind, version, more = {}, policy = 'fleet') {
      const { id } = await askPolicy(database.connect('salience_consumer'), {
        kind,
        policy,
        version,
        arguments: more,
        askedBy: 'operator:anna',
        now: await clock.now(),
      });
      return () => findPolicyRequest(db, id);
    },
    digestBeats: (id, version) =>
      beat(database.connect('salience_digest'), {
        id: id as never,
        app: 'digest',
        pid: 1,
        host: 'h',
        version: '1',
        state: 'ready',
        capacity: 1,
        running: [],
        jobsDone: 0,
        jobsFailed: 0,
        policies: version === null ? null : { fleet: version },
      }),
  };
}

/** The shipped policy as a later release brings it. */
export async function releaseShipped(
  database: TestDatabase,
  policy: Policy,
  move: Readonly<Record<string, number>>,
): Promise<Policy> {
  const next = parsePolicy({
    name: 'shipped',
    version: policy.version + 1,
    weights: { ...(policy.weights as Record<string, number>), ...move },
  });
  await database.admin(
    'insert into salience.router_policies (id, name, version, weights, created_at) values ($1, $2, $3, $4, $5)',
    [newId('policy'), next.name, next.version, JSON.stringify(next.weights), start],
  );
  return next;
}
