import type { Atom } from './atom.ts';
import type { Wall } from './civil.ts';
import { readEvery, saysEvery } from './every.ts';
import type { DueReading } from './reading.ts';
import { resolve, shown } from './resolve.ts';
import { blank } from './rewrite.ts';

/** "9", "9:30 pm": nothing but a time of day. */
const bareClock = /^[\s,]*(?:ok(?:ay)?[\s,]+)?(\d{1,2}(?:[:.]\d\d)?)[\s.!]*$/i;

/** An answer that is no more than a number, as a time of day. As long as what was said, in front of it. */
export function bareAnswer(text: string): string {
  const said = bareClock.exec(text)?.[1];
  return said === undefined ? text : `${said.includes(':') ? said : `${said}:00`}`.replace('.', ':');
}

const first = /\b(?:first|earlier|former)\b/i;
const second = /\b(?:second|later|latter)\b/i;
const halves = /^\W*(?:(?:in|at)\s+)?(a|p)\.?\s?m\.?\W*$/i;

const nextWeek = /\bnext week\b/i;
const weekdayName = /\b(?:sun|mon|tues|wednes|thurs|fri|satur)day\b/i;

type Read = (text: string) => Atom[];

/** What two texts say together: the second answers what was unclear in the first. */
export function readAnswer(asked: string, words: string, read: Read, wall: Wall): DueReading {
  // "Next week": "On Tuesday".
  const answer =
    nextWeek.test(asked) && !nextWeek.test(words) ? words.replace(weekdayName, '$& next week') : words;
  const half = halves.exec(answer)?.[1]?.toLowerCase();
  const said: Atom[] =
    half === undefined
      ? read(answer)
      : [{ from: 0, to: answer.length, kind: 'time', part: half === 'a' ? 'morning' : 'afternoon' }];
  const earlier = read(asked);
  const of = (reading: DueReading): DueReading =>
    reading.kind === 'none' ? reading : { ...reading, spans: [[0, answer.length]] };
  if (saysEvery(answer)) return of(readEvery(answer, read, wall));
  if (saysEvery(asked)) {
    // The rule of the first, with the times of the answer.
    let rest = asked;
    const clocks = said.some(({ clock }) => clock !== undefined);
    for (const atom of earlier)
      if (clocks && atom.clock !== undefined && atom.day === undefined)
        rest = blank(rest, atom.from, atom.to);
    if (said.length === 0) return of(readEvery(asked, read, wall));
    return of(
      readEvery(
        `${rest} ${half === undefined ? answer : half === 'a' ? 'in the morning' : 'in the afternoon'}`,
        read,
        wall,
      ),
    );
  }
  const before = resolve(earlier, wall);
  if (
    before.kind === 'unclear' &&
    before.candidates.length > 1 &&
    said.every(({ kind }) => kind !== 'moment')
  ) {
    const chosen = chosenOf(before.candidates, answer, said);
    if (chosen !== undefined) return of(shown(Date.parse(`${chosen}Z`), said, wall));
  }
  if (said.length === 0) return before;
  const has = {
    day: said.some(({ day, kind }) => day !== undefined || kind === 'moment' || kind === 'span'),
    clock: said.some(({ clock, kind }) => clock !== undefined || kind === 'moment'),
    part: said.some(({ part }) => part !== undefined),
  };
  const kept = earlier.flatMap((atom): Atom[] => {
    // "Ten minutes before the meeting": "It is at 3".
    if (atom.kind === 'shift') return [{ ...atom, to: asked.length }];
    if (atom.kind !== 'time') return atom.kind === 'moment' && !has.day ? [atom] : [];
    const { clock, day, part, ...place } = atom;
    const rest = {
      ...place,
      ...(day !== undefined && !has.day && { day }),
      ...(clock !== undefined && !has.clock && { clock }),
      ...(part !== undefined && !has.part && !has.clock && { part }),
    };
    return rest.day === undefined && rest.clock === undefined && rest.part === undefined ? [] : [rest];
  });
  const behind = said.map((atom) => ({
    ...atom,
    from: atom.from + asked.length,
    to: atom.to + asked.length,
  }));
  return of(resolve([...kept, ...behind], wall));
}

/** "The first one", "the later". */
function chosenOf(candidates: readonly string[], answer: string, said: readonly Atom[]): string | undefined {
  if (said.some(({ clock, day }) => clock !== undefined || day !== undefined)) return undefined;
  const sorted = candidates.filter((one) => one.includes('T')).toSorted();
  if (sorted.length < 2) return undefined;
  return first.test(answer) ? sorted[0] : second.test(answer) ? sorted[1] : undefined;
}
