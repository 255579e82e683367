import { type Rewrite, words } from '../../rewrite.ts';
import type { Said } from './words.ts';

/** How long and how many times, from when and until when: "dans deux heures", "durante tres semanas". */
export function lengths({ t, w }: Said): readonly Rewrite[] {
  const { number: N, unit: U } = t;
  return [
    [
      words(`(?:${w.during}) (${N}) (${U})`),
      (_a, count, said) => `for ${t.numberOf(count)} ${t.unitOf(said)}`,
    ],
    [words(`(${N}) (?:${w.times})`), (_a, count) => `${t.numberOf(count)} times`],
    [words(w.until), 'until'],
    [words(`(?:${w.from})(?= )`), 'starting'],
    [words(`(?:${w.in}) (?:${w.hourAndHalf})`), 'in 90 minutes'],
    [words(`(?:${w.in}) (?:${w.halfHour})`), 'in 30 minutes'],
    [words(`(?:${w.in}) (?:${w.quarterHour})`), 'in 15 minutes'],
    [
      words(`(?:${w.in}) (${N}) (${U})(?: ${w.and} (${N}) (${U}))?`),
      (_a, count, said, more, said2) =>
        `in ${t.numberOf(count)} ${t.unitOf(said)}${more === '' ? '' : ` and ${t.numberOf(more)} ${t.unitOf(said2)}`}`,
    ],
    [
      words(`(${N}) (${U}) (${w.before}|${w.after})`),
      (_a, count, said, way) =>
        `${t.numberOf(count)} ${t.unitOf(said)} ${new RegExp(`^(?:${w.before})$`, 'iu').test(way) ? 'before' : 'after'}`,
    ],
  ];
}
