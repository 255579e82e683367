import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelEnvNames } from '../packages/adapters/llm/src/index.ts';

const root = join(import.meta.dirname, '..');

/** The lines of .env.example that name a variable, with their values. */
const example = new Map(
  readFileSync(join(root, '.env.example'), 'utf8')
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => [match[1] as string, match[2] as string]),
);

const apps = readdirSync(join(root, 'apps'));
const shapes = await Promise.all(
  apps.map(async (app) => {
    const module = (await import(join(root, 'apps', app, 'src/env.ts'))) as {
      variables: Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>;
    };
    return { app, variables: module.variables };
  }),
);

/** What the command line reads stands as literals in its own env.ts. */
const commandLine = [
  ...readFileSync(join(root, 'packages/cli/src/env.ts'), 'utf8').matchAll(
    /(?:given\(|source\.|process\.env\.)'?([A-Z][A-Z0-9_]+)/g,
  ),
]
  .map((match) => match[1] as string)
  .filter((name) => name !== 'PATH' && !name.endsWith('_'));

describe('.env.example', () => {
  it('names every variable that something reads, and no other', () => {
    const read = new Set([
      ...shapes.flatMap(({ variables }) => Object.keys(variables)),
      ...modelEnvNames,
      ...commandLine,
    ]);
    expect([...example.keys()].sort()).toEqual([...read].sort());
  });

  it('names each once', () => {
    const names = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(
      (match) => match[1],
    );
    expect(names).toHaveLength(new Set(names).size);
  });

  // A default that differs between apps, or none at all, is shown as empty and told in words.
  const shownDefaults = shapes.flatMap(({ app, variables }) =>
    Object.entries(variables)
      .map(([name, schema]) => ({ app, name, schema, shown: example.get(name) ?? '' }))
      .filter(({ shown }) => shown !== ''),
  );
  it.each(shownDefaults)('shows the default of $name as $app has it', ({ schema, shown }) => {
    expect(schema.safeParse(undefined)).toEqual(schema.safeParse(shown));
  });
});
