/**
 * Engagement mode on labelled rows, cold context. Usage: node mode.ts --rows FILE [--policy shipped|reference]
 * A row: {set, text, gold: [acceptable modes], strict, source_label}.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Mode, modes } from '@salience/contracts';
import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  referencePolicy,
  shippedPolicy,
} from '@salience/router';

interface Row {
  readonly set: string;
  readonly text: string;
  readonly gold: readonly Mode[];
  readonly strict: boolean;
  readonly source_label: string;
}

interface Judged extends Row {
  readonly mode: Mode;
  readonly tie: boolean;
}

/** Mean F1 over the modes that occur as gold. An acceptable answer counts as its own gold, else the first one does. */
function macroF1(rows: readonly Judged[]): number {
  const gold = rows.map((row) => (row.gold.includes(row.mode) ? row.mode : (row.gold[0] as Mode)));
  const scores = modes
    .filter((mode) => gold.includes(mode))
    .map((mode) => {
      const hits = rows.filter((row, index) => row.mode === mode && gold[index] === mode).length;
      const said = rows.filter((row) => row.mode === mode).length;
      const meant = gold.filter((value) => value === mode).length;
      return hits === 0 ? 0 : (2 * hits) / (said + meant);
    });
  return scores.reduce((sum, value) => sum + value, 0) / scores.length;
}

function report(name: string, rows: readonly Judged[]): void {
  const right = rows.filter((row) => row.gold.includes(row.mode)).length;
  const ties = rows.filter((row) => row.tie).length;
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const shares = modes.map(
    (mode) => `${mode} ${percent(rows.filter((row) => row.mode === mode).length / rows.length)}`,
  );
  console.log(
    `${name.padEnd(22)} n ${String(rows.length).padStart(6)}  macro-F1 ${percent(macroF1(rows))}  acceptable ${percent(right / rows.length)}  tie-breaker ${percent(ties / rows.length)}  ${shares.join(', ')}`,
  );
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    policy: { type: 'string', default: 'shipped' },
    errors: { type: 'boolean' },
  },
});
if (values.rows === undefined) throw new Error('Expected --rows FILE with one JSON row a line.');
const policy = values.policy === 'reference' ? referencePolicy : shippedPolicy;
const rows = readFileSync(values.rows, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Judged => {
    const row = JSON.parse(line) as Row;
    const result = decide(buildSignals(extractCues(row.text), coldSnapshot), policy, freshRouterState);
    return { ...row, mode: result.mode, tie: result.needsTiebreak };
  });
console.log(`policy ${policy.name} version ${policy.version}, cold context, no tie-breaker`);
for (const set of new Set(rows.map((row) => row.set))) {
  const ofSet = rows.filter((row) => row.set === set);
  report(set, ofSet);
  report(
    `${set} strict`,
    ofSet.filter((row) => row.strict),
  );
}
report('all', rows);
if (values.errors === true) {
  const wrong = Map.groupBy(
    rows.filter((row) => !row.gold.includes(row.mode)),
    (row) => `${row.source_label} -> ${row.mode}`,
  );
  const sorted = [...wrong].toSorted((a, b) => b[1].length - a[1].length).slice(0, 40);
  for (const [key, list] of sorted)
    console.log(
      list.length,
      key,
      '|',
      list
        .slice(0, 4)
        .map((row) => row.text)
        .join(' | '),
    );
}
