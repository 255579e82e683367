import { type Rewrite, words } from '../../rewrite.ts';
import type { Said } from './words.ts';

/** Times of day: "à neuf heures et demie", "alle 9.30". */
export function clocks({ clock, hour, oclock, t, w }: Said): readonly Rewrite[] {
  const { number: N, unit: U } = t;
  return [
    [words(`(?:(?:${w.at}) )?${clock}${oclock} (?:${w.half})`), (_a, said) => hour(said, '30')],
    [words(`(?:(?:${w.at}) )?${clock}${oclock} (?:${w.quarter})`), (_a, said) => hour(said, '15')],
    [
      words(`(?:(?:${w.at}) )?${clock}${oclock} (?:${w.toQuarter})`),
      (_a, said) => hour(hourBefore(t.numberOf(said)), '45'),
    ],
    [
      words(`(?:(?:${w.at}) )?${clock}${oclock} (?:${w.minus}) (${N})`),
      (_a, said, less) => hour(hourBefore(t.numberOf(said)), String(60 - t.numberOf(less))),
    ],
    [
      words(`(?:${w.at}) ${clock}${oclock} ${w.and} (?:(?:${w.at}) )?${clock}${oclock}(?! (?:${U}))`),
      (_a, one, two) => `${hour(one) ?? ''} and ${hour(two) ?? ''}`,
    ],
    [words(`(?:${w.at} )?(\\d{1,2}) ?[hH:] ?(\\d\\d)(?: ?(?:h|hs|hrs|min))?`), (_a, h, m) => hour(h, m)],
    [words(`(?:${w.at}) (\\d{1,2})[.](\\d\\d)`), (_a, h, m) => hour(h, m)],
    ...(w.oclock === ''
      ? []
      : [
          [
            words(`(?:(?:${w.at}) )?${clock} ?(?:${w.oclock})(?: (${N})(?! (?:${U})))?`),
            (_a: string, said: string, minutes: string) =>
              hour(said, minutes === '' ? '' : String(t.numberOf(minutes))),
          ] as Rewrite,
        ]),
    [words(`(?:${w.at}) ${clock}`), (_a, said) => hour(said)],
    [words(w.midnight), 'at midnight'],
    [words(w.noon), 'at 12:00 pm'],
  ];
}

const hourBefore = (hour: number): string => String(hour === 1 ? 12 : hour - 1);
