import type { People } from '@salience/testing/personas';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** When talks begin. */
const hours = [10, 18];

/** The same people, whose talks of a day begin at a few hours: many talk at the same time, and a day takes as many steps as its longest talks. */
export function gathered(people: People): People {
  return {
    ...people,
    day: (day) =>
      people
        .day(day)
        .map((talk, place) => ({
          ...talk,
          at: day * dayMs + (hours[place % hours.length] as number) * hourMs,
        }))
        .toSorted((a, b) => a.at - b.at),
  };
}
