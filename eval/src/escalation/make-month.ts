import { type Fingerprint, fingerprintSchema, type SignalEvent } from '@salience/contracts';
import { type Random, seeded } from '@salience/limbic';
import { makePreference, type Preference } from './preference.ts';
import { fileEvent, mailEvent, makeWorld, oneOf, tickEvent, type World, watchedFolder } from './world.ts';

/** A line of a file of rows. */
export type MonthRow =
  | { readonly fingerprint: Fingerprint }
  | {
      readonly id: string;
      readonly at: number;
      readonly agent: string;
      readonly module: string;
      readonly event: SignalEvent;
      readonly relevant: 0 | 1;
      readonly feedback?: 0 | 1;
    };

const days = 30;
const noise = 0.05;
/** A Monday, in seconds since 1970. */
const start = 1_735_516_800;
const daySeconds = 86_400;
const windowEvents = 9;
/** The share of wanted events that a preference may have. */
const shareMin = 0.08;
const shareMax = 0.4;

/**
 * A month of files, mails and ticks of one agent, in time order, with the feedback that a user gave who wants something else than the fingerprint says. The same
 * seed gives the same month. The preference is drawn anew until a fair share of the month is wanted.
 */
export function makeMonth(seed: number): { readonly about: string; readonly rows: readonly MonthRow[] } {
  const random = seeded(seed);
  const world = makeWorld(random);
  const events = monthEvents(world, random);
  let preference: Preference;
  let wanted: boolean[];
  do {
    preference = makePreference(world, random);
    const { wants } = preference;
    wanted = events.map((event, n) => wants(event, events.slice(Math.max(0, n - windowEvents), n)));
  } while (!isFair(wanted));
  const fingerprint = fingerprintOf(world, random);
  const heard = feedbackOn(events, wanted, fingerprint, random);
  const rows = events.map((event, n): MonthRow => {
    const feedback = heard.get(n);
    return {
      id: `s${seed}-${n}`,
      at: event.timestamp,
      agent: 'sal',
      module: fingerprint.module_id,
      event,
      relevant: wanted[n] === true ? 1 : 0,
      ...(feedback === undefined ? {} : { feedback }),
    };
  });
  return { about: preference.about, rows: [{ fingerprint }, ...rows] };
}

function isFair(wanted: readonly boolean[]): boolean {
  const share = wanted.filter(Boolean).length / wanted.length;
  return share >= shareMin && share <= shareMax;
}

function monthEvents(world: World, random: Random): SignalEvent[] {
  const events: SignalEvent[] = [];
  for (let day = 0; day < days; day += 1) {
    const busy = day % 7 < 5 ? 1 : 0.5;
    for (let n = 0; n < 45 * busy; n += 1) {
      const hour = Math.min(23.9, Math.max(0, 13.5 + 4 * random.normal()));
      const at = Math.floor(start + day * daySeconds + hour * 3_600);
      events.push(random.next() < 0.55 ? fileEvent(world, at, random) : mailEvent(world, at, random));
    }
    for (let hour = 8; hour < 20; hour += 3) events.push(tickEvent(start + day * daySeconds + hour * 3_600));
  }
  return events.toSorted((a, b) => a.timestamp - b.timestamp);
}

function fingerprintOf({ extensions, senders, words }: World, random: Random): Fingerprint {
  return fingerprintSchema.parse({
    module_id: 'desk',
    cluster: 'desk',
    version: '1',
    question_template: 'Something came: {location}. Does it matter?',
    default_threshold: 0.65,
    signal_priors: {
      filesystem: {
        watch_directories: [watchedFolder],
        relevant_extensions: [oneOf(extensions, random)],
        irrelevant_extensions: ['.zip'],
      },
      mail: { relevant_senders: [oneOf(senders, random)], relevant_words: [oneOf(words, random)] },
      time: { active_hours: [7, 21], ticks: true, typical_interval_hours: 24 },
    },
  });
}

/** Two to four answers a day: mostly to what the declaration would have shown, else to a look at anything. Some are wrong. */
function feedbackOn(
  events: readonly SignalEvent[],
  wanted: readonly boolean[],
  fingerprint: Fingerprint,
  random: Random,
): Map<number, 0 | 1> {
  const heard = new Map<number, 0 | 1>();
  const { filesystem, mail } = fingerprint.signal_priors;
  const shown = ({ features }: SignalEvent): boolean =>
    (filesystem?.relevant_extensions ?? []).includes(String(features['extension'])) ||
    (mail?.relevant_senders ?? []).includes(String(features['sender']));
  for (let day = 0; day < days; day += 1) {
    const ofDay = [...events.keys()].filter(
      (n) => Math.floor(((events[n]?.timestamp ?? 0) - start) / daySeconds) === day,
    );
    const seen = ofDay.filter((n) => shown(events[n] as SignalEvent));
    for (let n = 3 + random.below(2); n > 0; n -= 1) {
      const from = seen.length > 0 && random.next() < 0.55 ? seen : ofDay;
      const at = oneOf(from, random);
      const is = wanted[at] === true;
      heard.set(at, (random.next() < noise ? !is : is) ? 1 : 0);
    }
  }
  return heard;
}
