import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { interpolated, readEnvText, root } from '../infra/test/compose-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-supply-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program of this name that comes first on the path, and the environment that has it there. */
function withProgram(name: string, script: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
  return { ...process.env, PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) };
}

/** A file of the repository, or the same at its place below `folder`. */
const text = (path: string, below = root) => readFileSync(join(below, path), 'utf8');

describe('the package manager', () => {
  /** A checkout whose package.json pins a package with these bytes, and a registry that gives others. */
  function checkout(pinned: string, given: string): { env: NodeJS.ProcessEnv } {
    for (const file of ['repository.mjs', 'package-manager.mjs']) {
      mkdirSync(join(folder, 'scripts/set-up'), { recursive: true });
      copyFileSync(join(root, 'scripts/set-up', file), join(folder, 'scripts/set-up', file));
    }
    const hash = createHash('sha512').update(pinned).digest('hex');
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ packageManager: `pnpm@1.2.3+sha512.${hash}` }),
    );
    // npm pack <spec> --pack-destination <folder>
    return {
      env: withProgram('npm', `[ "$2" = pnpm@1.2.3 ] && printf '%s' '${given}' > "$4/pnpm-1.2.3.tgz"`),
    };
  }
  const fetchedIn = (env: NodeJS.ProcessEnv) =>
    spawnSync(
      process.execPath,
      [join(folder, 'scripts/set-up/package-manager.mjs'), join(folder, 'fetched')],
      { env, encoding: 'utf8' },
    );

  it('threat: one that is not the pinned one, byte for byte, is not there to be run', () => {
    const { env } = checkout('ours', 'theirs');
    const ran = fetchedIn(env);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain('Expected pnpm@1.2.3 with the sha512 hash of package.json');
    expect(existsSync(join(folder, 'fetched/pnpm-1.2.3.tgz'))).toBe(false);
  });

  it('is taken where its bytes are the pinned ones', () => {
    const { env } = checkout('ours', 'ours');
    const ran = fetchedIn(env);
    expect([ran.stderr, ran.stdout.trim()]).toEqual(['', join(folder, 'fetched/pnpm-1.2.3.tgz')]);
  });

  it('is the one of package.json wherever it is brought: by the start scripts, and in the images', () => {
    const ways = [text('scripts/bootstrap.mjs'), text('infra/image/Dockerfile')];
    for (const way of ways) {
      expect(way).toMatch(/fetchPackageManager|package-manager\.mjs/);
      expect(way).not.toMatch(/pnpm@\d/);
    }
  });
});

describe('a new version of a package', () => {
  it('threat: is not taken in the days in which most bad ones are found out', () => {
    const settings = parse(text('pnpm-workspace.yaml')) as Record<string, unknown>;
    expect(settings['minimumReleaseAge']).toBeGreaterThanOrEqual(3 * 24 * 60);
    expect(settings['minimumReleaseAgeExclude']).toBeUndefined();
  });
});

describe('the command line', () => {
  it('threat: the way it is called everywhere runs what is installed here, or nothing', () => {
    // What else is on the path, and would fetch: it leaves a mark if it is asked.
    const asked = join(folder, 'asked');
    for (const name of ['npm', 'npx', 'pnpm', 'salience']) withProgram(name, `echo ${name} >> ${asked}`);
    const ran = spawnSync(
      join(root, process.platform === 'win32' ? 'salience.cmd' : 'salience'),
      ['--help'],
      {
        cwd: folder,
        env: withProgram('curl', `echo curl >> ${asked}`),
        encoding: 'utf8',
      },
    );
    expect(ran.stdout).toContain('./salience');
    expect([ran.status, existsSync(asked)]).toEqual([0, false]);
  });
});

describe('images', () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  /** Runs the script in a folder with what it reads. */
  function pin(docker: string, ...args: string[]) {
    for (const file of ['docker-compose.yml', 'infra/image/Dockerfile', 'infra/pin-images.sh']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
    if (!existsSync(join(folder, '.env'))) copyFileSync(join(root, '.env.example'), join(folder, '.env'));
    const env = withProgram('docker', docker);
    return spawnSync('sh', [join(folder, 'infra/pin-images.sh'), ...args, folder], { env, encoding: 'utf8' });
  }

  it('threat: once pinned, every image of somebody else is taken by its digest', () => {
    const before = pin('exit 9', '--check');
    expect(before.status).toBe(1);
    expect(before.stdout.trim().split('\n')).toHaveLength(9);
    const ran = pin(`echo ${digest}`);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const env = readEnvText(text('.env', folder));
    const given = Object.fromEntries(
      Object.entries(env).filter(([name, value]) => name.startsWith('SALIENCE_PIN_') || value !== ''),
    );
    const { services } = interpolated(
      new Proxy(given, { get: (of, name: string) => of[name] ?? passwordFor(name) }),
    );
    const theirs = Object.values(services).filter(({ build }) => build === undefined);
    for (const { image } of theirs) expect(image).toMatch(/:v?\d[^@]*@sha256:[0-9a-f]{64}$/);
    const ours = Object.values(services).flatMap(({ build }) => build?.args['NODE_PIN'] ?? []);
    expect([theirs.length > 5, new Set(ours)]).toEqual([true, new Set([`@${digest}`])]);
    expect(text('infra/image/Dockerfile').match(/^FROM \$\{NODE\}\$\{NODE_PIN\}/gm)).toHaveLength(2);
    expect(pin('exit 9', '--check').status).toBe(0);
  });

  it('are not pinned by an answer that is no digest', () => {
    const ran = pin('echo moved permanently');
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('Expected a digest of');
    expect(text('.env', folder)).toMatch(/^SALIENCE_PIN_REDIS=$/m);
  });
});

/** What compose needs to be set, and what may be left to its default. */
function passwordFor(name: string): string {
  return /PASSWORD/.test(name) ? 'x' : '';
}
