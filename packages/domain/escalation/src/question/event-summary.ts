import type { SignalEvent } from '@salience/contracts';
import { inQuotes, safeValue } from './safe-value.ts';
import { shownPlace } from './shown-place.ts';

/** Characters of a name in a summary, and how many changes one names: with both it stays within the length of a value. */
const nameCharsMax = 56;
const namedMax = 2;

/**
 * What happened, in one line of at most 200 characters: `filesystem created: “hw3.pdf”`, the newest two first, and how many more there are.
 * Undefined without events. Names are safe and in quotes.
 */
export function eventSummary(events: readonly SignalEvent[]): string | undefined {
  const lines = [...new Set([...events].reverse().map(lineOf))];
  if (lines.length === 0) return undefined;
  const named = lines.slice(0, namedMax);
  const left = countOf(events) - named.length;
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ');
}

/** How many changes events stand for: one of a burst stands for all of it. */
export function countOf(events: readonly SignalEvent[]): number {
  return events.reduce((all, event) => all + burstOf(event), 0);
}

function burstOf({ features }: SignalEvent): number {
  const { count } = features;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 1;
}

function lineOf(event: SignalEvent): string {
  if (event.delta_type === 'tick') return 'the clock ticked';
  const name = safeValue(shortName(event), nameCharsMax);
  return `${event.source} ${event.delta_type}${name === '' ? '' : `: ${inQuotes(name)}`}`;
}

/** What of an event a person would call it by. */
function shortName(event: SignalEvent): string {
  const { features, location, source } = event;
  if (source === 'filesystem') return baseName(location);
  const { key, namespace } = features;
  if (source === 'memory' && typeof key === 'string') return `${textOf(namespace) ?? location} ${key}`;
  return textOf(source === 'host' ? features.metric : features.sender) ?? shownPlace(event);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The last part of a path, whichever way its separators lean. */
export function baseName(path: string): string {
  return /[^/\\]*(?=[/\\]*$)/.exec(path)?.[0] || path;
}

/** The path above the last part; undefined of a name alone. */
export function folderOf(path: string): string | undefined {
  return /^(.*[^/\\]|)[/\\]+[^/\\]+[/\\]*$/.exec(path)?.[1]?.replace(/^$/, '/');
}
