import type { ScheduleView } from '@salience/contracts';
import { oneLine } from '../memory/one-line.ts';

/**
 * How often a schedule comes, with the zone of its rule where that is not the reader's: `every weekday at 09:00 (Europe/Lisbon)`. `max`:
 * a longer rule is cut to as many characters; its zone is not.
 */
export function comes(
  { rule_in_words: words, time_zone: its }: Pick<ScheduleView, 'rule_in_words' | 'time_zone'>,
  zone: string,
  max = Number.POSITIVE_INFINITY,
): string {
  if (words === null) return 'once';
  const rule = oneLine(words, max);
  return its === zone ? rule : `${rule} (${its})`;
}
