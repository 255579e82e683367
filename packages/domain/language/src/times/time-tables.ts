import { englishTimes } from './english-times.ts';
import { frenchTimes } from './french-times.ts';
import { germanTimes } from './german-times.ts';
import { italianTimes } from './italian-times.ts';
import { portugueseTimes } from './portuguese-times.ts';
import { spanishTimes } from './spanish-times.ts';
import type { TimeTable } from './time-table.ts';

/** Every language whose times are read, in the order that settles a draw. */
export const timeTables: readonly TimeTable[] = [
  englishTimes,
  germanTimes,
  frenchTimes,
  spanishTimes,
  portugueseTimes,
  italianTimes,
];
