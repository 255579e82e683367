import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  attributeKeys,
  conventionMetricNames,
  conventions,
  eventNames,
  logFields,
  metricNames,
  spanNames,
} from '../src/index.ts';

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

/** Words of the page that look like metrics and are not: a value of a variable. */
const ours = new Set(['gen_ai_latest_experimental']);

describe('docs/telemetry.md', () => {
  it.each([
    ['Spans', spans],
    ['Attributes', Object.values(attributeKeys)],
    ['Metrics', Object.values(metricNames)],
    ["The conventions' metrics", Object.values(conventionMetricNames)],
    ['Log fields', Object.values(logFields)],
  ])('%s: the table and the constants name the same things', (heading, names) => {
    expect(documented(heading)).toEqual([...names].toSorted());
  });

  it('names the release of the conventions that the names are pinned to', () => {
    expect(new Set(Object.values(conventions)).size).toBe(1);
    expect(page).toContain(`semantic conventions ${conventions.messaging}`);
  });

  it('lists the line of every wide event', () => {
    const section = page.split(/^## /m).find((part) => part.startsWith('Events\n')) ?? '';
    for (const name of Object.values(eventNames)) expect(section).toContain(`\`${name}\``);
  });

  it('alarms on nothing that is not measured', () => {
    const known = new Set<string>(Object.values({ ...metricNames, ...conventionMetricNames }));
    const named = [...page.matchAll(/\b(?:salience|messaging|gen_ai)_[a-z_]+\b/g)].map((match) => match[0]);
    expect(named.filter((name) => !known.has(name) && !ours.has(name))).toEqual([]);
  });

  it('names nothing that no code sets', () => {
    const root = new URL('../../../../', import.meta.url);
    const code = ['apps', 'packages']
      .flatMap((folder) =>
        globSync(`${folder}/**/src/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] }),
      )
      .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('telemetry/src/names.ts'))
      .map((file) => readFileSync(new URL(file, root), 'utf8'))
      .join('\n');
    const unset = (object: string, names: object) =>
      Object.keys(names).filter((key) => !new RegExp(`\\b(?:${object})\\.${key}\\b`).test(code));
    expect(unset('attributeKeys', attributeKeys)).toEqual([]);
    expect(unset('spanNames', spanNames)).toEqual([]);
    expect(unset('metrics|metricNames|Metrics', metricNames)).toEqual([]);
  });

  it('builds span names with as many functions as the table has patterns', () => {
    const builders = Object.values(spanNames).filter((name) => typeof name === 'function');
    expect(builders).toHaveLength(documented('Spans').filter((name) => name.includes('{')).length);
  });
});
