import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder, until } from '@salience/testing';
import { readRun } from '../src/home/run-file.ts';
import { keptSecrets } from '../src/home/state-file.ts';
import { foundInMemory, processesBelow } from './processes.ts';

// The real thing: the built command line with its stores and the eight built apps, as a shell with secrets starts it.
const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const linux = process.platform === 'linux';

const given = {
  OPENAI_API_KEY: 'canary-of-the-model-key-1f5b',
  SALIENCE_OPERATOR_KEY: 'canary-of-the-operator-key-8c2d',
  SALIENCE_API_KEY: 'canary-of-an-agent-key-77aa',
  DEPLOY_TOKEN: 'canary-of-something-else-e0e1',
};

const key = [given.OPENAI_API_KEY];

/**
 * Which process holds which of them. Those that call models hold their key, and nobody what is nobody's: neither the operator's key nor
 * what else was set. Only with a process for each app has what faces the network none of it: in `reply`, consumer and digest share a memory.
 */
const holders = {
  shared: { reply: key, background: key },
  each: {
    digest: key,
    'memory-chunker': key,
    episodic: key,
    'cognitive-drift': key,
    consumer: [],
    'routing-regulator': key,
    scheduler: [],
    'pulse-sensor': [],
  },
};

describe.each(['shared', 'each'] as const)('with processes: %s', (layout) => {
  let folder: string;
  let home: string;
  let supervisor: ChildProcess;
  let said = '';

  beforeAll(async () => {
    said = '';
    folder = scratchFolder('up-secrets');
    home = join(folder, 'home');
    const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
    const redis = env['SALIENCE_TEST_REDIS_SERVER'];
    const stores =
      redis === undefined
        ? { SALIENCE_QUEUES: 'postgres' }
        : { SALIENCE_QUEUES: 'redis', REDIS_SERVER_PATH: redis };
    const model = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', SALIENCE_MODEL: 'openai:nobody-asks-it' };
    // In the foreground: what it starts could inherit the shell's secrets from it.
    supervisor = spawn(
      process.execPath,
      [PROGRAM, 'up', '--no-chat', '--processes', layout, '--home', home, '--port', `${await freePort()}`],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...env, ...given, ...model, ...stores } },
    );
    supervisor.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    await until(() => readRun(join(home, 'run.json'))?.ready === true || supervisor.exitCode !== null, {
      what: 'the start',
      timeoutMs: 90_000,
    });
    expect(supervisor.exitCode, said).toBe(null);
  }, 120_000);

  afterAll(async () => {
    const ended = once(supervisor, 'exit');
    supervisor.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  function secrets(): Record<string, string> {
    const passwords = keptSecrets(join(home, 'state.json'));
    expect(passwords.length).toBeGreaterThan(8);
    const superuser = readFileSync(join(home, 'postgres', 'superuser.password'), 'utf8').trim();
    return { ...given, superuser, ...Object.fromEntries(passwords.map((one, n) => [`password ${n}`, one])) };
  }

  test.runIf(linux)(
    'threat: no process of a running Salience shows a secret in its environment or its arguments',
    () => {
      const seen = processesBelow(supervisor.pid ?? 0);
      expect(seen.length).toBeGreaterThan(10);
      const shown = seen.flatMap(({ commandLine, environment }) =>
        Object.entries(secrets())
          .filter(([, secret]) => `${commandLine} ${environment}`.includes(secret))
          .map(([name]) => `${name} in ${commandLine}`),
      );
      expect(shown).toEqual([]);
    },
  );

  test.runIf(linux)(
    'threat: no process was told a key that none of its apps uses',
    () => {
      const apps = readRun(join(home, 'run.json'))?.processes ?? [];
      const held = apps.map(({ name, pid }) => [name, foundInMemory(pid, Object.values(given))]);
      expect(Object.fromEntries(held)).toEqual(holders[layout]);
    },
    120_000,
  );
});
