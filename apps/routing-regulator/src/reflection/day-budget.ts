/** Calls that were made on a day, as they are kept in the mark of the loop. */
export interface DayBudget {
  /** UTC, as in 2030-01-31. */
  readonly day: string;
  readonly calls: number;
}

/** Reads what was spent on the day of `now`; of another day, or where nothing readable is kept, nothing was. */
export function spentOn(kept: string | null, now: Date): DayBudget {
  const day = now.toISOString().slice(0, 10);
  const [, of, calls] = /^(\d{4}-\d{2}-\d{2}):(\d{1,9})$/.exec(kept ?? '') ?? [];
  return { day, calls: of === day ? Number(calls) : 0 };
}

/** How it is kept. */
export function keptAs({ calls, day }: DayBudget): string {
  return `${day}:${calls}`;
}
