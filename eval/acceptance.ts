/**
 * What the rules of acceptance make of labelled answers to exchanges: how many right items they refuse, how many wrong ones
 * they take.
 *
 *   node eval/acceptance.ts [--items]
 *
 * Prints a table: those that the rules were written with, the last thirty, all, by language
 * and by quality of the answer; with --items each item that went wrong.
 */
import { parseArgs } from 'node:util';
import { countItems, type JudgedItem, judgeItems, readLabelled } from './src/acceptance/judge-items.ts';

const { values } = parseArgs({ options: { items: { type: 'boolean', default: false } } });
const known = judgeItems(readLabelled('known'));
const fresh = judgeItems(readLabelled('fresh'));
const all = [...known, ...fresh];
const rows: [string, readonly JudgedItem[]][] = [
  ['known to the rules', known],
  ['fresh', fresh],
  ['all', all],
  ...Map.groupBy(all, ({ language }) => language),
  ...Map.groupBy(all, ({ item }) => item.quality),
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
  for (const { exchange, item, taken } of all.filter((one) => one.item.ok !== one.taken)) {
    process.stdout.write(`${exchange} ${taken ? 'taken' : 'refused'} ${JSON.stringify(item)}\n`);
  }
}
