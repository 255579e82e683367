import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { attributeKeys, logFields, metricNames, spanNames } from '../src/index.ts';

const page = readFileSync(new URL('../../../../docs/telemetry.md', import.meta.url), 'utf8');

/** The first column of the table under a heading. */
function documented(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '').toSorted();
}

const spans = [
  spanNames.httpServer('{method}', '{route}'),
  spanNames.send('{queue}'),
  spanNames.process('{queue}'),
  spanNames.chat('{model}'),
  ...Object.values(spanNames).filter((name) => typeof name === 'string'),
];

describe('docs/telemetry.md', () => {
  it.each([
    ['Spans', spans],
    ['Attributes', Object.values(attributeKeys)],
    ['Metrics', Object.values(metricNames)],
    ['Log fields', Object.values(logFields)],
  ])('%s: the table and the constants name the same things', (heading, names) => {
    expect(documented(heading)).toEqual([...names].toSorted());
  });

  it('builds span names with as many functions as the table has patterns', () => {
    const builders = Object.values(spanNames).filter((name) => typeof name === 'function');
    expect(builders).toHaveLength(documented('Spans').filter((name) => name.includes('{')).length);
  });
});
