/**
 * What the rules of acceptance make of labelled answers to sixty exchanges: how many right items they refuse, how many wrong ones
 * they take.
 *
 *   node eval/acceptance.ts [--items]
 *
 * Prints a table for each half of the exchanges and both together; with --items each item that went wrong.
 */
import { parseArgs } from 'node:util';
import { countItems, type JudgedItem, judgeItems } from './src/acceptance/judge-items.ts';
import { readHalf } from './src/acceptance/read-half.ts';

const { values } = parseArgs({ options: { items: { type: 'boolean', default: false } } });
const first = judgeItems(readHalf('first'));
const second = judgeItems(readHalf('second'));
const rows: [string, readonly JudgedItem[]][] = [
  ['first half', first],
  ['second half', second],
  ['both', [...first, ...second]],
  ...[...Map.groupBy([...first, ...second], ({ language }) => language)],
  ...[...Map.groupBy([...first, ...second], ({ item }) => item.quality)],
];
const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
process.stdout.write('| items | right | refused | | wrong | taken | |\n|---|---|---|---|---|---|---|\n');
for (const [name, judged] of rows) {
  const { refused, right, taken, wrong } = countItems(judged);
  process.stdout.write(
    `| ${name} | ${right} | ${refused} | ${share(refused, right)} | ${wrong} | ${taken} | ${share(taken, wrong)} |\n`,
  );
}
if (values.items) {
  for (const { exchange, item, taken } of [...first, ...second].filter((one) => one.item.ok !== one.taken)) {
    process.stdout.write(`${exchange} ${taken ? 'taken' : 'refused'} ${JSON.stringify(item)}\n`);
  }
}
