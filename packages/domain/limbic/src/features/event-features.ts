import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { clamp, finiteOr } from './bounded.ts';
import { declaredMatch } from './declared-match.ts';
import { featureCount } from './feature-names.ts';
import { clockAt, isActive } from './local-clock.ts';
import { leastDepth } from './place.ts';
import { routesTo } from './routes.ts';

/** What the window knows of an event beside the event. */
export interface EventFacts {
  /** Minutes since the module last woke the agent; null if it never did. */
  readonly sinceMinutes: number | null;
  /** Events of the last minute, 0 to 1, logarithmic. */
  readonly burst: number;
  /** -1 to 1. */
  readonly surprise: number;
  /** What labels say, -1 to 1; 0 without labels. */
  readonly evidence: number;
  /** What is left of the say of the declaration, 0 to 1: it gives way to labels. */
  readonly declaration: number;
  /** The zone of the owner, for a module that names none. */
  readonly zone: string;
}

const turn = 2 * Math.PI;
/** The largest size that counts, in bytes. */
const sizeMax = 2 ** 30;

/** Writes the features of one event, relative to one fingerprint, into `target` from `at` on: `featureCount` values in [-1, 1]. */
export function writeFeatures(
  target: Float32Array,
  at: number,
  fingerprint: Fingerprint,
  event: SignalEvent,
  facts: EventFacts,
): void {
  const clock = clockAt(event.timestamp, fingerprint.time_zone ?? facts.zone);
  const { time } = fingerprint.signal_priors;
  const hour = (turn * (clock.hour + clock.minute / 60)) / 24;
  const weekday = (turn * clock.weekday) / 7;
  const delta = event.delta_type;
  const values = [
    facts.declaration * declaredMatch(fingerprint, event, facts),
    placeOf(fingerprint, event),
    time === undefined ? 0 : facts.declaration * (isActive(time, clock) ? 1 : -1),
    delta === 'created' || delta === 'renamed' ? 1 : 0,
    delta === 'modified' ? 1 : 0,
    delta === 'deleted' ? 1 : 0,
    delta === 'tick' ? 1 : 0,
    Math.sin(hour),
    Math.cos(hour),
    Math.sin(weekday),
    Math.cos(weekday),
    sinceOf(facts.sinceMinutes, time?.typical_interval_hours ?? 24),
    facts.burst,
    sizeOf(event),
    facts.evidence,
    facts.surprise,
  ];
  for (let slot = 0; slot < featureCount; slot += 1) {
    target[at + slot] = clamp(finiteOr(values[slot], 0), -1, 1);
  }
}

function placeOf(fingerprint: Fingerprint, event: SignalEvent): number {
  const { filesystem } = fingerprint.signal_priors;
  if (event.source !== 'filesystem') return routesTo(fingerprint, event) ? 1 : 0;
  const depth = leastDepth(filesystem?.watch_directories ?? [], event);
  return depth === undefined ? 0 : 1 / (1 + 0.25 * depth);
}

function sinceOf(minutes: number | null, typicalHours: number): number {
  if (minutes === null) return 1;
  const intervals = Math.max(0, finiteOr(minutes, 0)) / (60 * typicalHours);
  return Math.log1p(9 * intervals) / Math.log1p(90);
}

function sizeOf({ features, delta_type }: SignalEvent): number {
  const size = Math.max(0, finiteOr(features['size_bytes'], finiteOr(features['value_length'], 0)));
  const before = finiteOr(features['previous_size_bytes'], null);
  if (delta_type === 'modified' && before !== null) {
    return Math.tanh(0.5 * (Math.log1p(size) - Math.log1p(Math.max(0, before))));
  }
  return Math.log1p(size) / Math.log1p(sizeMax);
}
