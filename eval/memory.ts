/**
 * Memory search against plain BM25 on the same rows. Without --ours the reference alone:
 *
 *   salience eval memory --turns TURNS --queries QUERIES --out OURS
 *   node eval/memory.ts --turns TURNS --queries QUERIES [--ours OURS]
 *
 * Rows: turns `{conv, session, turn, speaker, text, caption?}`, queries `{conv, question, category, evidence: [turn], scored}`.
 * Prints one line of JSON with every figure in per cent, by category and by conversation; with --ours the differences in points
 * with the bounds of a paired bootstrap over questions, and a table on standard error.
 */
import { parseArgs } from 'node:util';
import { compare, type Comparison, paired } from './src/memory/compare.ts';
import { answerByWords } from './src/memory/reference.ts';
import { type AnsweredQuestion, type QuestionRow, readJsonLines, type TurnRow } from './src/memory/rows.ts';

const { values } = parseArgs({
  options: { turns: { type: 'string' }, queries: { type: 'string' }, ours: { type: 'string' } },
});
if (values.turns === undefined || values.queries === undefined) {
  process.stderr.write('usage: node eval/memory.ts --turns FILE --queries FILE [--ours FILE]\n');
  process.exit(2);
}
const reference = answerByWords(
  readJsonLines<TurnRow>(values.turns),
  readJsonLines<QuestionRow>(values.queries),
);
const ours = values.ours === undefined ? reference : readJsonLines<AnsweredQuestion>(values.ours);
const pairs = paired(reference, ours);
const grouped = (key: (one: AnsweredQuestion) => string) =>
  [...Map.groupBy(pairs, (pair) => key(pair.reference))].toSorted(([a], [b]) => (a < b ? -1 : 1));
const groups: [string, typeof pairs][] = [
  ['all', pairs],
  ...grouped(({ category }) => category),
  ...grouped(({ conv }) => conv),
];
const report = Object.fromEntries(
  groups.map(([name, some]) => [name, { questions: some.length, ...shown(compare(some)) }]),
);
process.stdout.write(`${JSON.stringify(report)}\n`);

function shown(lines: Record<string, Comparison>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lines).map(([name, { reference: theirs, ours: own, difference }]): [string, unknown] => {
      if (values.ours === undefined) return [name, rounded(theirs)];
      const { mean, low, high } = difference;
      return [
        name,
        {
          reference: rounded(theirs),
          ours: rounded(own),
          gain: rounded(mean),
          bounds: [rounded(low), rounded(high)],
        },
      ];
    }),
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

if (values.ours !== undefined) {
  const names = ['recall@10', 'nDCG@10', 'in 1000'] as const;
  process.stderr.write(`${''.padEnd(14)}${names.map((name) => name.padEnd(34)).join('')}\n`);
  for (const [name, some] of groups) {
    const lines = compare(some);
    const cells = names.map((one) => {
      const { reference: theirs, ours: own, difference } = lines[one];
      const bounds = `[${difference.low.toFixed(1)}, ${difference.high.toFixed(1)}]`;
      return `${theirs.toFixed(1)} -> ${own.toFixed(1)}  +${difference.mean.toFixed(1)} ${bounds}`.padEnd(34);
    });
    process.stderr.write(`${name.padEnd(14)}${cells.join('')}\n`);
  }
}
