import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { localZone, offsetTime, wallClock } from '@salience/language';
import { baseName, countOf, eventSummary, folderOf } from './event-summary.ts';
import { durationInWords, sizeInWords } from './measures.ts';
import { shownPage, shownPlace } from './shown-place.ts';

/** What a question needs beside events and module. */
export interface QuestionContext {
  /** The owner's zone, an IANA name; the module's own goes before it. Default: UTC. */
  readonly zone?: string | undefined;
  /** The score, 0 to 1. */
  readonly confidence?: number | undefined;
  /** Minutes since the module woke the agent last. */
  readonly minutesSinceLast?: number | undefined;
}

/** What values are taken from. */
export interface ValueFacts extends QuestionContext {
  readonly fingerprint: Pick<Fingerprint, 'module_id' | 'cluster' | 'time_zone'>;
  readonly events: readonly SignalEvent[];
}

/** One placeholder: where its value comes from, and what is done without one. */
export interface Placeholder {
  /** True for words of somebody else: they stand in quotes. */
  readonly quoted: boolean;
  /** Without a value: say `unknown`, or ask nothing. */
  readonly missing: 'unknown' | 'refuse';
  readonly valueOf: (facts: ValueFacts) => string | undefined;
}

type Read = (event: SignalEvent, facts: ValueFacts) => string | undefined;

const wordsOf = (read: Read): Placeholder => ({
  quoted: true,
  missing: 'unknown',
  valueOf: (facts) => ofLast(facts, read),
});
const plain = (read: Read): Placeholder => ({ ...wordsOf(read), quoted: false });
const ofLast = (facts: ValueFacts, read: Read): string | undefined => {
  const last = facts.events.at(-1);
  return last === undefined ? undefined : read(last, facts);
};
const feature =
  (name: string): Read =>
  ({ features }) =>
    textOf(features[name]);

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Every placeholder that a template may name. Those of an event speak of the newest one. */
export const placeholders = {
  location: { ...wordsOf(shownPlace), missing: 'refuse' },
  basename: wordsOf((event) => baseName(shownPlace(event))),
  dirname: wordsOf((event) => folderOf(shownPlace(event))),
  extension: wordsOf(
    (event) =>
      textOf(event.features.extension) ??
      /.(\.[^.\s]+)$/.exec(baseName(shownPlace(event)))?.[1]?.toLowerCase(),
  ),
  delta_type: plain(({ delta_type }) => delta_type),
  source: plain(({ source }) => source),
  timestamp: plain((event, facts) => timed(event, (at) => offsetTime(at, zoneOf(facts)))),
  local_time: plain((event, facts) =>
    timed(event, (at) => new Date(wallClock(at, zoneOf(facts))).toISOString().slice(11, 16)),
  ),
  weekday: plain((event, facts) =>
    timed(event, (at) => weekdays[new Date(wallClock(at, zoneOf(facts))).getUTCDay()]),
  ),
  size: plain(({ features }) => numberOf(features.size_bytes)),
  size_human: plain(({ features }) =>
    numberOf(features.size_bytes) === undefined ? undefined : sizeInWords(Number(features.size_bytes)),
  ),
  namespace: wordsOf(feature('namespace')),
  key: wordsOf(feature('key')),
  endpoint: wordsOf((event) =>
    event.source === 'network' ? shownPage(textOf(event.features.endpoint) ?? event.location) : undefined,
  ),
  status_code: plain(({ features }) => numberOf(features.status_code)),
  sender: wordsOf((event) =>
    event.source === 'mail' ? (textOf(event.features.sender) ?? event.location) : undefined,
  ),
  subject: wordsOf(({ features }) =>
    Array.isArray(features.subject_tokens) ? features.subject_tokens.join(' ') : undefined,
  ),
  hook: wordsOf(feature('hook')),
  action: wordsOf(feature('action')),
  state: wordsOf(feature('state')),
  metric: wordsOf(feature('metric')),
  value: plain(({ features }) => shortNumber(features.value)),
  module_id: { quoted: false, missing: 'unknown', valueOf: ({ fingerprint }) => fingerprint.module_id },
  cluster: { quoted: false, missing: 'unknown', valueOf: ({ fingerprint }) => fingerprint.cluster },
  confidence: { quoted: false, missing: 'unknown', valueOf: ({ confidence }) => numberOf(confidence, 2) },
  event_count: { quoted: false, missing: 'unknown', valueOf: ({ events }) => String(countOf(events)) },
  window_span: { quoted: false, missing: 'unknown', valueOf: ({ events }) => spanOf(events) },
  event_summary: { quoted: false, missing: 'refuse', valueOf: ({ events }) => eventSummary(events) },
  minutes_since_last: {
    quoted: false,
    missing: 'unknown',
    valueOf: ({ events, minutesSinceLast }) =>
      numberOf(minutesSinceLast ?? events.at(-1)?.features.minutes_since_last_activation, 0),
  },
} as const satisfies Readonly<Record<string, Placeholder>>;

/** The names of all placeholders. */
export const placeholderNames: readonly string[] = Object.keys(placeholders);

function zoneOf({ fingerprint, zone }: ValueFacts): string {
  return localZone(fingerprint.time_zone ?? zone);
}

/** Milliseconds of an event, as long as a calendar has them. */
function timed({ timestamp }: SignalEvent, show: (atMs: number) => string | undefined): string | undefined {
  return timestamp >= 0 && timestamp <= latestSeconds ? show(Math.floor(timestamp * 1_000)) : undefined;
}
const latestSeconds = 32_503_680_000;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown, digits?: number): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return digits === undefined ? String(value) : value.toFixed(digits);
}

/** A number as people read it: four digits of what is not whole. */
function shortNumber(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

function spanOf(events: readonly SignalEvent[]): string | undefined {
  const times = events.map(({ timestamp }) => timestamp).filter(Number.isFinite);
  if (times.length === 0) return undefined;
  return durationInWords(Math.max(...times) - Math.min(...times));
}
