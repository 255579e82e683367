import { figure, withIntervals, weightedMean } from '../intervals.ts';
import { classFigures, confusionOf, groupsOf, type Judged, overallFigures } from './figures.ts';
import type { DecidedRow } from './mode-rows.ts';

/** An acceptable decision counts as its own right answer, any other against the best one. */
function judge({ row, result }: DecidedRow): Judged {
  const gold = row.gold ?? [];
  const right = gold.includes(result.mode) ? result.mode : (gold[0] ?? result.mode);
  return { gold: right, decided: result.mode, ...groupOf(row) };
}

/** The group of a row, under its set: sets may use the same names. */
export function groupOf({ group, set }: DecidedRow['row']): { readonly group?: string } {
  return group ? { group: JSON.stringify([set, group]) } : {};
}

/** Whether a question back would be wrong: nobody accepts it, and none is marked as wanted. */
export function isClear({ clarify, gold = [] }: DecidedRow['row']): boolean {
  return gold.length > 0 && !gold.includes('CLARIFY') && clarify !== 1;
}

/** The share of rows that need no question back and got one, with its bounds; null where there are none. */
function needlessAsking(decided: readonly DecidedRow[]) {
  const clear = decided.filter(({ row }) => isClear(row));
  if (clear.length === 0) return { needlessAsking: null, needlessAskingInterval: null };
  const asked = Uint8Array.from(clear, ({ result }) => (result.mode === 'CLARIFY' ? 1 : 0));
  const groups = groupsOf(clear.map(({ row }) => groupOf(row)));
  return withIntervals(groups, (weights) => ({ needlessAsking: weightedMean(asked, weights) }));
}

function figures(decided: readonly DecidedRow[]) {
  const judged = decided.map(judge);
  const names = [...new Set(judged.map((one) => one.gold))].toSorted();
  return {
    n: judged.length,
    groups: new Set(groupsOf(judged)).size,
    ...overallFigures(judged),
    ...needlessAsking(decided),
    tiebreaks: figure(decided.filter(({ result }) => result.needsTiebreak).length / judged.length),
    modes: Object.fromEntries(names.map((name) => [name, classFigures(judged, name)])),
    confusion: confusionOf(judged),
  };
}

/** All rows, and those with one acceptable mode. */
function allAndStrict(decided: readonly DecidedRow[]) {
  const strict = decided.filter(({ row }) => row.strict);
  return { all: figures(decided), ...(strict.length === 0 ? {} : { strict: figures(strict) }) };
}

/** Figures of labelled rows by set, and by domain where the rows of a set have several. */
export function modeFigures(decided: readonly DecidedRow[]) {
  const labelled = decided.filter(({ row }) => row.gold !== undefined && row.gold.length > 0);
  const sets = Map.groupBy(labelled, ({ row }) => row.set);
  const bySet = Array.from(sets, ([name, ofSet]): [string, object] => {
    const domains = Map.groupBy(
      ofSet.filter(({ row }) => row.domain),
      ({ row }) => row.domain as string,
    );
    const byDomain = Array.from(domains, ([domain, own]) => [domain, allAndStrict(own)] as const);
    return [
      name,
      { ...allAndStrict(ofSet), ...(domains.size > 1 ? { domains: Object.fromEntries(byDomain) } : {}) },
    ];
  });
  return { sets: Object.fromEntries(bySet) };
}
