import { readFileSync } from 'node:fs';
import { type DueContext, type DueReading, loadReadDue } from '@salience/due-times';
import { expect, it } from 'vitest';

/** A reminder in our own words: when it is due, how it recurs, or that the time is to be asked. */
interface Row {
  readonly text: string;
  readonly language: NonNullable<DueContext['language']>;
  readonly now: string;
  readonly zone: string;
  readonly due?: string;
  readonly rule?: string;
  readonly first?: string;
  readonly ask?: true;
}

const rows = readFileSync(new URL('../../../times/own-reminders.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

const goldOf = ({ ask, due, first, rule }: Row): string =>
  ask === true ? 'asked' : due === undefined ? `${rule ?? ''} @ ${first ?? ''}` : due;
const readOf = (reading: DueReading): string =>
  reading.kind === 'at'
    ? reading.local
    : reading.kind === 'every'
      ? `${reading.rule} @ ${reading.first}`
      : 'asked';

it('reads at least nine in ten of our own reminders right, and at most three in a hundred wrong', async () => {
  const readDue = await loadReadDue();
  expect(rows.length).toBeGreaterThanOrEqual(100);
  expect(new Set(rows.map(({ zone }) => zone)).size).toBeGreaterThanOrEqual(6);
  const read = rows.map((row) => {
    const reading = readDue(row.text, { now: new Date(row.now), zone: row.zone, language: row.language });
    return { text: row.text, gold: goldOf(row), read: readOf(reading) };
  });
  const wrong = read.filter((one) => one.read !== one.gold && one.read !== 'asked');
  const right = read.filter((one) => one.read === one.gold);
  expect.soft(wrong.length / rows.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(0.03);
  const missed = read.filter((one) => one.read !== one.gold);
  expect.soft(right.length / rows.length, JSON.stringify(missed, null, 1)).toBeGreaterThanOrEqual(0.9);
}, 180_000);
