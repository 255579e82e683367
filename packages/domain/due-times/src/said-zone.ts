import { instantIn, wallClock } from '@salience/language';
import { wallText } from './civil.ts';
import type { DueReading } from './reading.ts';

/** Where people are who name a zone by its letters; in summer they mean the clock of summer. */
const zones: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  bst: 'Europe/London',
  wet: 'Europe/Lisbon',
  west: 'Europe/Lisbon',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  eet: 'Europe/Helsinki',
  eest: 'Europe/Helsinki',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  nzst: 'Pacific/Auckland',
  nzdt: 'Pacific/Auckland',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
};
const behindClock = new RegExp(
  `(?<=\\d\\s?(?:[ap]\\.?m\\.?|uhr|heures?|h)?\\s?)(?<!\\p{L})\\(?(${Object.keys(zones).join('|')})\\)?(?![\\p{L}\\p{N}])`,
  'iu',
);

/** A zone that is named behind a time of day. */
export interface SaidZone {
  readonly zone: string;
  readonly from: number;
  readonly to: number;
}

/** The zone that a text names behind a time of day; undefined where it names none. */
export function saidZone(text: string): SaidZone | undefined {
  const match = behindClock.exec(text);
  const zone = zones[match?.[1]?.toLowerCase() ?? ''];
  return match === null || zone === undefined
    ? undefined
    : { zone, from: match.index, to: match.index + match[0].length };
}

/** A reading of the clock of another zone, on the clock of the person's own. What recurs there has no rule here. */
export function atHome(reading: DueReading, { from, to }: SaidZone, zone: string): DueReading {
  if (reading.kind === 'none') return reading;
  const spans = [...reading.spans, [from, to] as const].toSorted(([a], [b]) => a - b);
  if (reading.kind === 'at')
    return { ...reading, local: wallText(wallClock(reading.at.getTime(), zone)), spans };
  // A candidate would be shown on the wrong clock.
  if (reading.kind === 'unclear') return { ...reading, candidates: [], spans };
  return { kind: 'unclear', why: 'recurrence', candidates: [], recurs: true, spans };
}

const written =
  /(?<![\d-])\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,3})?\s?(?:Z|[+-]\d{2}:?\d{2})(?![\d:])/iu;

/** An instant written in ISO 8601 with its offset; undefined where a text holds none. */
export function writtenInstant(text: string, zone: string): DueReading | undefined {
  const match = written.exec(text);
  const at = match === null ? undefined : instantIn(match[0], zone);
  if (match === null || at === undefined) return undefined;
  const spans = [[match.index, match.index + match[0].length]] as const;
  return { kind: 'at', at: new Date(at), local: wallText(wallClock(at, zone)), spans };
}
