import { testDatabase } from '@salience/testing';
import { expect, it } from 'vitest';
import { pablo } from '../lives/pablo.ts';
import { goodHabits } from '../src/lives/habits.ts';
import { live } from '../src/lives/live.ts';
import { measure } from '../src/lives/measure.ts';

const database = await testDatabase();

it('lives the first turns through the real processes, and knows every request that they make', async () => {
  // An introduction, an appointment, a reminder in another language and one past midnight of the machine, which comes due.
  const turns = 5;
  const lived = await live(pablo, database, goodHabits, { turns });
  const figures = measure(pablo, lived, { counted: undefined, invented: [] });
  expect(lived.troubles).toEqual([]);
  expect(figures.violations).toEqual([]);
  expect(figures.ends).toEqual([]);
  expect(lived.lived.map(({ key }) => key)).toEqual(pablo.turns.slice(0, turns).map(({ key }) => key));
  expect(figures.unscripted).toBe(0);
  expect(Object.keys(figures.roles)).toEqual(expect.arrayContaining(['stretch', 'plan', 'remind']));
  // Each reply is the one of the script, so the model was asked about the right message.
  for (const { key, reply } of lived.lived) {
    const wanted = pablo.turns.find((turn) => turn.key === key)?.reply ?? 'none';
    expect(reply).toContain(wanted);
  }
  const due = lived.reminders.map(({ dueAt, state, text }) => [text, dueAt.toISOString(), state]);
  expect(due).toEqual([
    ['sacar la basura', '2028-11-21T10:30:00.000Z', 'fired'],
    ['den Leim bei Don Evaristo bestellen', '2028-11-21T12:00:00.000Z', 'cancelled'],
    ['den Leim bei Don Evaristo bestellen', '2028-11-24T13:00:00.000Z', 'pending'],
  ]);
  // Most of what was said is in memory; how much is refused is for the whole life to say.
  expect(figures.items.right).toBeGreaterThan(20);
  expect(figures.items.refused).toBeLessThan(figures.items.right / 4);
  expect(figures.missing).toEqual([]);
}, 60_000);
