import type { SignalEvent } from '@salience/contracts';
import type { Random } from '@salience/limbic';

/** The names that a made-up month is written with; nothing in them means anything. */
export interface World {
  readonly words: readonly string[];
  readonly folders: readonly string[];
  readonly extensions: readonly string[];
  readonly senders: readonly string[];
}

const consonants = 'bdfgklmnprstvz'.split('');
const vowels = 'aeiou'.split('');
const home = '/srv/desk';

/** One of the items, the first ones more often than the last. */
export function oneOf<T>(items: readonly T[], random: Random, skew = 1): T {
  return items[Math.floor(random.next() ** skew * items.length)] as T;
}

/** The names of a month by a generator. */
export function makeWorld(random: Random): World {
  const words = new Set<string>();
  while (words.size < 60) words.add(madeUpWord(random));
  const all = [...words];
  const domains = all.slice(0, 6).map((word) => `${word}.example`);
  return {
    words: all.slice(20),
    folders: all
      .slice(6, 12)
      .map((word, n) => (n < 4 ? `${home}/in/${word}` : `${home}/in/${all[6] ?? ''}/${word}`)),
    extensions: ['.pdf', '.docx', '.txt', '.png', '.csv', '.zip'],
    senders: all
      .slice(12, 20)
      .flatMap((word, n) => [
        `${word}@${domains[n % 6] ?? ''}`,
        `${word}.${n}@${domains[(n + 1) % 6] ?? ''}`,
      ]),
  };
}

/** The folder that holds all others. */
export const watchedFolder = `${home}/in`;

function madeUpWord(random: Random): string {
  const syllables = 2 + random.below(2);
  return Array.from({ length: syllables }, () => oneOf(consonants, random) + oneOf(vowels, random)).join('');
}

/** A file that came or changed. */
export function fileEvent(
  { words, folders, extensions }: World,
  timestamp: number,
  random: Random,
): SignalEvent {
  const folder = oneOf(folders, random, 1.4);
  const tokens = Array.from({ length: 1 + random.below(3) }, () => oneOf(words, random, 1.6));
  const extension = oneOf(extensions, random, 1.2);
  const path = `${folder}/${tokens.join(oneOf(['-', '_', ' '], random))}_${random.below(1_000)}${extension}`;
  const size_bytes = Math.floor(Math.exp(10 + 2.2 * random.normal()));
  const changed = random.next() < 0.25;
  return {
    source: 'filesystem',
    location: path,
    delta_type: changed ? 'modified' : 'created',
    magnitude: changed ? 0.5 : 1,
    timestamp,
    features: {
      path,
      extension,
      size_bytes,
      ...(changed ? { previous_size_bytes: Math.floor(size_bytes * (0.5 + random.next())) } : {}),
      directory_depth: folder.split('/').length - 4,
      filename_tokens: tokens,
    },
  };
}

/** A mail that came. */
export function mailEvent({ words, senders }: World, timestamp: number, random: Random): SignalEvent {
  const sender = oneOf(senders, random, 1.3);
  const bulk = random.next() < 0.3;
  return {
    source: 'mail',
    location: sender,
    delta_type: 'created',
    magnitude: 1,
    timestamp,
    features: {
      mailbox: 'post',
      sender,
      subject_tokens: Array.from({ length: 2 + random.below(4) }, () => oneOf(words, random, 1.6)),
      asks: bulk ? 0 : Math.round(100 * random.next()) / 100,
      addressed: !bulk,
      bulk,
      known: random.next() < 0.6,
    },
  };
}

/** A tick of the clock. */
export function tickEvent(timestamp: number): SignalEvent {
  return { source: 'time', location: 'tick', delta_type: 'tick', magnitude: 1, timestamp, features: {} };
}
