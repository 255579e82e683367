import { type Weights, withIntervals } from '../intervals.ts';

/** How often each right answer was decided as what: `confusion[right][decided]`. */
export type Confusion = Record<string, Record<string, number>>;

/** One decided row: what is right and what was decided. */
export interface Judged {
  readonly gold: string;
  readonly decided: string;
  /** Rows of one group depend on each other; a row without one stands for itself. */
  readonly group?: string;
}

interface Counts {
  readonly hits: number;
  readonly said: number;
  readonly meant: number;
}

/** What intervals are drawn by: the group of each row, or the row itself. */
export function groupsOf(rows: readonly { readonly group?: string | undefined }[]): unknown[] {
  return rows.map(({ group }, n) => group ?? n);
}

/** Precision, recall and F1 of one class with their bounds, 0 to 1; precision 0 where nothing was decided, all null where nothing was meant. */
export function classFigures(rows: readonly Judged[], name: string) {
  const counted = counter(rows, [name]);
  return {
    ...withIntervals(groupsOf(rows), (weights) => scores(counted(weights)[0])),
    n: rows.filter((row) => row.gold === name).length,
  };
}

/** Mean F1 over the classes that occur as right answers, and the share of right decisions, 0 to 1, with their bounds; null without rows. */
export function overallFigures(rows: readonly Judged[]) {
  const names = [...new Set(rows.map((row) => row.gold))];
  const counted = counter(rows, names);
  return withIntervals(groupsOf(rows), (weights) => {
    // A draw may leave a class out.
    const present = counted(weights).filter(({ meant }) => meant > 0);
    const sum = (of: (counts: Counts) => number) => present.reduce((total, counts) => total + of(counts), 0);
    return {
      macroF1: sum((counts) => scores(counts).f1) / present.length,
      acceptable: sum(({ hits }) => hits) / sum(({ meant }) => meant),
    };
  });
}

/** Counts of right answer against decision. */
export function confusionOf(rows: readonly Judged[]): Confusion {
  const counts: Confusion = {};
  for (const { gold, decided } of rows) {
    const line = (counts[gold] ??= {});
    line[decided] = (line[decided] ?? 0) + 1;
  }
  return counts;
}

/** The counts of some classes in rows that count so often. */
function counter(rows: readonly Judged[], names: readonly string[]): (weights: Weights) => Counts[] {
  const placeOf = (name: string) => names.indexOf(name);
  const [gold, decided] = [
    Int16Array.from(rows, (row) => placeOf(row.gold)),
    Int16Array.from(rows, (row) => placeOf(row.decided)),
  ];
  return (weights) => {
    const sums = names.map(() => ({ hits: 0, said: 0, meant: 0 }));
    for (let n = 0; n < weights.length; n += 1) {
      const weight = weights[n] as number;
      const [right, said] = [sums[gold[n] as number], sums[decided[n] as number]];
      if (right !== undefined) right.meant += weight;
      if (said !== undefined) said.said += weight;
      if (right !== undefined && right === said) right.hits += weight;
    }
    return sums;
  };
}

/** NaN where nothing is meant. */
function scores({ hits, meant, said }: Counts = { hits: 0, meant: 0, said: 0 }) {
  if (meant === 0) return { precision: Number.NaN, recall: Number.NaN, f1: Number.NaN };
  return { precision: said === 0 ? 0 : hits / said, recall: hits / meant, f1: (2 * hits) / (said + meant) };
}
