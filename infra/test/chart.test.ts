import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { appNames } from '../../packages/contracts/src/index.ts';
import { metricNames } from '../../packages/kit/telemetry/src/index.ts';
import { chartFolder, sourceHash, valueSets } from '../helm/render.mjs';
import { appVariables } from './app-variables.ts';
import { chartData, type Manifest, manifestsOf, renderedText } from './chart.ts';
import { root } from './compose-file.ts';
import { readPromql } from './promql.ts';

const sets = valueSets.map((set): [string, Manifest[]] => [set, manifestsOf(set)]);
const deploymentsOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Deployment');
const appOf = ({ metadata }: Manifest) => metadata.labels?.['app.kubernetes.io/component'] ?? '';

describe('the values of the chart', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const { $schema: _draft, ...schema } = JSON.parse(
    readFileSync(join(chartFolder, 'values.schema.json'), 'utf8'),
  ) as Record<string, unknown>;
  const isValid = ajv.compile(schema);
  const over = (base: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      [...new Set([...Object.keys(base), ...Object.keys(more)])].map((key) => {
        const [a, b] = [base[key], more[key]];
        const inner =
          typeof a === 'object' && a !== null && !Array.isArray(a) && typeof b === 'object' && b !== null;
        return [key, inner ? over(a as Record<string, unknown>, b as Record<string, unknown>) : (b ?? a)];
      }),
    );
  const named = { database: { secret: 'a', rolesSecret: 'b' } };
  const withValues = (more: Record<string, unknown>) => over(over(chartData('values.yaml'), named), more);

  it.each(valueSets)('%s fits its schema', (set) => {
    const own = parse(readFileSync(join(root, 'infra/helm/values', `${set}.yaml`), 'utf8')) as Record<
      string,
      unknown
    >;
    expect([isValid(withValues(own)), isValid.errors]).toEqual([true, null]);
  });

  it.each([
    ['no secret is named', { database: { secret: '' } }],
    ['a key is misspelt', { databse: {} }],
    ['an app is not one of ours', { apps: { thinker: { replicas: 1, env: {}, resources: {} } } }],
    ['a secret stands among variables', { env: { OPENAI_API_KEY: 'sk-1' } }],
    ['a variable is no variable', { apps: { digest: { env: { 'db pool': '3' } } } }],
    ['a count is a text', { apps: { digest: { replicas: 'two' } } }],
    ['a network is none', { redis: { cidrs: ['everywhere'] } }],
  ])('are refused where %s', (_, more) => {
    expect(isValid(withValues(more))).toBe(false);
  });
});

describe.each(sets)('the manifests of %s', (set, manifests) => {
  it('are made from the chart as it is: else run infra/helm/render.mjs', () => {
    expect(renderedText(set).split('\n', 1)[0]).toContain(sourceHash(set));
  });

  it('are what Kubernetes takes, by its schemas', async () => {
    for (const manifest of manifests)
      expect([manifest.kind, await faultsOf(manifest)]).toEqual([manifest.kind, undefined]);
  });

  it('have a deployment for each app, with the image of its program', () => {
    const deployments = deploymentsOf(manifests);
    expect(deployments.map(appOf).sort()).toEqual([...appNames].sort());
    for (const one of deployments)
      expect(one.spec.template.spec.containers[0].image).toMatch(new RegExp(`-${appOf(one)}:0\\.2\\.0$`));
  });

  it.each(deploymentsOf(manifests).map((one): [string, Manifest] => [appOf(one), one]))(
    'give %s only variables that it reads, and its own role',
    (app, one) => {
      const { env } = one.spec.template.spec.containers[0];
      const known: readonly string[] = appVariables[app as keyof typeof appVariables];
      expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
      expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
      expect(env.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef.key).toBe(app);
    },
  );

  it('hold no secret, and no right that a worker does not need', () => {
    expect(renderedText(set)).not.toMatch(
      /postgres:\/\/|redis:\/\/|password:|kind: Secret|kind: Role|privileged/i,
    );
    for (const { spec } of deploymentsOf(manifests)) {
      const pod = spec.template.spec;
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('let a worker drain before it is killed, and ask it whether it is ready and alive where it answers that', () => {
    for (const { spec } of deploymentsOf(manifests)) {
      const pod = spec.template.spec;
      const [{ env, livenessProbe, ports, readinessProbe }] = pod.containers;
      const drainMs = Number(env.find(({ name }) => name === 'SALIENCE_DRAIN_MS')?.value);
      // The worker gives up five seconds after its drain; the pause before it is told lasts four.
      expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThanOrEqual(drainMs + 9_000);
      expect([readinessProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(['/ready', '/health']);
      expect(ports.find(({ name }) => name === readinessProbe.httpGet.port)?.containerPort).toBe(
        Number(env.find(({ name }) => name === 'SALIENCE_HEALTH_PORT')?.value),
      );
    }
  });

  it('bring the schema up to date before anything of the version starts', () => {
    const [job, ...more] = manifests.filter(({ kind }) => kind === 'Job');
    expect(more).toEqual([]);
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(job?.spec.template.spec.containers[0]).toMatchObject({
      args: ['migrate'],
      env: expect.arrayContaining([
        { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'salience-database', key: 'migrator' } } },
      ]),
    });
  });
});

describe('with everything on', () => {
  const manifests = manifestsOf('all');
  const of = (kind: string) => manifests.filter((one) => one.kind === kind);

  it('scales by metrics that schedulers really tell', () => {
    const names = new Set<string>(Object.values(metricNames));
    const queries = of('ScaledObject').flatMap(({ spec }) =>
      spec.triggers.map(({ metadata }) => metadata.query),
    );
    expect(queries).toHaveLength(4);
    for (const query of queries)
      expect(readPromql(query).selectors.filter(({ metric }) => !names.has(metric))).toEqual([]);
  });

  it('leaves the count of what is scaled to what scales it', () => {
    const scaled = new Set(['consumer', 'digest', 'memory-chunker', 'episodic']);
    for (const one of deploymentsOf(manifests))
      expect([appOf(one), one.spec.replicas === undefined]).toEqual([appOf(one), scaled.has(appOf(one))]);
  });

  it('takes an app’s own variable before that of all', () => {
    const pool = (app: string) =>
      deploymentsOf(manifests)
        .find((one) => appOf(one) === app)
        ?.spec.template.spec.containers[0].env.find(({ name }) => name === 'SALIENCE_DB_POOL')?.value;
    expect([pool('digest'), pool('consumer')]).toEqual(['6', '4']);
  });

  it('tells the alerts that compose has', () => {
    const rules = parse(readFileSync(join(root, 'infra/prometheus/alerts.yml'), 'utf8')) as {
      groups: unknown;
    };
    expect(of('PrometheusRule')[0]?.spec.groups).toEqual(rules.groups);
  });

  it('gives keys of models to whoever calls them, and to nobody else', () => {
    const given = deploymentsOf(manifests).filter(
      (one) => one.spec.template.spec.containers[0].envFrom !== undefined,
    );
    expect(given.map(appOf).sort()).toEqual([
      'cognitive-drift',
      'digest',
      'episodic',
      'memory-chunker',
      'routing-regulator',
    ]);
  });
});

describe('fields that Kubernetes does not know', () => {
  const scratch = mkdtempSync(join(root, 'node_modules', '.cache', 'chart-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const checked = manifestsOf('all').filter(({ kind }) => typesOf[kind] !== undefined);

  it('stand in no manifest, by the types of its API', () => {
    expect(complaints(scratch, 'right', checked)).toBe('');
  }, 120_000);

  it('would be seen', () => {
    const wrong = structuredClone(checked[0]) as unknown as { spec: Record<string, unknown> };
    wrong.spec['replica'] = 2;
    expect(complaints(scratch, 'wrong', [wrong as unknown as Manifest])).toContain('replica');
  }, 120_000);
});

/** Where the type of a kind is. */
const typesOf: Readonly<Record<string, string>> = {
  Deployment: 'kubernetes-models/apps/v1/Deployment',
  Job: 'kubernetes-models/batch/v1/Job',
  Service: 'kubernetes-models/v1/Service',
  ServiceAccount: 'kubernetes-models/v1/ServiceAccount',
  Ingress: 'kubernetes-models/networking.k8s.io/v1/Ingress',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
  PodDisruptionBudget: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  HorizontalPodAutoscaler: 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler',
  ScaledObject: '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject',
};

/** Why a manifest is refused by the schema of its kind; undefined where it is not, or where it has none: those of the Prometheus operator. */
async function faultsOf(manifest: Manifest): Promise<string | undefined> {
  const path = typesOf[manifest.kind];
  if (path === undefined)
    return manifest.apiVersion === 'monitoring.coreos.com/v1' ? undefined : `no schema of ${manifest.kind}`;
  const loaded = (await import(path)) as Record<string, new (data: unknown) => { validate(): void }>;
  const Model = loaded[manifest.kind];
  if (Model === undefined) return `no model of ${manifest.kind}`;
  try {
    new Model(manifest).validate();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** What the compiler says of manifests as literals of their types: a field that a type does not have is an error there. */
function complaints(folder: string, name: string, manifests: readonly Manifest[]): string {
  mkdirSync(folder, { recursive: true });
  const kinds = [...new Set(manifests.map(({ kind }) => kind))];
  const imports = kinds.map((kind) => `import type { I${kind} } from '${typesOf[kind] ?? ''}';`);
  const literals = manifests.map(
    (one, n) => `export const manifest${n}: I${one.kind} = ${JSON.stringify(one)};`,
  );
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, [...imports, ...literals].join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'es2022',
    '--types',
    '',
  ];
  const ran = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, file], {
    cwd: root,
    encoding: 'utf8',
  });
  return ran.stdout + ran.stderr;
}
