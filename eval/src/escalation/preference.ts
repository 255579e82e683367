import type { SignalEvent } from '@salience/contracts';
import type { Random } from '@salience/limbic';
import { oneOf, type World } from './world.ts';

/** What a made-up user really wants, whatever the fingerprint says. */
export interface Preference {
  readonly about: string;
  /** `before`: the events of the window before it, oldest first. */
  readonly wants: (event: SignalEvent, before: readonly SignalEvent[]) => boolean;
}

type Family = (world: World, random: Random) => Preference;

const tokensOf = ({ features }: SignalEvent): readonly string[] =>
  [features['filename_tokens'], features['subject_tokens']].flatMap((value) =>
    Array.isArray(value) ? value : [],
  );
const senderOf = ({ features }: SignalEvent): string => String(features['sender'] ?? '');
const hourOf = ({ timestamp }: SignalEvent): number => Math.floor(timestamp / 3_600) % 24;
const weekdayOf = ({ timestamp }: SignalEvent): number => (Math.floor(timestamp / 86_400) + 3) % 7;

const word: Family = ({ words }, random) => {
  const wanted = [0, 1, 2].map(() => oneOf(words.slice(0, 16), random));
  return {
    about: `word ${wanted.join()}`,
    wants: (event) => tokensOf(event).some((token) => wanted.includes(token)),
  };
};
const sender: Family = ({ senders }, random) => {
  const wanted = [oneOf(senders, random, 1.3), oneOf(senders, random, 1.3)];
  return { about: `sender ${wanted.join()}`, wants: (event) => wanted.includes(senderOf(event)) };
};
const domain: Family = ({ senders }, random) => {
  const wanted = oneOf(senders, random).split('@')[1] ?? '';
  return { about: `domain ${wanted}`, wants: (event) => senderOf(event).endsWith(wanted) && wanted !== '' };
};
const folder: Family = ({ folders }, random) => {
  const wanted = [oneOf(folders, random), oneOf(folders, random)];
  return {
    about: `folder ${wanted.join()}`,
    wants: (event) => wanted.some((path) => event.location.startsWith(`${path}/`)),
  };
};
const hours: Family = (_, random) => {
  const first = 7 + random.below(10);
  const workdays = random.next() < 0.5;
  return {
    about: `hours ${first} to ${first + 4}${workdays ? ' of workdays' : ''}`,
    wants: (event) =>
      event.source !== 'time' &&
      hourOf(event) >= first &&
      hourOf(event) < first + 4 &&
      (!workdays || weekdayOf(event) < 5),
  };
};
const size: Family = (_, random) => {
  const low = Math.exp(9 + 2 * random.next());
  return {
    about: `size ${Math.round(low)} to ${Math.round(12 * low)}`,
    wants: ({ features: { size_bytes: bytes } }) =>
      typeof bytes === 'number' && bytes >= low && bytes < 12 * low,
  };
};
const after: Family = ({ senders, extensions }, random) => {
  const byMail = random.next() < 0.5;
  const wanted = byMail ? [oneOf(senders, random), oneOf(senders, random)] : [oneOf(extensions, random)];
  return {
    about: `after ${wanted.join()}`,
    wants: (event, before) =>
      event.source === (byMail ? 'filesystem' : 'mail') &&
      before
        .slice(-4)
        .some((other) =>
          byMail ? wanted.includes(senderOf(other)) : wanted.includes(String(other.features['extension'])),
        ),
  };
};
const wide: readonly Family[] = [
  ({ words }, random) => {
    const wanted = words.filter(() => random.next() < 0.4);
    return {
      about: `one of ${wanted.length} words`,
      wants: (event) => tokensOf(event).some((token) => wanted.includes(token)),
    };
  },
  (_, random) => {
    const first = 8 + random.below(4);
    return {
      about: `hours ${first} to ${first + 8}`,
      wants: (event) => hourOf(event) >= first && hourOf(event) < first + 8,
    };
  },
  (_, random) => {
    const extension = random.next() < 0.5 ? 'filesystem' : 'mail';
    return { about: extension, wants: (event) => event.source === extension };
  },
];
const single: readonly Family[] = [word, sender, domain, folder, hours, size, after];

/** Both of two: something narrow, or two halves that are common by themselves. */
const both: Family = (world, random) => {
  const [one, other] = [oneOf([word, domain, folder, hours, size, after], random), oneOf(wide, random)].map(
    (family) => family(world, random),
  ) as [Preference, Preference];
  return {
    about: `${one.about} and ${other.about}`,
    wants: (event, before) => one.wants(event, before) && other.wants(event, before),
  };
};

/** A hidden preference of one of several families. */
export function makePreference(world: World, random: Random): Preference {
  return oneOf([...single, both, both, both], random)(world, random);
}
