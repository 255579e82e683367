import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActivationDetail, ModuleView, SignalDetail, SimulationView } from '@salience/contracts';
import { newId } from '@salience/database';
import { claimClusters, commitJudgements, takeSignals } from '@salience/database/signals';
import {
  plantsIn,
  queueNamespace,
  scratchFolder,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
let agentId: Awaited<ReturnType<typeof plantsIn>>['agentId'];

beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  vi.stubEnv('SALIENCE_TIME_ZONE', 'Europe/Berlin');
  consumer = await spawnApp('consumer', { database, queues, readyMs: 90_000 });
  ({ agentId } = await plantsIn(database, new Date()));
}, 120_000);

const run = (...args: string[]) => salience(...args, '--url', consumer.httpUrl());
const json = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args, '--json')).out) as T;

const written = {
  module_id: 'reports',
  cluster: 'papers',
  version: '1',
  question_template: 'A file came: {location}. Is it a report?',
  default_threshold: 0.65,
  signal_priors: { filesystem: { watch_directories: ['/srv/papers'], relevant_extensions: ['.pdf'] } },
};

function fileOf(content: unknown): string {
  const file = join(scratchFolder('module'), 'module.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** A signal that was judged, and the activation that is shown for it. */
async function looked() {
  const db = database.connect('salience_pulse_sensor');
  const now = new Date();
  const id = newId('signal', now.getTime());
  const event = {
    source: 'filesystem',
    location: '/srv/papers/may.pdf',
    delta_type: 'created',
    magnitude: 1,
    timestamp: Math.floor(now.getTime() / 1_000),
    features: { extension: '.pdf' },
  } as const;
  const { delta_type: deltaType, timestamp: _at, ...sensed } = event;
  await takeSignals(db, {
    agentId,
    now,
    signals: [{ ...sensed, deltaType, id, externalId: id, own: false, at: now, clusters: ['papers'] }],
  });
  const claim = { owner: newId('worker'), leaseMs: 60_000, limit: 1, signals: 9, now, held: {} };
  const [held] = await claimClusters(db, claim);
  const judgement = {
    module: 'reports',
    reason: 'explored',
    score: 0.42,
    rule: 0.42,
    learned: null,
    threshold: 0.65,
    version: 0,
  } as const;
  const committed = await commitJudgements(db, {
    agentId,
    cluster: 'papers',
    fence: held?.fence ?? 0,
    now,
    upto: held?.signals.at(-1)?.seq ?? 0,
    state: null,
    judged: (held?.signals ?? []).map(({ seq }) => ({ seq, judged: [{ ...judgement, opens: 0 }] })),
    activations: [
      {
        id: newId('activation'),
        module: 'reports',
        candidates: ['reports'],
        kind: 'look',
        state: 'shown',
        reason: 'explored',
        dueAt: now,
        score: 0.42,
        threshold: 0.65,
        version: 0,
        count: 1,
        signals: [id],
        window: { events: [{ event, burst: 0, surprise: 0 }], activatedAt: null },
        matrix: Buffer.alloc(640).toString('base64'),
        latest: [event],
      },
    ],
    release: true,
  });
  return { signal: id, activation: committed.ids[0] ?? '' };
}

test('modules are added from a file or as they come, shown, paused, and removed', async () => {
  expect((await run('pulse', 'modules')).out).toContain('--shipped <homework|');
  const file = fileOf(written);
  expect(await run('pulse', 'modules', 'add', file)).toMatchObject({ code: 0 });
  expect((await run('pulse', 'modules', 'add', file)).out).toContain('reports is as it was');
  expect((await run('pulse', 'modules', 'add', fileOf({ ...written, version: '2' }))).out).toContain(
    'is changed',
  );
  expect((await run('pulse', 'modules', 'add', '--shipped', 'homework')).out).toContain('homework is added');
  const moved = ['pulse', 'modules', 'add', '--shipped', 'homework', '--folder', '/srv/uni', '/srv/more'];
  expect(await json<ModuleView>(...moved)).toMatchObject({
    outcome: 'changed',
    fingerprint: { signal_priors: { filesystem: { watch_directories: ['/srv/uni', '/srv/more'] } } },
  });
  const shown = fileOf(await json<ModuleView>('pulse', 'modules', 'show', 'homework'));
  expect((await run('pulse', 'modules', 'add', shown)).out).toContain('homework is as it was');
  expect((await run('pulse', 'modules', 'list')).out).toMatch(
    /^reports +papers +active +filesystem +0\.65 declared, or what is learned +never$/m,
  );
  expect((await run('pulse', 'modules', 'show', 'reports')).out).toContain('Is it a report?');
  expect((await run('pulse', 'modules', 'pause', 'reports')).out).toBe('reports is paused.\n');
  expect((await run('pulse', 'modules', 'resume', 'reports')).out).toBe('reports is active.\n');
  expect((await run('pulse', 'modules', 'remove', 'homework')).out).toContain('homework is removed');
  expect((await json<ModuleView[]>('pulse', 'modules')).map(({ name }) => name)).toEqual(['reports']);
});

test('a threshold is set by hand, or left to what is learned; a model is gone back to', async () => {
  expect((await run('pulse', 'modules', 'threshold', 'reports', '0.8')).out).toContain('0.8, set by hand');
  expect((await run('pulse', 'modules', 'threshold', 'reports', '1.5')).error).toMatchObject({
    code: 'module.threshold',
    message: 'threshold must be in [0.0, 1.0], got 1.5',
  });
  expect((await run('pulse', 'modules', 'threshold', 'reports', '--learned')).out).toContain(
    'what is learned',
  );
  expect((await run('pulse', 'modules', 'models', 'reports')).out).toContain(
    'the rule of the fingerprint leads',
  );
  expect((await run('pulse', 'modules', 'rollback', 'reports', '3')).error).toMatchObject({
    code: 'module.no-version',
  });
  await looked();
  await database.admin(
    `insert into salience.limbic_models (agent_id, cluster, version, parent, sha256, schema, weights, heads, metrics, promoted, reason, made_at)
     values ($1, 'papers', 1, 0, 'x', 'v1', '\\x00', '{}', '{"auc": 0.91234, "note": "x"}', true, 'better', now())`,
    [agentId],
  );
  expect((await run('pulse', 'modules', 'models', 'reports')).out).toMatch(
    /^1 +promoted +better +.* +auc 0\.912\nNone scores/m,
  );
  expect((await run('pulse', 'modules', 'rollback', 'reports', '1')).out).toBe(
    'Version 1 scores from now on.\n',
  );
  expect((await run('pulse', 'modules', 'models', 'reports')).out).toMatch(/^1 +scores +promoted/m);
  expect((await run('pulse', 'modules', 'rollback', 'reports', '0')).out).toContain('No model scores');
});

test('what cannot be a module is refused with the reason', async () => {
  expect(await run('pulse', 'modules', 'add', fileOf('{no json'))).toMatchObject({
    code: 2,
    error: { code: 'cli.usage', message: expect.stringContaining('JSON') },
  });
  const { code, error } = await run('pulse', 'modules', 'add', fileOf({ ...written, default_threshold: 7 }));
  expect(code).toBe(1);
  expect(error).toMatchObject({
    code: 'module.invalid',
    message: expect.stringContaining('default_threshold'),
  });
  expect((await run('pulse', 'modules', 'show', 'none')).error).toMatchObject({ code: 'module.unknown' });
});

test('signals are listed and explained, and a look is judged', async () => {
  const { activation, signal } = await looked();
  expect((await run('pulse', 'signals', '--source', 'filesystem', '--limit', '1')).out).toMatch(
    new RegExp(`^${signal} +.*\\(Europe/Berlin\\) +filesystem +created +/srv/papers/may\\.pdf`, 'm'),
  );
  expect((await run('pulse', 'signals', '--source', 'mail')).out).toBe('No signals.\n');
  const why = await run('pulse', 'why', signal);
  expect(why.out).toContain('Its score 0.42 is below the threshold 0.65; it is one of the few');
  expect(why.out).toContain(`${activation}, shown`);
  expect((await json<SignalDetail>('pulse', 'why', signal)).judged).toHaveLength(1);
  expect((await run('pulse', 'why', activation)).out).toContain('would ask  A file came');
  expect((await json<ActivationDetail>('pulse', 'why', activation)).signals).toEqual([signal]);
  expect((await run('pulse', 'why', newId('signal'))).error).toMatchObject({ code: 'signal.unknown' });

  expect((await run('pulse', 'activations')).out).toContain(activation);
  expect((await run('pulse', 'activations', '--module', 'none')).out).toBe('No activations.\n');
  expect((await run('pulse', 'activations', '--look', '--module', 'reports')).out).toMatch(
    new RegExp(`^${activation} +.* +look +shown +reports +0\\.42 +1 +/srv/papers/may\\.pdf +-$`, 'm'),
  );
  const given = await run('pulse', 'feedback', activation, 'useless', '--note', 'not mine');
  expect(given.out).toBe(`${activation}: -1, noted\n`);
  expect((await json<ActivationDetail>('pulse', 'why', activation)).feedback).toMatchObject([
    { note: 'not mine' },
  ]);
  expect((await run('pulse', 'activations', '--look')).out).not.toContain(activation);
  expect((await run('pulse', 'feedback', activation, '0.5', '--choice', 'reports')).out).toContain(
    '0.5, noted',
  );
  expect((await run('pulse', 'feedback', activation, 'useful', '--choice', 'none')).error).toMatchObject({
    code: 'feedback.choice',
  });
  expect((await run('feedback', activation, 'good')).out).toContain('1, noted');
});

test('a module is simulated by name and from a file', async () => {
  await looked();
  const { out } = await run('pulse', 'simulate', 'reports', '--days', '2');
  expect(out).toMatch(/It would have woken the agent \d+ times?: \d\.\d a day\./);
  expect(out).toContain('A file came: “/srv/papers/may.pdf”. Is it a report?');
  const view = await json<SimulationView>('pulse', 'simulate', fileOf({ ...written, module_id: 'new' }));
  expect(view).toMatchObject({ module: 'new', days: 7 });
  expect(view.wakes).toBeGreaterThan(0);
  const none = await json<SimulationView>('pulse', 'simulate', 'reports', '--threshold', '1');
  expect(none).toMatchObject({ threshold: 1, wakes: 0, examples: [] });
});
