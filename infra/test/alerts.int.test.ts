import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appNames } from '../../packages/contracts/src/index.ts';
import {
  asPerson,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '../../packages/testing/src/index.ts';
import { causes, changed } from './alerts/causes.ts';
import { appsToldOf, checkRules, firing, promtool, type Series } from './alerts/prometheus.ts';
import { seriesOf } from './alerts/scraped.ts';
import { readYaml } from './compose-file.ts';

const alerts = (
  readYaml('infra/prometheus/alerts.yml') as { groups: { rules: { alert: string }[] }[] }
).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

describe('the alerts, evaluated by Prometheus itself', () => {
  let database: TestDatabase;
  let apps: SpawnedApp[] = [];
  let tool: string;
  /** What all apps told after a turn was answered. */
  let healthy: Series[];

  beforeAll(async () => {
    [database, tool] = await Promise.all([testDatabase(), promtool()]);
    const queues = await queueNamespace('redis', database);
    const env = { SALIENCE_GAUGES_MS: '1000' };
    apps = await Promise.all(
      appNames.map((app) => spawnApp(app, { database, queues, env, readyMs: 90_000 })),
    );
    const consumer = apps.find(({ app }) => app === 'consumer') as SpawnedApp;
    const answer = await fetch(`${consumer.httpUrl()}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'What is a good colour for a fence?', thread_id: 'alerts' }),
    });
    expect(await answer.text()).toContain('event: done');
    healthy = await until(
      async () => {
        const series = await scrape(apps);
        return measured(series, 'salience_lanes') > 0 ? series : undefined;
      },
      { what: 'the scheduler to measure the fleet', timeoutMs: 30_000 },
    );
  }, 180_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.close();
  });

  test('are rules that Prometheus reads, each with a cause here and the reverse', () => {
    expect(() => checkRules(tool)).not.toThrow();
    expect(Object.keys(causes).sort()).toEqual(alerts.toSorted());
  });

  test('are silent while what a real healthy fleet tells goes on', () => {
    expect(firing(tool, healthy, 200)).toEqual([]);
  });

  test.each(Object.entries(causes))(
    '%s fires for its cause, and nothing that has another',
    (alert, cause) => {
      // Three days of all series would take minutes; a long cause is tried on its own.
      const series =
        cause.minute > 1_000
          ? healthy.filter(({ name }) => name === 'up' || name === 'salience_lanes')
          : healthy;
      const fired = firing(tool, changed(series, cause.changes), cause.minute);
      expect(fired).toEqual([alert, ...(cause.also ?? [])].sort());
      // At the same minute without its cause it does not.
      expect(firing(tool, healthy, cause.minute > 1_000 ? 20 : cause.minute)).not.toContain(alert);
    },
  );

  test('DeadLetters fires for one in Postgres, as the scheduler tells it', async () => {
    await database.admin(
      `insert into salience.dead_letters (id, queue, job, payload, code, error, attempts)
       values ($1, 'memory-chunk', 'memory.chunk', '{}', 'test.planted', 'planted', 3)`,
      [`ded_${randomUUID()}`],
    );
    const told = await until(
      async () => {
        const series = await scrape(apps);
        return highest(series, 'salience_dead_letters_open') === 1 ? series : undefined;
      },
      { what: 'the dead letter in the metrics', timeoutMs: 30_000 },
    );
    expect(firing(tool, told, 15)).toEqual(['DeadLetters']);
    await database.admin(`update salience.dead_letters set state = 'dropped', settled_at = now()`);
  });

  test('NoDigest fires for a digest that was killed, and for turns that wait', async () => {
    const digest = apps.find(({ app }) => app === 'digest') as SpawnedApp;
    const consumer = apps.find(({ app }) => app === 'consumer') as SpawnedApp;
    await digest.kill9();
    const accepted = await fetch(`${consumer.httpUrl()}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ text: 'Who paints it?', thread_id: 'waits' }),
    });
    expect(accepted.status).toBeLessThan(300);
    const told = await until(
      async () => {
        const series = await scrape(apps);
        return (highest(series, 'salience_lane_oldest_seconds') ?? 0) > 0 ? series : undefined;
      },
      { what: 'the waiting turn in the metrics', timeoutMs: 60_000 },
    );
    // The turn goes on waiting while Prometheus' clock runs.
    const aged = told.map((one) =>
      one.name === 'salience_lane_oldest_seconds' ? { ...one, values: '0+60x4500' } : one,
    );
    expect(firing(tool, aged, 5)).toEqual(
      expect.arrayContaining(['AppWithoutReplica', 'NoDigest', 'TurnsWait']),
    );
    await accepted.body?.cancel();
  }, 120_000);
});

describe('AppWithoutReplica, where an app without pods leaves no series behind', () => {
  let tool: string;
  const up = appNames.flatMap((app) => seriesOf(app, ''));
  beforeAll(async () => {
    tool = await promtool();
  }, 120_000);

  test('tells of nothing while each app has a replica that answers', () => {
    expect(appsToldOf(tool, 'AppWithoutReplica', up, 15)).toEqual([]);
  });

  test.each(appNames)(
    'tells of %s by its name, whether its pods never were, went, or do not answer',
    (app) => {
      const toldWith = (values: string): string[] =>
        appsToldOf(tool, 'AppWithoutReplica', changed(up, [{ metric: 'up', labels: { app }, values }]), 15);
      // Nothing was ever scraped; all pods went after the fifth minute; they do not answer.
      expect(['_x4500', '1+0x5 stale _x4500', '0+0x4500'].map(toldWith)).toEqual([[app], [app], [app]]);
    },
  );

  test('goes on telling, without a pause, of an app that first does not answer and then is gone', () => {
    const gone = changed(up, [
      { metric: 'up', labels: { app: 'episodic' }, values: '1+0x5 0+0x3 stale _x4500' },
    ]);
    // It takes two minutes from the sixth on; were it another alert from the tenth on, it would be silent at the eleventh.
    expect([7, 9, 11].map((minute) => appsToldOf(tool, 'AppWithoutReplica', gone, minute))).toEqual([
      [],
      ['episodic'],
      ['episodic'],
    ]);
  });

  test('is silent of an app of which one replica answers', () => {
    const second = {
      name: 'up',
      labels: { job: 'salience', app: 'digest', instance: 'other:9464' },
      values: '0+0x4500',
    };
    expect(appsToldOf(tool, 'AppWithoutReplica', [...up, second], 15)).toEqual([]);
  });
});

/** What Prometheus would have of all apps now; one that does not answer is down. */
async function scrape(apps: readonly SpawnedApp[]): Promise<Series[]> {
  const all = await Promise.all(
    apps.map(async ({ app, lines }) => {
      const port = lines().find(({ healthPort }) => typeof healthPort === 'number')?.['healthPort'];
      const answer = await fetch(`http://127.0.0.1:${Number(port)}/metrics`).catch(() => undefined);
      if (answer !== undefined) return seriesOf(app, await answer.text());
      return seriesOf(app, '').map((one) => ({ ...one, values: '0+0x4500' }));
    }),
  );
  return all.flat();
}

function measured(series: readonly Series[], name: string): number {
  return series.filter((one) => one.name === name).length;
}

/** The highest value of a metric's series; undefined where there is none. */
function highest(series: readonly Series[], name: string): number | undefined {
  const values = series.filter((one) => one.name === name).map(({ values }) => Number.parseFloat(values));
  return values.length === 0 ? undefined : Math.max(...values);
}
