import { type Weights, withIntervals } from '../intervals.ts';
import { groupsOf } from './figures.ts';
import { aurocBy } from './metrics.ts';
import type { DecidedRow } from './mode-rows.ts';
import { groupOf, isClear } from './mode-figures.ts';

/** How far asking back leads every other mode. */
function leadOf({ result }: DecidedRow): number {
  const { CLARIFY: asking, ...others } = result.scores;
  return asking - Math.max(...Object.values(others));
}

const isMarked = ({ row }: DecidedRow) => row.clarify === 0 || row.clarify === 1;
const asked = ({ result }: DecidedRow) => result.mode === 'CLARIFY';

/** Counts of what was asked, of rows that count so often. */
function counter(rows: readonly DecidedRow[]) {
  const wanted = Uint8Array.from(rows, ({ row }) => (row.clarify === 1 ? 1 : 0));
  const said = Uint8Array.from(rows, (one) => (asked(one) ? 1 : 0));
  return (weights: Weights) => {
    const counts = { hits: 0, wanted: 0, needless: 0, clear: 0 };
    for (let n = 0; n < weights.length; n += 1) {
      const weight = weights[n] as number;
      counts[wanted[n] === 1 ? 'wanted' : 'clear'] += weight;
      if (said[n] === 1) counts[wanted[n] === 1 ? 'hits' : 'needless'] += weight;
    }
    return counts;
  };
}

/** How well what is asked back is told from what is not, among rows that are marked. */
function among(marked: readonly DecidedRow[]) {
  const groups = groupsOf(marked.map(({ row }) => groupOf(row)));
  const area = aurocBy(
    marked.map(({ row }) => row.clarify === 1),
    marked.map(leadOf),
  );
  const counted = counter(marked);
  return withIntervals(groups, (weights) => {
    const { clear, hits, needless, wanted } = counted(weights);
    const [recall, clearAsked] = [hits / wanted, needless / clear];
    return { auroc: area(weights), recall, clearAsked, lead: recall - clearAsked };
  });
}

/** The precision of asking if there were as many clear rows as rows that are to be asked about: what is expected, not drawn. */
function against(marked: readonly DecidedRow[], clear: readonly DecidedRow[]) {
  const rows = [...marked.filter(({ row }) => row.clarify === 1), ...clear];
  const counted = counter(rows);
  const groups = groupsOf(rows.map(({ row }) => groupOf(row)));
  return {
    rows: clear.length,
    ...withIntervals(groups, (weights) => {
      const sums = counted(weights);
      const rate = sums.needless / sums.clear;
      return { precision: sums.hits / (sums.hits + rate * sums.wanted) };
    }),
  };
}

/** Figures of asking back, by every set with rows that say whether to; the clear rows are those of the other sets, each by itself. */
export function clarifyFigures(decided: readonly DecidedRow[]) {
  const sets = Map.groupBy(decided, ({ row }) => row.set);
  const markedSets = [...sets].filter(([, rows]) => rows.some(isMarked));
  const clearSets = [...sets].filter(([, rows]) => !rows.some(isMarked));
  const bySet = markedSets.map(([name, rows]): [string, object] => {
    const marked = rows.filter(isMarked);
    const wanted = marked.filter(({ row }) => row.clarify === 1).length;
    const precisionAgainst = clearSets.flatMap(([other, theirs]) => {
      const clear = theirs.filter(({ row }) => isClear(row));
      return clear.length === 0 ? [] : [[other, against(marked, clear)] as const];
    });
    return [
      name,
      {
        toAsk: wanted,
        clear: marked.length - wanted,
        ...among(marked),
        precisionAgainst: Object.fromEntries(precisionAgainst),
      },
    ];
  });
  return bySet.length === 0 ? {} : { clarify: Object.fromEntries<object>(bySet) };
}
