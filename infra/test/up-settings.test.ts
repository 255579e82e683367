import { describe, expect, it } from 'vitest';
import { type AppName, appNames } from '../../packages/contracts/src/index.ts';
import { homeAt } from '../../packages/supervisor/src/home/home.ts';
import { processSpecs } from '../../packages/supervisor/src/up/process-specs.ts';
import { appVariables } from './app-variables.ts';
import { composeFile } from './compose-file.ts';

const compose = composeFile();

/** A shell in which everything is set that any app reads, and more that is none of theirs. */
const shell = Object.fromEntries(
  [
    ...new Set(Object.values(appVariables).flat()),
    'SALIENCE_OPERATOR_KEY',
    'SALIENCE_API_KEY',
    'SALIENCE_PASSWORD_DIGEST',
    'SALIENCE_MCP_CONFIG',
    'DEPLOY_TOKEN',
    'PATH',
    'HOME',
  ].map((name) => [name, `the shell's ${name}`]),
);
shell['HTTPS_PROXY'] = 'http://me:a-password@proxy.test';
shell['HTTP_PROXY'] = 'http://proxy.test';

const specs = (layout: 'shared' | 'each') =>
  processSpecs(layout, {
    home: homeAt('home'),
    host: '127.0.0.1',
    port: 3300,
    settings: shell,
    personToken: 'pt_test',
    settingsFile: '.env',
    urlFor: (role) => `postgres://${role}:its-own-password@127.0.0.1:5432/salience`,
    directUrlFor: (role) => `postgres://${role}:its-own-password@127.0.0.1:5432/salience`,
    redisUrl: 'redis://:the-password@127.0.0.1:6379',
  });

/** The process of an app, and what it is told for this app. */
function specOf(layout: 'shared' | 'each', app: AppName) {
  const found = specs(layout).flatMap((process) =>
    process.apps.filter(({ name }) => name === app).map(({ settings }) => ({ process, settings })),
  );
  expect(found).toHaveLength(1);
  return found[0] as (typeof found)[number];
}

/** Names of variables that hold a secret, or an address with one. */
const secretIn = (names: readonly string[]): string[] =>
  names.filter((name) => /KEY(?!S)|PASSWORD|SECRET|TOKEN$|URL$|ENDPOINT$|MCP_CONFIG$/.test(name)).sort();

describe.each(['shared', 'each'] as const)('an app under `salience up --processes %s`', (layout) => {
  it.each(appNames)('%s has the secrets that docker-compose.yml gives it, and no other', (app) => {
    // The token of the person of this machine is made by `up`: under compose people have keys of agents.
    const { SALIENCE_PERSON_TOKEN: _token, ...settings } = specOf(layout, app).settings;
    const given = secretIn(Object.keys(settings));
    expect(given).toEqual(secretIn(Object.keys(compose.services[app]?.environment ?? {})));
    expect(given).toContain('DATABASE_URL');
  });

  it.each(appNames)('%s is told every variable that it reads, and none that it does not', (app) => {
    const byTheSupervisor = ['SALIENCE_HEALTH_PORT', 'SALIENCE_SETTINGS_FD'];
    expect([...Object.keys(specOf(layout, app).settings), ...byTheSupervisor].sort()).toEqual(
      [...appVariables[app]].sort(),
    );
  });

  it.each(appNames)('%s has nothing of it in its environment, and its own role in its address', (app) => {
    const { process, settings } = specOf(layout, app);
    expect(process.env).toEqual({
      PATH: "the shell's PATH",
      HOME: "the shell's HOME",
      HTTP_PROXY: 'http://proxy.test',
    });
    const role = `salience_${app.replaceAll('-', '_')}`;
    expect(settings['DATABASE_URL']).toContain(`//${role}:its-own-password@`);
    expect(process.args.join(' ')).not.toMatch(/password|shell's/);
  });
});
