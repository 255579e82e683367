import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { readMeasured, refuseForeign } from './measure-flags.ts';
import { topicClass } from './topic-class.ts';
import { topicSwitch } from './topic-switch.ts';

const folder = mkdtempSync(join(tmpdir(), 'salience-eval-flags-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(...rows: object[]): string {
  const file = join(folder, `${Math.random()}.jsonl`);
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return file;
}

const [train, tested] = [
  fileOf({ text: 'a', label: 'x' }),
  fileOf({ text: 'b', label: 'x' }, { text: 'c', label: 'y' }),
];

test('rows are learned from and measured apart', () => {
  const { options, rows } = readMeasured('topic-class', topicClass, { train, test: tested });
  expect(rows.map((row) => (row as { text: string }).text)).toEqual(['b', 'c']);
  expect(options.train).toMatchObject([{ text: 'a' }]);
  expect(readMeasured('topic-class', topicClass, { in: tested })).toMatchObject({
    rows: [{}, {}],
    options: {},
  });
});

test('an operating point is a share', () => {
  const dialogue = fileOf({ utterances: [{ text: 'a' }], boundary: [0] });
  const read = (threshold: string) => readMeasured('topic-switch', topicSwitch, { in: dialogue, threshold });
  expect(read('0.4').options).toEqual({ threshold: 0.4 });
  for (const wrong of ['1.2', '-1', '', 'high'])
    expect(() => read(wrong)).toThrow(/--threshold as a number from 0 to 1/);
});

test.each([
  ['no rows at all', topicClass, {}, /by --in/],
  ['rows to learn from alone', topicClass, { train }, /both --train.* and --test/],
  ['rows to measure alone', topicClass, { test: tested }, /both --train.* and --test/],
  ['three files', topicClass, { train, test: tested, in: tested }, /either --in, or --train and --test/],
  [
    'a decision that learns nothing',
    commands,
    { train, test: tested },
    /Nothing is learned from rows for x: .*--in/,
  ],
  [
    'a decision without a threshold',
    commands,
    { in: tested, threshold: '0.5' },
    /no threshold to choose for x/,
  ],
  [
    'a wrong line of one of two files',
    topicClass,
    { train: fileOf({ text: 'a' }), test: tested },
    /Line 1 of --train is no row/,
  ],
  ['a file that is not there', topicClass, { train, test: join(folder, 'none') }, /Cannot read .*by --test/],
] as const)('%s is refused', (_what, evaluator, flags, message) => {
  expect(() => readMeasured('x', evaluator, flags)).toThrow(message);
});

test('what needs everything running learns nothing from rows', () => {
  expect(() => refuseForeign('memory', { train })).toThrow(/by --turns and --queries/);
  expect(() => refuseForeign('injection', { in: 'x' })).not.toThrow();
});
