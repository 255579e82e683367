import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables as cognitiveDrift } from '../apps/cognitive-drift/src/env.ts';
import { variables as consumer } from '../apps/consumer/src/env.ts';
import { variables as digest } from '../apps/digest/src/env.ts';
import { variables as episodic } from '../apps/episodic/src/env.ts';
import { variables as memoryChunker } from '../apps/memory-chunker/src/env.ts';
import { variables as pulseSensor } from '../apps/pulse-sensor/src/env.ts';
import { variables as routingRegulator } from '../apps/routing-regulator/src/env.ts';
import { variables as scheduler } from '../apps/scheduler/src/env.ts';
import type { AppName } from '../packages/contracts/src/index.ts';
import { modelEnvNames } from '../packages/adapters/llm/src/index.ts';
import { interpolatedNames } from '../infra/test/compose-file.ts';
import { newestRelease, promises } from '../packages/testing/src/index.ts';

const root = join(import.meta.dirname, '..');

/** The lines of .env.example that name a variable, with their values. */
const example = new Map(
  readFileSync(join(root, '.env.example'), 'utf8')
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => [match[1] as string, match[2] as string]),
);

interface VariableSchema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

/** What each app reads; an app that is missing here does not compile. */
const shapes: Record<AppName, Record<string, VariableSchema>> = {
  consumer,
  digest,
  'memory-chunker': memoryChunker,
  episodic,
  'cognitive-drift': cognitiveDrift,
  'routing-regulator': routingRegulator,
  scheduler,
  'pulse-sensor': pulseSensor,
};

/** What the command line reads stands as literals in its own env.ts. */
const commandLine = [
  ...readFileSync(join(root, 'packages/supervisor/src/env.ts'), 'utf8').matchAll(
    /(?:given\(|source\.|process\.env\.)'?([A-Z][A-Z0-9_]+)/g,
  ),
]
  .map((match) => match[1] as string)
  .filter((name) => name !== 'PATH' && !name.endsWith('_'));

describe('.env.example', () => {
  it('names every variable that something reads, and no other', () => {
    const read = new Set([
      ...Object.values(shapes).flatMap((variables) => Object.keys(variables)),
      ...modelEnvNames,
      ...commandLine,
      ...interpolatedNames(),
    ]);
    expect([...example.keys()].sort()).toEqual([...read].sort());
  });

  it('names each once', () => {
    const names = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(
      (match) => match[1],
    );
    expect(names).toHaveLength(new Set(names).size);
  });

  it('still names every variable of the newest release: a setting that was made stays made', () => {
    const names = [...example.keys()].toSorted();
    if (promises('settings.json', () => `${JSON.stringify(names, undefined, 1)}\n`)) return;
    const released = JSON.parse(newestRelease().read('settings.json')) as string[];
    expect(released.filter((name) => !example.has(name))).toEqual([]);
  });

  // A default that differs between apps, or none at all, is shown as empty and told in words.
  const shownDefaults = Object.entries(shapes).flatMap(([app, variables]) =>
    Object.entries(variables)
      .map(([name, schema]) => ({ app, name, schema, shown: example.get(name) ?? '' }))
      .filter(({ shown }) => shown !== ''),
  );
  it.each(shownDefaults)('shows the default of $name as $app has it', ({ schema, shown }) => {
    expect(schema.safeParse(undefined)).toEqual(schema.safeParse(shown));
  });
});
