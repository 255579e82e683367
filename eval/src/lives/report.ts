import type { Figures, Finding } from './measure.ts';

type Row = readonly (number | string)[];

/** The figures of a life as tables that a person reads. */
export function reportOf(name: string, figures: Figures): string {
  const { awaitedInAction, items, repairs, roles, stale } = figures;
  const share = items.right === 0 ? 0 : Math.round((1_000 * items.refused) / items.right) / 10;
  const byRole = Object.entries(roles)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([role, cost]): Row => {
      const { calls, max, maxReal, mean, meanReal, schema, withSchema } = cost;
      return [role, calls, mean, max, meanReal ?? '-', maxReal ?? '-', schema, withSchema];
    });
  const withSchema = Object.values(roles).reduce((sum, cost) => sum + cost.withSchema, 0);
  const measures: Row[] = [
    ['turns; seconds', `${figures.turns}; ${figures.seconds}`],
    ['calls refused by the strict rules, of those with a schema', `${figures.refusedCalls} of ${withSchema}`],
    ['calls a turn; without idle thoughts', `${figures.callsPerTurn}; ${figures.callsPerTurnAwake}`],
    [
      'calls a person waits for in an action, mean; most; actions',
      `${awaitedInAction.mean}; ${awaitedInAction.max}; ${awaitedInAction.actions}`,
    ],
    ['stale lines: unmarked; as said on a day; marked', `${stale.unmarked}; ${stale.said}; ${stale.marked}`],
    ['wrong periods', figures.periods.length],
    ['wrong local times; in the background', `${figures.times.length}; ${figures.backgroundTimes.length}`],
    ['right items refused', `${items.refused} of ${items.right} (${share} %)`],
    ['right items that the instructions left no room for', items.unasked],
    ['invented items kept', `${items.inventedKept.length} of ${items.invented}`],
    ['needed items missing', figures.missing.length],
    ['repair calls', `${repairs.calls} of ${figures.calls} (${Math.round(repairs.share * 1_000) / 10} %)`],
    ['turns that did not end well; broken laws', `${figures.ends.length}; ${figures.violations.length}`],
    ['pieces given up', JSON.stringify(items.failed)],
    ['replies with a citation', figures.cited],
    ['requests that no line of the life answers', figures.unscripted],
    ['errors in logs', figures.troubles],
  ];
  return [
    `# ${name}`,
    table([['measure', 'figure'], ...measures.map((row) => row.map(String))]),
    table([
      ['role', 'calls', 'mean /4', 'max /4', 'mean tokens', 'max tokens', 'schema /4', 'with schema'],
      ...byRole,
    ]),
    ...details(figures),
  ].join('\n\n');
}

function details(figures: Figures): string[] {
  const found = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [[`## ${title}`, ...lines.map((line) => `- ${line}`)].join('\n')];
  const where = ({ role, turn, what }: Finding): string => `${turn}, ${role}: ${what}`;
  const unmarked = figures.staleLines.filter((line) => line.as === 'unmarked');
  return [
    ...found('Missing', figures.missing.map(where)),
    ...found('Periods', figures.periods.map(where)),
    ...found('Local times', grouped(figures.times)),
    ...found('Local times in the background', grouped(figures.backgroundTimes)),
    ...found(
      'Stale and unmarked',
      [...Map.groupBy(unmarked, ({ line, what }) => `${what}: ${line}`)].map(
        ([line, all]) => `${all.length} prompts, first for ${all[0]?.turn ?? ''}: ${line}`,
      ),
    ),
    ...found(
      'Right and refused',
      figures.items.refusedItems.map(({ kind, says, turn }) => `${turn}: ${kind}: ${says}`),
    ),
    ...found('Ends', figures.ends.map(where)),
    ...found('Laws', figures.violations),
    ...found('Refused schemas', figures.refusedSchemas),
  ];
}

/** What is the same but for its numbers, once, with how often and where first. */
function grouped(findings: readonly Finding[]): string[] {
  const groups = Map.groupBy(
    findings,
    ({ role, what }) => `${role}: ${what.replaceAll(/\d[\d:.+Z]*/g, '…')}`,
  );
  return [...groups].map(([, all]) => {
    const [first] = all as [Finding];
    return `${all.length} times, first for ${first.turn === '' ? 'nobody' : first.turn}: ${first.role}: ${first.what}`;
  });
}

function table(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === 'number'
            ? String(cell).padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
