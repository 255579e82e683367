// Many made-up lives in which somebody is only spoken about, read by the rules that forget a person.
// `node test/long/forget-people.ts [--lives 5000] [--lines 120] [--seed 1]` prints one line of JSON: turns about the person that would be left,
// and other turns that would be lost. Exit 1 when one is left or more than 2 % are lost.
import { parseArgs } from 'node:util';
import { measureForgetting } from '@salience/testing/people';
import { printReport } from '@salience/testing/load';

const { values } = parseArgs({
  options: {
    lives: { type: 'string', default: '5000' },
    lines: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
  },
});

/** Share of the turns about something else that may go. */
const lostMax = 0.02;

function count(name: 'lives' | 'lines' | 'seed'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a count above 0, got "${values[name]}"`);
}

await printReport(
  async () => ({
    bench: 'forget-people',
    ...measureForgetting({ lives: count('lives'), lines: count('lines'), seed: count('seed') }),
  }),
  ({ lost, missed, rest }) => missed.length === 0 && lost.length / rest <= lostMax,
);
