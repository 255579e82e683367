import type { Fingerprint } from '@salience/contracts';
import { clamp, finiteOr } from '../features/bounded.ts';
import { declaredMatch } from '../features/declared-match.ts';
import { clockAt, isActive } from '../features/local-clock.ts';
import { routesTo } from '../features/routes.ts';
import { minutesSince, type WindowSnapshot } from '../window/window-matrix.ts';

/** The score of an event that the declaration says nothing about. */
const neutral = 0.4;
/** What is left of a score outside the declared hours and days. */
const outsideShare = 0.55;

/** A score from a declared match (-1 to 1) and the slot `active` (-1, 0 or 1). Rises with both. */
export function scoreOfMatch(match: number, active: number): number {
  const bounded = clamp(finiteOr(match, -1), -1, 1);
  const score = neutral + (bounded < 0 ? 0.3 : 0.5) * bounded;
  return active < 0 ? score * outsideShare : score;
}

/**
 * Whether the last event of a window matters, by the fingerprint alone, 0 to 1: at least .8 if something declared speaks for it in
 * active time, .7 if all of its place is meant, .4 if the declaration says nothing of it, .1 if it speaks against it, and about half outside the
 * declared time. 0 for an event that was not declared at all, and for an empty window. Nothing is learned: the same on every day.
 */
export function ruleScore(snapshot: WindowSnapshot, fingerprint: Fingerprint, zone: string): number {
  const last = snapshot.events.at(-1);
  if (last === undefined || !routesTo(fingerprint, last.event)) return 0;
  const { event, surprise } = last;
  const sinceMinutes = minutesSince(snapshot.activatedAt, event.timestamp);
  const { time } = fingerprint.signal_priors;
  const clock = clockAt(event.timestamp, fingerprint.time_zone ?? zone);
  const active = time === undefined ? 0 : isActive(time, clock) ? 1 : -1;
  return scoreOfMatch(declaredMatch(fingerprint, event, { sinceMinutes, surprise }), active);
}
