import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { appNames } from '../../packages/contracts/src/index.ts';
import { metricNames } from '../../packages/kit/telemetry/src/index.ts';
import { sourceHash, valueSets } from '../helm/render.mjs';
import { appVariables } from './app-variables.ts';
import { type Manifest, manifestsOf, renderedText } from './chart.ts';
import { root } from './compose-file.ts';
import { readPromql } from './promql.ts';

const sets = valueSets.map((set): [string, Manifest[]] => [set, manifestsOf(set)]);
const deploymentsOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Deployment');
const appOf = ({ metadata }: Manifest) => metadata.labels?.['app.kubernetes.io/component'] ?? '';

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

  it('gives each app the variables of its own secrets, and keys of models to those alone that call models', () => {
    const given = deploymentsOf(manifests).map((one) => [
      appOf(one),
      one.spec.template.spec.containers[0].envFrom?.map(({ secretRef }) => secretRef.name),
    ]);
    expect(Object.fromEntries(given)).toEqual({
      consumer: undefined,
      digest: ['salience-models', 'salience-skills'],
      'memory-chunker': ['salience-models'],
      episodic: ['salience-models'],
      'cognitive-drift': ['salience-models'],
      'routing-regulator': ['salience-models'],
      scheduler: ['salience-smtp'],
      'pulse-sensor': ['salience-mail-passwords'],
    });
  });

  it('mounts the files of an app’s own secrets, which it can read and not change, and which no other app has', () => {
    const mounted = deploymentsOf(manifests).map((one): [string, unknown[]] => {
      const { containers, volumes } = one.spec.template.spec;
      const [{ volumeMounts }] = containers;
      const files = volumeMounts.filter(({ name }) => name !== 'tmp');
      return [
        appOf(one),
        files.map(({ name, ...mount }) => ({
          ...mount,
          ...volumes.find((volume) => volume.name === name)?.secret,
        })),
      ];
    });
    const ofRoot = { readOnly: true, defaultMode: 0o400 };
    expect(Object.fromEntries(mounted.filter(([, files]) => files.length > 0))).toEqual({
      digest: [{ ...ofRoot, mountPath: '/etc/salience/tools', secretName: 'salience-tools' }],
      'pulse-sensor': [{ ...ofRoot, mountPath: '/etc/salience/mail', secretName: 'salience-mail' }],
    });
  });

  it('lets apps reach a pooler and the server behind it, and others at the ports that are named', () => {
    const ports = (name: string) =>
      of('NetworkPolicy')
        .find(({ metadata }) => metadata.name === name)
        ?.spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(ports('salience')).toEqual([53, 53, 6432, 5432, 4318, 6379]);
    expect(ports('salience-outside')).toEqual([443, 80, 465, 587, 993, 8080]);
  });
});

describe('the address of the server behind a pooler', () => {
  const direct = (one: Manifest) =>
    one.spec.template.spec.containers[0].env.find(({ name }) => name === 'DATABASE_DIRECT_URL')?.valueFrom
      ?.secretKeyRef;
  const migration = (set: string) => manifestsOf(set).find(({ kind }) => kind === 'Job') as Manifest;

  it('is given to each app, with its own role, where queues are in Postgres', () => {
    for (const one of deploymentsOf(manifestsOf('postgres-alone')))
      expect(direct(one)).toEqual({ name: 'salience-database-direct', key: appOf(one) });
  });

  it('is given to no app where queues are in Redis', () => {
    expect(deploymentsOf(manifestsOf('all')).map(direct)).toEqual(appNames.map(() => undefined));
  });

  it('is given to the migration, which refuses a pooler', () => {
    const given = valueSets.map((set) => [set, direct(migration(set))]);
    const own = { name: 'salience-database-direct', key: 'migrator' };
    expect(Object.fromEntries(given)).toEqual({ all: own, 'postgres-alone': own, minimal: undefined });
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
