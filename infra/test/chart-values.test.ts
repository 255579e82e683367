import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { appNames } from '../../packages/contracts/src/index.ts';
import { chartFolder, valueSets } from '../helm/render.mjs';
import { appVariables } from './app-variables.ts';
import { chartData } from './chart.ts';
import { root } from './compose-file.ts';

/** Variables that hold a credential: by how they end, or an address with a password in it. Those of models can be asked without one. */
const holdsCredential = (name: string): boolean =>
  /(KEY|PASSWORD|SECRET|TOKEN|_ENV|_URL)$/.test(name) && !/^(OPENAI|ANTHROPIC|OLLAMA)_BASE_URL$/.test(name);

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
    ['a password stands in an address', { env: { OPENAI_BASE_URL: 'https://ana:pa55@models.example/v1' } }],
    [
      'a file takes the place of the program',
      { apps: { digest: { files: [{ secret: 'a', mountPath: '/app' }] } } },
    ],
    [
      'a file has a place that is none',
      { apps: { digest: { files: [{ secret: 'a', mountPath: 'tools' }] } } },
    ],
    ['files are of no secret', { apps: { digest: { files: [{ mountPath: '/etc/salience' }] } } }],
    [
      'a value stands where a secret is named',
      { apps: { scheduler: { secrets: ['SALIENCE_SMTP_URL=smtp://a'] } } },
    ],
    ['nobody may be reached', { networkPolicies: { outsidePorts: [] } }],
  ])('are refused where %s', (_, more) => {
    expect(isValid(withValues(more))).toBe(false);
  });

  it.each(appNames)('take of %s all variables but those that hold credentials, for it and for all', (app) => {
    const names = appVariables[app];
    const taken = (env: (name: string) => Record<string, unknown>) =>
      names.filter((name) => isValid(withValues(env(name))));
    const harmless = names.filter((name) => !holdsCredential(name));
    expect(harmless.length).toBeLessThan(names.length);
    expect(taken((name) => ({ apps: { [app]: { env: { [name]: 'x' } } } }))).toEqual(harmless);
    expect(taken((name) => ({ env: { [name]: 'x' } }))).toEqual(harmless);
  });

  it('know which variables hold credentials', () => {
    const all = [...new Set(appNames.flatMap((app) => appVariables[app]))];
    expect(all.filter(holdsCredential).sort()).toEqual([
      'ANTHROPIC_API_KEY',
      'DATABASE_DIRECT_URL',
      'DATABASE_URL',
      'OPENAI_API_KEY',
      'REDIS_URL',
      'SALIENCE_MAIL_ENV',
      'SALIENCE_PERSON_TOKEN',
      'SALIENCE_SKILL_ENV',
      'SALIENCE_SMTP_URL',
    ]);
  });

  it('take addresses and senders without a password', () => {
    const env = {
      OPENAI_BASE_URL: 'https://models.example/v1?for=@ana',
      SALIENCE_MAIL_FROM: 'Salience <salience@example.org>',
      SALIENCE_DB_POOL: 4,
    };
    expect([isValid(withValues({ env })), isValid.errors]).toEqual([true, null]);
  });

  it('are held to patterns that Helm’s validator reads: it knows neither looking around nor back', () => {
    const patterns = [...JSON.stringify(schema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /\(\?[=!<]|\\[1-9]/.test(pattern))).toEqual([]);
  });
});
