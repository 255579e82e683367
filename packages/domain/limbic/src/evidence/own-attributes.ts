import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { finiteOr } from '../features/bounded.ts';
import { declaredMatch } from '../features/declared-match.ts';
import { clockAt, isActive } from '../features/local-clock.ts';
import { normalPath } from '../features/place.ts';
import { baseName, extensionOf, listFact, nameWords, textFact } from '../features/words-of-event.ts';

/** What an event is, as labels count it: `family=value`. */
export interface OwnAttributes {
  /** Of the event by itself: also said of events that came before another one. */
  readonly lasting: readonly string[];
  /** Of its time, its numbers and its declaration: said only of the event that is judged. */
  readonly passing: readonly string[];
}

/** Facts that name the same thing twice, or nothing that comes again. */
const unread = new Set([
  'path',
  'home',
  'extension',
  'text',
  'subject',
  'filename_tokens',
  'subject_tokens',
  'sender',
]);
const hashes = /(?:^|_)(?:hash|etag|id|uid)$/;
const foldersMax = 8;
const wordsMax = 40;
const valueCharsMax = 80;
/** How many hours a stretch of the day may have. */
const stretches = [2, 3, 4, 6, 8, 12] as const;

/** The attributes of an event in the zone of its module. */
export function ownAttributes(event: SignalEvent, fingerprint: Fingerprint, zone: string): OwnAttributes {
  return {
    lasting: [
      `source=${event.source}`,
      `delta=${event.delta_type}`,
      ...placeAttributes(event),
      ...wordAttributes(event),
      ...factAttributes(event),
    ],
    passing: [
      ...timeAttributes(event, fingerprint.time_zone ?? zone),
      ...numberAttributes(event),
      ...declarationAttributes(event, fingerprint, zone),
    ],
  };
}

function placeAttributes(event: SignalEvent): string[] {
  if (event.source !== 'filesystem') return event.source === 'time' ? [] : [`at=${cut(event.location)}`];
  const path = normalPath(event.location);
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '')
    .slice(0, foldersMax);
  return [
    `extension=${extensionOf(event)}`,
    ...folders.map((_, n) => `folder=${cut(folders.slice(0, n + 1).join('/'))}`),
    ...folders.map((name) => `folder_name=${cut(name.toLowerCase())}`),
  ];
}

function wordAttributes(event: SignalEvent): string[] {
  const named = event.source === 'filesystem' ? baseName(event.location).replace(/\.[^.]*$/, '') : '';
  const titles = [
    ...nameWords(named),
    ...listFact(event, 'filename_tokens').flatMap(nameWords),
    ...listFact(event, 'subject_tokens').flatMap(nameWords),
    ...nameWords(textFact(event, 'subject')),
  ];
  const words = new Set(titles.filter((word) => word.length > 1).slice(0, wordsMax));
  const texts = new Set(
    nameWords(textFact(event, 'text'))
      .filter((word) => word.length > 2)
      .slice(0, wordsMax),
  );
  return [...[...words].map((word) => `word=${cut(word)}`), ...[...texts].map((word) => `text=${cut(word)}`)];
}

function factAttributes(event: SignalEvent): string[] {
  const sender = (textFact(event, 'sender') || (event.source === 'mail' ? event.location : '')).toLowerCase();
  const [, address = sender] = /<([^<>]+)>\s*$/.exec(sender) ?? [];
  const found = sender === '' ? [] : [`sender=${cut(address)}`];
  const domain = address.split('@').at(1);
  if (domain !== undefined) found.push(`domain=${cut(domain)}`);
  for (const [name, value] of Object.entries(event.features)) {
    if (unread.has(name) || hashes.test(name)) continue;
    if (typeof value === 'boolean') found.push(`${name}=${value}`);
    else if (typeof value === 'string') found.push(...textAttributes(name, value));
    else if (Array.isArray(value))
      found.push(...value.slice(0, 16).map((item) => `${name}=${cut(item.toLowerCase())}`));
  }
  return found;
}

function textAttributes(name: string, value: string): string[] {
  if (value === '' || value.length > valueCharsMax) return [];
  const whole = `${name}=${value.toLowerCase()}`;
  const words = nameWords(value).slice(0, 6);
  return words.length < 2 ? [whole] : [whole, ...words.map((word) => `${name}~${word}`)];
}

function timeAttributes(event: SignalEvent, zone: string): string[] {
  const { hour, weekday } = clockAt(event.timestamp, zone);
  const found = [`weekday=${weekday}`, `weekend=${weekday >= 5}`];
  for (const width of stretches) {
    for (let back = 0; back < width; back += 1) found.push(`hours=${(hour - back + 24) % 24}+${width}`);
  }
  return found;
}

/** Each number as the steps that it reaches: quarters up to 1, above it half powers of two. */
function numberAttributes(event: SignalEvent): string[] {
  const found: string[] = [];
  const add = (name: string, value: number): void => {
    const size = Math.abs(value);
    const steps = size <= 1 ? Math.floor(4 * size) : 4 + Math.floor(2 * Math.log2(Math.min(size, 2 ** 40)));
    for (let step = 1; step <= steps; step += 1) found.push(`${name}${value < 0 ? '<=-' : '>='}${step}`);
  };
  add('magnitude', finiteOr(event.magnitude, 0));
  for (const [name, value] of Object.entries(event.features)) {
    if (typeof value === 'number' && Number.isFinite(value) && !hashes.test(name)) add(name, value);
  }
  const [size, before] = [event.features['size_bytes'], event.features['previous_size_bytes']];
  if (typeof size === 'number' && typeof before === 'number') add('growth', size - before);
  return found;
}

function declarationAttributes(event: SignalEvent, fingerprint: Fingerprint, zone: string): string[] {
  const match = declaredMatch(fingerprint, event, { sinceMinutes: null, surprise: 0 });
  const { time } = fingerprint.signal_priors;
  const found = [`declared=${match > 0.7 ? 'for' : match < -0.1 ? 'against' : 'neither'}`];
  if (time === undefined) return found;
  return [...found, `active=${isActive(time, clockAt(event.timestamp, fingerprint.time_zone ?? zone))}`];
}

function cut(text: string): string {
  return text.slice(0, valueCharsMax);
}
