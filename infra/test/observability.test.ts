import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allJobs, appNames, queueNames } from '../../packages/contracts/src/index.ts';
import {
  attributeKeys,
  defineMetrics,
  logFields,
  metricNames,
  spanNames,
} from '../../packages/kit/telemetry/src/index.ts';
import { composeFile, readYaml, root } from './compose-file.ts';
import { readPromql } from './promql.ts';

interface Target {
  readonly datasource: { readonly uid: string };
  readonly expr?: string;
  readonly query?: string;
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly title: string;
    readonly description?: string;
    readonly targets?: readonly Target[];
  }[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition: string }[] };
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
}
interface Datasource {
  readonly uid: string;
  readonly url: string;
  readonly jsonData: {
    readonly exemplarTraceIdDestinations?: readonly {
      readonly name: string;
      readonly datasourceUid: string;
    }[];
    readonly tracesToMetrics?: { readonly queries: readonly { readonly query: string }[] };
  };
}

const compose = composeFile();
const folder = join(root, 'infra/grafana/dashboards');
const dashboards = readdirSync(folder).map(
  (file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard] as const,
);
const targets = dashboards.flatMap(([file, { panels }]) =>
  panels.flatMap((panel) =>
    (panel.targets ?? []).map((target) => ({ at: `${file}: ${panel.title}`, ...target })),
  ),
);
const rules = (readYaml('infra/prometheus/alerts.yml') as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const datasources = (
  readYaml('infra/grafana/provisioning/datasources/salience.yml') as { datasources: Datasource[] }
).datasources;

/** Every PromQL expression that somebody will look at, and where it stands. */
const expressions = [
  ...targets
    .filter((one) => one.datasource.uid === 'prometheus')
    .map((one) => ({ at: one.at, expr: one.expr ?? '' })),
  ...rules.map((rule) => ({ at: `alert ${rule.alert}`, expr: rule.expr })),
  ...datasources
    .flatMap(({ jsonData }) => jsonData.tracesToMetrics?.queries ?? [])
    .map(({ query }) => ({ at: 'trace to metrics', expr: query })),
  // A variable lists the values of one label of one metric.
  ...dashboards.flatMap(([file, { templating }]) =>
    templating.list.map(({ name, definition }) => ({
      at: `${file}: variable ${name}`,
      expr: definition.replace(/^label_values\((.+), (\w+)\)$/, 'sum by ($2) ($1)'),
    })),
  ),
];

/** Labels of each series, as a process tells them that has counted everything once. */
const labelsOf = new Map<string, Set<string>>();
/** What scraping adds; `app` is ours, in prometheus.yml. */
const fromScraping = ['job', 'app', 'instance', 'service'];

/** The labels of each metric by docs/telemetry.md; counting with one that the code does not declare throws. */
const documented = new Map(
  [
    ...readFileSync(join(root, 'docs/telemetry.md'), 'utf8').matchAll(
      /^\| `(salience_\w+)` \| \w+ \| ([^|]*) \|/gm,
    ),
  ].map(([, name = '', list = '']) => [name, list.replaceAll(/\([^)]*\)/g, '').match(/\w+/g) ?? []] as const),
);

beforeAll(async () => {
  const metrics = defineMetrics({ service: 'test', instanceId: 'wrk_1' });
  for (const [key, name] of Object.entries(metricNames)) {
    const labels = Object.fromEntries((documented.get(name) ?? []).map((label) => [label, 'x']));
    const instrument = (
      metrics as unknown as Record<
        string,
        Partial<Record<'inc' | 'set' | 'observe', (labels: object, value: number) => void>>
      >
    )[key];
    for (const method of ['inc', 'set', 'observe'] as const) instrument?.[method]?.(labels, 1);
  }
  metrics.loopProgressed('x');
  metrics.loopSucceeded('x');
  for (const [, series = '', labels = ''] of (await metrics.metricsText()).matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const known = labelsOf.get(series) ?? new Set<string>();
    labelsOf.set(series, known);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
  }
  labelsOf.set('up', new Set());
  metrics.close();
});

/** The name without what a histogram or its quantiles put behind it. */
function family(metric: string): string {
  const base = metric.replace(/_(bucket|sum|count)$/, '');
  return Object.values<string>(metricNames).includes(base) ? base : metric;
}

describe('metrics', () => {
  it.each(expressions)('$at asks for metrics that exist, by labels that they have', ({ expr }) => {
    const { selectors, grouping } = readPromql(expr);
    const known = new Set(fromScraping);
    for (const { metric, labels: matched } of selectors) {
      expect([...labelsOf.keys()], expr).toContain(metric);
      const own = new Set([...fromScraping, ...(labelsOf.get(metric) ?? [])]);
      for (const label of matched) expect([...own], `${metric} of ${expr}`).toContain(label);
      for (const label of own) known.add(label);
    }
    for (const label of grouping) expect([...known], expr).toContain(label);
  });

  it('a digest is told behind by what the regulator says, not by the highest version that anybody ever had', () => {
    const { expr = '' } = rules.find(({ alert }) => alert === 'PolicyNotAdopted') ?? {};
    for (const part of expr.split(' or ').flatMap((one) => one.split('\nor ')))
      expect(part).toMatch(
        /\{service="digest"\}\) != on \(name\) max by \(name\) \(salience_policy_version\{service="routing-regulator"\}\)/,
      );
  });

  it('each stand in a panel or an alert', () => {
    const used = new Set(
      expressions.flatMap(({ expr }) => readPromql(expr).selectors.map(({ metric }) => family(metric))),
    );
    expect(Object.values<string>(metricNames).filter((name) => !used.has(name))).toEqual([]);
  });

  it('are told by labels whose values exist: queues, jobs, apps', () => {
    const values = (label: string): string[] =>
      expressions.flatMap(({ expr }) =>
        [...expr.matchAll(new RegExp(`\\b${label}=~?"([^"$]+)"`, 'g'))].flatMap((match) =>
          (match[1] as string).split('|'),
        ),
      );
    const jobs = Object.values(allJobs).map((job) => job.name);
    expect(values('queue').filter((one) => !queueNames.includes(one))).toEqual([]);
    expect(values('job').filter((one) => ![...jobs, 'salience'].includes(one))).toEqual([]);
    expect(values('app').filter((one) => !(appNames as readonly string[]).includes(one))).toEqual([]);
  });

  it('would be missed by a wrong name, label or bracket', () => {
    expect(() => readPromql('sum(rate(salience_jobs_total[5m])')).toThrow('Not PromQL');
    expect(readPromql('sum by (job) (rate(x_total{outcome="done"}[5m]))')).toEqual({
      selectors: [{ metric: 'x_total', labels: ['outcome'] }],
      grouping: ['job'],
    });
  });
});

describe('prometheus.yml', () => {
  const config = readYaml('infra/prometheus/prometheus.yml') as {
    rule_files: string[];
    scrape_configs: {
      job_name: string;
      honor_labels?: boolean;
      dns_sd_configs?: { names: string[]; port: number; type: string }[];
      static_configs?: { targets: string[] }[];
    }[];
  };

  it('finds every replica of every app, on the port that the app is told to serve', () => {
    const workers = config.scrape_configs.find((one) => one.job_name === 'salience');
    // Ours names a label `job` and one `instance`: a scraper that overwrote them would mix up what they say.
    expect(workers?.honor_labels).toBe(true);
    const [found] = workers?.dns_sd_configs ?? [];
    expect(found?.names.toSorted()).toEqual([...appNames].sort());
    for (const app of appNames)
      expect(compose.services[app]?.environment?.SALIENCE_HEALTH_PORT).toBe(String(found?.port));
    for (const app of [...appNames, 'prometheus'])
      expect(compose.services[app]?.networks).toContain('telemetry');
  });

  it('keeps exemplars, which lead to the traces of the source that Grafana has for them', () => {
    expect(compose.services['prometheus']?.command).toContain('--enable-feature=exemplar-storage');
    const asked = datasources.flatMap(({ jsonData }) => jsonData.exemplarTraceIdDestinations ?? []);
    expect(asked.map(({ datasourceUid, name }) => [name, datasourceUid])).toEqual([['trace_id', 'tempo']]);
    expect(datasources.map(({ uid }) => uid)).toContain('tempo');
  });

  it('asks services that exist, and reads rules that are mounted', () => {
    const hosts = config.scrape_configs.flatMap((one) =>
      (one.static_configs ?? []).flatMap((group) => group.targets),
    );
    for (const host of hosts
      .map((target) => target.split(':')[0] ?? '')
      .filter((name) => !name.startsWith('127.')))
      expect(compose.services[host]?.networks, host).toContain('telemetry');
    for (const file of config.rule_files)
      expect(existsSync(join(root, file.replace('/etc/prometheus', 'infra/prometheus'))), file).toBe(true);
  });
});

describe('traces', () => {
  const queries = targets.filter((one) => one.datasource.uid === 'tempo');
  const models = 'x';
  const jobs = queueNames.map((queue) => spanNames.process(queue));
  const fixed = Object.values(spanNames).flatMap((name) => (typeof name === 'string' ? [name] : []));
  const names = [...fixed, ...jobs, spanNames.chat(models)];

  it.each(queries)('$at asks for spans that exist', ({ query = '' }) => {
    const asked = [...query.matchAll(/(?<![.\w])name (=~|=) "([^"]+)"/g)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, operator, pattern = ''] of asked) {
      const wanted = operator === '=' ? [pattern] : alternatives(pattern);
      for (const one of wanted)
        expect(
          names.some((name) => new RegExp(`^${one}$`).test(name)),
          one,
        ).toBe(true);
    }
    for (const [, key = ''] of query.matchAll(/\bspan\.([a-z._]+[a-z])/g))
      expect(Object.values<string>(attributeKeys)).toContain(key);
  });

  it('are kept by attributes that spans carry, and come from where workers are told to send them', () => {
    const collector = readYaml('infra/otel/traces.yaml') as {
      receivers: { otlp: { protocols: { http: { endpoint: string } } } };
      processors: { tail_sampling: { policies: Record<string, { key?: string }>[] } };
    };
    const keys = collector.processors.tail_sampling.policies.flatMap((policy) =>
      Object.values(policy).flatMap((part) =>
        typeof part === 'object' && part.key !== undefined ? [part.key] : [],
      ),
    );
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(Object.values<string>(attributeKeys)).toContain(key);
    const port = collector.receivers.otlp.protocols.http.endpoint.split(':')[1];
    const told = /http:\/\/otel-traces:(\d+)/.exec(readFileSync(join(root, '.env.example'), 'utf8'));
    expect(told?.[1]).toBe(port);
  });
});

/** `a|process (b|c)` as `a`, `process b`, `process c`. */
function alternatives(pattern: string): string[] {
  const [, before = '', group, after = ''] = /^(.*)\(([^)]+)\)(.*)$/.exec(pattern) ?? [];
  if (group === undefined) return pattern.split('|');
  return group.split('|').map((one) => before + one + after);
}

describe('logs', () => {
  const collector = readFileSync(join(root, 'infra/otel/logs.yaml'), 'utf8');

  it('are shipped of every app and of nobody else', () => {
    const apps = /"service\\":\\"\(([^)]+)\)/.exec(collector)?.[1]?.split('|');
    expect(apps?.sort()).toEqual([...appNames].sort());
  });

  it('are read by the fields that lines carry', () => {
    const read = [...collector.matchAll(/attributes\.line\.(\w+)/g)].map((match) => match[1] as string);
    const carried: readonly string[] = [...Object.values(logFields), 'time', 'level'];
    expect(read.filter((field) => !carried.includes(field))).toEqual([]);
    const asked = targets.filter((one) => one.datasource.uid === 'loki').map((one) => one.expr ?? '');
    expect(asked.length).toBeGreaterThan(0);
    const chosen = asked.map((query) => /^\{service_name=~?"(\$app|[a-z-]+)"\}/.exec(query)?.[1]);
    for (const app of chosen) expect(['$app', ...appNames]).toContain(app);
  });
});

describe('Grafana', () => {
  const out = mkdtempSync(join(tmpdir(), 'salience-dashboards-'));
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it('shows what the descriptions say: node infra/grafana/build.mjs was run', () => {
    execFileSync(process.execPath, [join(root, 'infra/grafana/build.mjs'), out]);
    expect(readdirSync(folder).sort()).toEqual(readdirSync(out).sort());
    for (const file of readdirSync(out))
      expect(readFileSync(join(folder, file), 'utf8'), file).toBe(readFileSync(join(out, file), 'utf8'));
  });

  it('has the six dashboards, each panel with a sentence that says what it shows', () => {
    expect(dashboards.map(([file]) => file).sort()).toEqual([
      'background-loops.json',
      'fleet.json',
      'lanes.json',
      'routing.json',
      'turn-anatomy.json',
      'workers.json',
    ]);
    const silent = dashboards.flatMap(([, { panels }]) =>
      panels.filter((panel) => panel.targets !== undefined && (panel.description ?? '') === ''),
    );
    expect(silent).toEqual([]);
  });

  it('knows how many apps there are', () => {
    expect(JSON.stringify(expressions)).toContain(`${appNames.length} - (count(max by (app) (up`);
  });

  it('asks sources that are there', () => {
    const uids = datasources.map(({ uid }) => uid);
    expect(targets.filter(({ datasource }) => !uids.includes(datasource.uid))).toEqual([]);
    for (const { url } of datasources) expect(Object.keys(compose.services)).toContain(new URL(url).hostname);
  });
});
