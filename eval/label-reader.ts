/**
 * What the reader of reactions makes of follow-ups that were labelled by hand before it was written.
 *
 *   node eval/label-reader.ts --labels eval/labels/follow-ups.jsonl --data FOLDER [--rows]
 *
 * Prints one JSON document: precision and recall with 95 % intervals over all rows, those drawn at random, those drawn by signs, and those of
 * which the labeller was sure; by kind and by set. `--rows` adds the rows that were read otherwise than labelled, by ids, never by text.
 */
import { parseArgs } from 'node:util';
import { readReaction } from '@salience/reactions';
import { followUpOf, type LabelledRow, readTexts } from './src/labels/follow-up-rows.ts';
import { figuresByKind, figuresOf } from './src/labels/label-figures.ts';
import { readJsonLines } from './src/memory/rows.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    data: { type: 'string' },
    rows: { type: 'boolean', default: false },
  },
});
if (values.labels === undefined || values.data === undefined) {
  process.stderr.write('usage: node eval/label-reader.ts --labels FILE --data FOLDER [--rows]\n');
  process.exit(2);
}
const texts = readTexts(values.data);
const read = readJsonLines<LabelledRow>(values.labels).map((row) => ({
  row,
  read: readReaction(followUpOf(row, texts)),
}));
const sets = Map.groupBy(read, ({ row }) => row.set);
const differing = read
  .filter((one) => (one.read?.kind ?? null) !== one.row.kind)
  .map(({ row, read: label }) => ({ ...row, read: label }));
process.stdout.write(
  `${JSON.stringify({
    all: figuresOf(read),
    random: figuresOf(read.filter(({ row }) => row.sampled === 'random')),
    signs: figuresOf(read.filter(({ row }) => row.sampled === 'signs')),
    sure: figuresOf(read.filter(({ row }) => row.sure >= 0.6)),
    byKind: figuresByKind(read),
    bySet: Object.fromEntries([...sets].map(([set, rows]) => [set, figuresOf(rows)])),
    ...(values.rows ? { differing } : {}),
  })}\n`,
);
