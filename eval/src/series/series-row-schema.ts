import { z } from 'zod';

/** A labelled series of numbers: times of points and windows as wall times of UTC or as seconds since 1970. */
export const seriesRowSchema = z.object({
  id: z.string(),
  /** Series of one family are never measured by what was learned from others of it. Default: what stands before the first "/" of the id. */
  family: z.string().optional(),
  points: z.array(z.tuple([z.union([z.string(), z.number()]), z.number().nullable()])).min(1),
  /** The first and the last time of each stretch with something unusual. */
  windows: z.array(z.tuple([z.union([z.string(), z.number()]), z.union([z.string(), z.number()])])),
  /** Points at the beginning that are not scored. Default: 15 % of the first 5,000. */
  probation: z.int().min(0).optional(),
});
export type SeriesRow = z.infer<typeof seriesRowSchema>;

/** A labelled series, with windows as places of points. */
export interface LabelledSeries {
  readonly id: string;
  readonly family: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
  /** Both included. */
  readonly windows: readonly (readonly [number, number])[];
  readonly probation: number;
}

/** The series of a row. A point without a number holds NaN. */
export function readSeries(row: SeriesRow): LabelledSeries {
  const points = row.points.map(([time, value]) => ({ at: secondsOf(time), value: value ?? Number.NaN }));
  return {
    id: row.id,
    family: row.family ?? row.id.split('/')[0] ?? row.id,
    points,
    windows: row.windows.flatMap(([from, to]) => placesOf(points, secondsOf(from), secondsOf(to))),
    probation: row.probation ?? Math.floor(0.15 * Math.min(points.length, 5_000)),
  };
}

function placesOf(points: LabelledSeries['points'], from: number, to: number): [number, number][] {
  const first = points.findIndex(({ at }) => at >= from && at <= to);
  const last = points.findLastIndex(({ at }) => at >= from && at <= to);
  return first < 0 ? [] : [[first, last]];
}

function secondsOf(time: string | number): number {
  if (typeof time === 'number') return time;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time.replace(' ', 'T')}Z`;
  return Date.parse(zoned) / 1_000;
}
