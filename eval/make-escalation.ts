/**
 * Writes a made-up month of signals with hidden wishes and feedback, as `salience eval escalation` reads it.
 * Usage: node make-escalation.ts --seed N --out FILE
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeMonth } from './src/escalation/make-month.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, out: { type: 'string' } } });
const seed = Number(values.seed);
if (!Number.isInteger(seed) || values.out === undefined)
  throw new Error('Expected --seed N, a whole number, and --out FILE.');
const { about, rows } = makeMonth(seed);
writeFileSync(values.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
process.stderr.write(`${rows.length} lines; wanted: ${about}\n`);
