import { clamp } from '../features/bounded.ts';
import { windowLength } from '../features/feature-names.ts';
import { extendPeak, peakWarmup, ratioToPeak } from './running-peak.ts';
import { deviations, extendScale } from './running-scale.ts';
import { stepSeason } from './season.ts';
import { rowOf, squashed } from './series-row.ts';
import { type RatioName, ratioNames, type SeriesState } from './series-state.ts';
import { stepShapes } from './shape-memory.ts';

/** A number of a location. */
export interface SeriesPoint {
  /** Any number; one that is not finite is no news and changes nothing. */
  readonly value: number;
  /** When it was so, in seconds since 1970. */
  readonly at: number;
}

/** What one number came to. */
export interface SeriesStep {
  readonly state: SeriesState;
  /** How far the number is from what is usual at its location, 0 to 1; 0 for the first 30 numbers. */
  readonly surprise: number;
}

const valueMax = 1e100;
const levelMemory = 6_400;
const jumpMemory = 2_000;
const shortMemory = 6;
const shiftMemory = 3_000;
const hourOptions = { memory: 100, countMin: 12 };
const dayOptions = { memory: 60, countMin: 4 };
/** A ratio counts up to here. */
const ratioCap = 1.5;
/** Beyond the range by this share of it is as far as counts. */
const recordCap = 0.2;
/** What a number that far beyond the range adds to its novelty. */
const recordWeight = 1.6;
const rangeWarmup = 20;
const toldKept = 0.5 ** (1 / 200);

/**
 * The state after one more number, and how surprising it is. A pure fold: the same numbers give the same state, bit for bit, also after a way through JSON.
 *
 * Five statistics (the difference from the number before, how far it is from what is usual at this hour of the day and at this hour of a working or free day, the
 * mean of about six numbers beside such means, the course of 16 numbers beside remembered ones) are each held to their own highest value of the past; their mean and how
 * far the number leaves the range of all before it make its novelty. Surprise is what of it exceeds the novelty of lately, which halves in 200 numbers: what goes on
 * as it began does not surprise again.
 */
export function stepSeries(state: SeriesState, { at, value: given }: SeriesPoint): SeriesStep {
  if (!Number.isFinite(given)) return { state, surprise: 0 };
  const value = clamp(given, -valueMax, valueMax);
  const difference = state.latest === null ? null : value - state.latest;
  const [hour, isFree] = hourOf(at);
  const hours = stepSeason(state.hours, hour, value, hourOptions);
  const days = stepSeason(state.days, hour + (isFree ? 24 : 0), value, dayOptions);
  const count = Math.min(state.short.count + 1, shortMemory);
  const short = { count, mean: state.short.mean + (value - state.short.mean) / count };
  const shapes = stepShapes(state.shapes, deviations(state.level, value), state.seen);
  const sizes: Readonly<Record<RatioName, number>> = {
    jump: difference === null ? 0 : Math.abs(deviations(state.jumps, difference)),
    hour: Math.abs(hours.deviation),
    day: Math.abs(days.deviation),
    shift: Math.abs(deviations(state.shifts, short.mean)),
    shape: shapes.distance,
  };
  const ratios = byName((name) => ratioToPeak(state.peaks[name], sizes[name], state.seen));
  const record = recordOf(state, value);
  const novelty =
    ratioNames.reduce((sum, name) => sum + Math.min(ratios[name], ratioCap), 0) / ratioNames.length +
    recordWeight * record;
  const told = state.told * toldKept;
  // The first number that can be compared only says what is known so far.
  const surprise = state.seen <= peakWarmup ? 0 : squashed(Math.max(0, novelty - told));
  const row = rowOf({ ratios, record, novelty, told, surprise });
  const next: SeriesState = {
    schema: state.schema,
    seen: state.seen + 1,
    latest: value,
    level: extendScale(state.level, value, levelMemory),
    jumps: difference === null ? state.jumps : extendScale(state.jumps, difference, jumpMemory),
    short,
    shifts: extendScale(state.shifts, short.mean, shiftMemory),
    hours: hours.next,
    days: days.next,
    shapes: shapes.next,
    range: [Math.min(value, state.range?.[0] ?? value), Math.max(value, state.range?.[1] ?? value)],
    peaks: byName((name) => extendPeak(state.peaks[name], sizes[name])),
    told: Math.max(told, novelty),
    rows: [...state.rows.slice(1 - windowLength), row],
  };
  return { state: next, surprise };
}

function byName(valueOf: (name: RatioName) => number): Record<RatioName, number> {
  return {
    jump: valueOf('jump'),
    hour: valueOf('hour'),
    day: valueOf('day'),
    shift: valueOf('shift'),
    shape: valueOf('shape'),
  };
}

/** How far a value is beyond the range, 0 to 1; any step off a range of one value is as far as it goes. */
function recordOf({ range, seen }: SeriesState, value: number): number {
  if (range === null || seen <= rangeWarmup) return 0;
  const [low, high] = range;
  const beyond = Math.max(value - high, low - value);
  if (beyond <= 0) return 0;
  return high === low ? 1 : Math.min(beyond / (high - low), recordCap) / recordCap;
}

/** The hour of the day of UTC, and whether the day is a Saturday or Sunday. Any fixed zone would do: only what repeats matters. */
function hourOf(at: number): readonly [number, boolean] {
  const date = new Date(1_000 * clamp(at, 0, 8e12));
  return [date.getUTCHours(), date.getUTCDay() % 6 === 0];
}
