import { type Rewrite, words } from '../../rewrite.ts';
import { writtenAlike } from '../tongue.ts';
import { clocks } from './clocks.ts';
import { days } from './days.ts';
import { lengths } from './lengths.ts';
import { recurrences } from './recurrences.ts';
import { type RomanceWords, type Said, saidIn } from './words.ts';

/** Puts the words of time of a Romance language into English. Where two rules match the same place, the earlier one goes. */
export function romance(sources: RomanceWords): readonly Rewrite[] {
  const said = saidIn(sources);
  return [
    ...writtenAlike,
    ...recurrences(said),
    ...lengths(said),
    ...clocks(said),
    ...days(said),
    ...others(said),
  ];
}

function others({ t, w }: Said): readonly Rewrite[] {
  return [
    [words(w.now), 'now'],
    // What was said of how often or which day, and was not read: to be asked.
    [words(`${w.every} \\p{L}+`), 'every xx'],
    [words(`${t.month}|${w.ofMonth}`), 'next month'],
    [words(`${w.and}(?= )`), 'and'],
  ];
}
