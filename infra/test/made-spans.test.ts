import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  documentedSpans,
  isLike,
  isOf,
  mayCarry,
  traceQueries,
} from '../../test/support/documented-spans.ts';
import { madeSpans } from '../../test/support/made-spans.ts';
import { root } from './compose-file.ts';

const documented = documentedSpans();

/** Every span that some test receives from a real process, with what it carries. */
const made = Object.entries(madeSpans).flatMap(([file, spans]) =>
  Object.entries(spans).map(([id, keys]) => {
    const [service = '', ...name] = id.split(' ');
    return { file, service, name: name.join(' '), keys };
  }),
);

describe('the spans of docs/telemetry.md', () => {
  it.each(documented.spans)('$app sends $name: a test receives it', (row) => {
    expect(made.filter((span) => isOf(row, span)).length).toBeGreaterThan(0);
  });

  const ours = [...documented.attributes].filter(([key]) => key.startsWith('salience.'));
  it.each(ours.flatMap(([key, on]) => on.map((name) => ({ key, name }))))(
    '$name carries $key: a test receives it',
    ({ key, name }) => {
      expect(
        made.filter((span) => isLike(name, span.name) && span.keys.includes(key)).length,
      ).toBeGreaterThan(0);
    },
  );

  it('say for each attribute of ours on which spans it is', () => {
    expect(ours.filter(([, on]) => on.length === 0)).toEqual([]);
  });

  it('are all that tests receive', () => {
    const unknown = made.flatMap((span) => [
      ...(documented.spans.some((row) => isOf(row, span)) ? [] : [`${span.service} ${span.name}`]),
      ...span.keys.filter((key) => !mayCarry(documented, span.name, key)).map((key) => `${span.name} ${key}`),
    ]);
    expect(unknown).toEqual([]);
  });
});

describe('the tests that receive spans', () => {
  it.each(Object.keys(madeSpans))('%s checks what is relied upon, and that all is documented', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).toContain(`unmade('${file}', `);
    expect(text).toMatch(/expect\(undocumented\(.+\)\)\.toEqual\(\[\]\)/);
  });
});

describe('the dashboards', () => {
  const queries = traceQueries();

  it('ask for traces at all', () => {
    expect(queries.length).toBeGreaterThanOrEqual(9);
  });

  it.each(queries)('$at finds spans that are really sent, by what they carry', ({ keys, names }) => {
    // Each word by itself: one that never matches is hidden by the others.
    for (const name of names) {
      const found = made.filter((span) => name.test(span.name));
      expect(found.length, String(name)).toBeGreaterThan(0);
      for (const key of keys)
        expect(
          found.some((span) => span.keys.includes(key)),
          `${String(name)} with ${key}`,
        ).toBe(true);
    }
  });
});
