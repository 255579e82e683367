/** How a reading compares with the row. */
export type Verdict =
  | 'right'
  | 'wrong'
  /** Something was read, and the person would be asked. */
  | 'asked'
  /** Nothing was read. */
  | 'unread'
  /** Every right time lies before the moment of speaking: nobody is reminded then. */
  | 'past'
  | 'none-kept'
  | 'none-read'
  | 'not-scored';

/** What is compared. Times are written `2026-11-24T09:00:00` or with a blank, days `2026-11-24`. */
export interface Compared {
  readonly due: readonly string[] | null;
  readonly isNone: boolean;
  readonly now: string;
  readonly read: string | undefined;
  /** The kind of the reading. */
  readonly said: string;
}

const plain = (time: string) => time.replace(' ', 'T');

/** The verdict on one row. A row whose only answer is "not resolved" names a day that does not exist: right is to read no time. */
export function verdictOf({ due, isNone, now, read, said }: Compared): Verdict {
  // A day alone sets no reminder: it is asked for its time.
  if (isNone) return said === 'at' || said === 'every' ? 'none-read' : 'none-kept';
  if (due === null || due.length === 0) return 'not-scored';
  if (due.includes('not resolved')) return read === undefined ? 'right' : 'wrong';
  const golds = due.map(plain);
  if (golds.every((gold) => gold < plain(now).slice(0, gold.length))) return 'past';
  if (read === undefined) return said === 'none' ? 'unread' : 'asked';
  return golds.some((gold) => (gold.length === 10 ? read.startsWith(gold) : read === gold))
    ? 'right'
    : 'wrong';
}
