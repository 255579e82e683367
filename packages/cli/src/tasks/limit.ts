import { usageError } from '@salience/supervisor/home';
import { note } from '../terminal.ts';

/** How many items a list shows, as an option. */
export const limitOption = ['--limit <n>', 'at most so many', '100'] as const;

/** The number that `--limit` says. Throws `cli.usage` for what is no whole number from 1. */
export function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw usageError(`Expected --limit as a whole number from 1, got "${text}".`);
}

/** Says where a list stops because of its limit. */
export function noteMore(shown: number, limit: number): void {
  if (shown >= limit) note(`These are the latest ${limit}; --limit shows more.`);
}
