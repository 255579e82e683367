import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder } from '@salience/testing';
import { readRun } from '../src/home/run-file.ts';
import { keptSecrets } from '../src/home/state-file.ts';
import { holdsInMemory, processesFrom } from './processes.ts';

// The real thing: the built command line with its stores and the eight built apps, as a shell with secrets starts it.
const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const linux = process.platform === 'linux';

const given = {
  OPENAI_API_KEY: 'canary-of-the-model-key-1f5b',
  SALIENCE_OPERATOR_KEY: 'canary-of-the-operator-key-8c2d',
  SALIENCE_API_KEY: 'canary-of-an-agent-key-77aa',
  DEPLOY_TOKEN: 'canary-of-something-else-e0e1',
};

let folder: string;
let home: string;

/** Runs a command of the real command line to its end, in a shell where these variables are set. */
async function salience(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, '--home', home, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([code, said]).toEqual([0, said]);
}

beforeAll(async () => {
  folder = scratchFolder('up-secrets');
  home = join(folder, 'home');
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const redis = env['SALIENCE_TEST_REDIS_SERVER'];
  const stores =
    redis === undefined
      ? { SALIENCE_QUEUES: 'postgres' }
      : { SALIENCE_QUEUES: 'redis', REDIS_SERVER_PATH: redis };
  const model = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', SALIENCE_MODEL: 'openai:nobody-asks-it' };
  await salience(['up', '--detach', '--port', `${await freePort()}`], {
    ...env,
    ...given,
    ...model,
    ...stores,
  });
}, 120_000);

afterAll(async () => {
  await salience(['down'], process.env);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function supervisor(): number {
  return readRun(join(home, 'run.json'))?.pid ?? 0;
}

function secrets(): Record<string, string> {
  const passwords = keptSecrets(join(home, 'state.json'));
  expect(passwords.length).toBeGreaterThan(8);
  const superuser = readFileSync(join(home, 'postgres', 'superuser.password'), 'utf8').trim();
  return { ...given, superuser, ...Object.fromEntries(passwords.map((one, n) => [`password ${n}`, one])) };
}

test.runIf(linux)(
  'threat: no process of a running Salience shows a secret in its environment or its arguments',
  () => {
    const seen = processesFrom(supervisor());
    expect(seen.length).toBeGreaterThan(10);
    const shown = seen.flatMap(({ commandLine, environment }) =>
      Object.entries(secrets())
        .filter(([, secret]) => `${commandLine} ${environment}`.includes(secret))
        .map(([name]) => `${name} in ${commandLine}`),
    );
    expect(shown).toEqual([]);
  },
);

test.runIf(linux)('threat: what faces the network was never told the keys of models', () => {
  const pidOf = (app: string): number =>
    readRun(join(home, 'run.json'))?.processes.find(({ name }) => name === app)?.pid ?? 0;
  // What looks finds what is there.
  expect(holdsInMemory(pidOf('digest'), given.OPENAI_API_KEY)).toBe(true);
  for (const app of ['consumer', 'scheduler', 'routing-regulator', 'pulse-sensor'])
    expect([app, holdsInMemory(pidOf(app), given.OPENAI_API_KEY)]).toEqual([app, false]);
  for (const { pid, commandLine } of processesFrom(supervisor()).filter(({ pid }) => pid !== supervisor()))
    expect([commandLine, holdsInMemory(pid, given.DEPLOY_TOKEN)]).toEqual([commandLine, false]);
});
