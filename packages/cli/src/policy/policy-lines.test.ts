import { stripVTControlCharacters } from 'node:util';
import { policyChangeViewSchema } from '@salience/contracts';
import { expect, test } from 'vitest';
import { changeLines } from './policy-lines.ts';

const at = '2030-01-01T12:00:00Z';
const change = {
  change_id: `chg_${'0'.repeat(31)}1`,
  policy: 'fleet',
  action: 'revert',
  version: 4,
  parent_version: 3,
  parameter: 'clarify.base',
  value_before: 0.24,
  value_after: 0.22,
  pressure: null,
  estimate: null,
  measured: null,
  adopted_at: null,
  cause: 'what was said since speaks against it',
  at,
};
const lines = (more: object) =>
  changeLines(policyChangeViewSchema.parse({ ...change, ...more }), 'UTC').map(stripVTControlCharacters);

test('a change says what, why, and nothing of what is not known', () => {
  expect(lines({})).toEqual([
    'taken back  version 3 -> 4  clarify.base 0.24 -> 0.22  Tuesday 2030-01-01 12:00 (UTC)',
    '  why       what was said since speaks against it',
  ]);
  expect(lines({ action: 'pin', parameter: null, parent_version: 4 })[0]).toMatch(
    /^pinned {2}version 4 {2}Tue/,
  );
});

test.each([
  [
    { verdict: 'worse', effect: { mean: 0.2, lower: 0.1, upper: 0.3 } },
    'worse: cost of a decision +0.2 (+0.1 to +0.3)',
  ],
  // Bounds of too few decisions are no numbers: the estimate on newer decisions says more, and where it has none either, that is said.
  [
    {
      verdict: 'worse',
      effect: { mean: 0, lower: null, upper: null },
      fresh: { mean: 0.1, lower: 0, upper: 0.2 },
    },
    'worse: cost of a decision +0.1 (0 to +0.2)',
  ],
  [{ effect: { mean: 0.1, lower: null, upper: null } }, 'cost of a decision +0.1, too few to be sure'],
  [{ of: { days: 3 }, why: 'because' }, 'of.days: 3, why: because'],
])('what it did is told by what there is of %o', (measured, words) => {
  expect(lines({ measured })).toContain(`  did       ${words}`);
});
