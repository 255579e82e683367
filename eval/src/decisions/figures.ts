/** How often each right answer was decided as what: `confusion[right][decided]`. */
export type Confusion = Record<string, Record<string, number>>;

/** One decided row: what is right and what was decided. */
export interface Judged {
  readonly gold: string;
  readonly decided: string;
}

/** Precision, recall and F1 of one class, 0 to 1; 0 where nothing was decided or meant. */
export function classFigures(rows: readonly Judged[], name: string) {
  const hits = rows.filter((row) => row.gold === name && row.decided === name).length;
  const said = rows.filter((row) => row.decided === name).length;
  const meant = rows.filter((row) => row.gold === name).length;
  return {
    precision: said === 0 ? 0 : hits / said,
    recall: meant === 0 ? 0 : hits / meant,
    f1: hits === 0 ? 0 : (2 * hits) / (said + meant),
    n: meant,
  };
}

/** Mean F1 over the classes that occur as right answers, 0 to 1; null without rows. */
export function macroF1(rows: readonly Judged[]): number | null {
  const names = [...new Set(rows.map((row) => row.gold))];
  if (names.length === 0) return null;
  return names.reduce((sum, name) => sum + classFigures(rows, name).f1, 0) / names.length;
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
