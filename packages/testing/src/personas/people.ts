import type { Mode } from '@salience/contracts';
import { pick } from '../random.ts';
import { drawsFor, shuffledPlaces, weighted } from './draw.ts';
import { type Fit, fitOf } from './fit.ts';
import type { Message } from './message.ts';
import { type Persona, type PersonaName, personas } from './personas.ts';
import { type ReactionKind, reactionKinds, seenMode } from './rates.ts';
import { chosenKind, feltAs, type Heard, type Person, type Reaction, worded } from './react.ts';

/** What is asked of people. */
export interface PeopleOptions {
  /** Decides everything. */
  readonly seed: number;
  /** How many of each kind; somebody at least. */
  readonly crowd: Readonly<Partial<Record<PersonaName, number>>>;
  /** What they may say; one at least. */
  readonly messages: readonly Message[];
  /** Messages a day of all together, without what they say about replies; from 1. */
  readonly sayingsADay: number;
  /** How often each mode is what is wanted best; a share of those that some message wants. */
  readonly shares?: Readonly<Partial<Record<Mode, number>>>;
  /**
   * `cut`: nobody says anything about a reply. `shuffled`: everybody reacts as if to what somebody else got, so that words about replies
   * are as frequent as before and tell nothing.
   */
  readonly control?: 'cut' | 'shuffled';
}

/** Something that will be said. */
export interface Saying {
  readonly message: Message;
  /** After the reply to what was said before it, in milliseconds. */
  readonly pauseMs: number;
}

/** A talk: one person, one thread. */
export interface Talk {
  readonly person: Person;
  readonly thread: string;
  /** When it begins, in milliseconds from the start of the first day. */
  readonly at: number;
  /** One at least. */
  readonly sayings: readonly Saying[];
}

/** What a person got for something they said, and where. */
export interface Got extends Omit<Heard, 'mode'> {
  readonly thread: string;
  /** Place of what was said in its thread, from 0. */
  readonly place: number;
  readonly mode: Mode;
  /** Null when none came. */
  readonly reply: string | null;
}

/** A reaction, and how the reply was met: how it fitted what was wanted, and how the person took it. */
export interface Met extends Reaction {
  readonly fit: Fit;
  readonly felt: Fit;
}

/** People who talk to an agent and react to what they get. */
export interface People {
  readonly persons: readonly Person[];
  /** The talks of a day (0 is the first), the earliest first. Always the same. */
  day(day: number): readonly Talk[];
  /** The same for the same person, thread, place and reply. Under `shuffled` also what came before decides: ask in order. */
  react(person: Person, got: Got): Met;
}

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** People talk from seven in the morning to ten at night. */
const [wakeMs, sleepMs] = [7 * hourMs, 22 * hourMs];
/** Messages of a talk: most are short. */
const lengths = [1, 1, 1, 2, 2, 3, 3, 4, 6] as const;
/** The middle of the bands that healthy one-to-one talk keeps to. */
const healthyShares = { RESPOND: 0.62, CLARIFY: 0.13, ACT: 0.13, ACKNOWLEDGE: 0.12 } as const;
/** So many fits are remembered to be taken for others. */
const ringLength = 200;
const ringAtLeast = 30;

/** Makes people. Throws a RangeError when there is nobody or nothing to say. */
export function createPeople({ control, crowd, messages, sayingsADay, seed, shares }: PeopleOptions): People {
  const persons = personsOf(crowd, seed);
  if (persons.length === 0 || messages.length === 0 || !(sayingsADay >= 1))
    throw new RangeError('Expected people, messages, and one saying a day at least.');
  const draw = deckOf(messages, shares ?? healthyShares, seed);
  const active = Object.fromEntries(
    persons.map(({ name }) => [name, 0.5 + drawsFor(seed, 'active', name)()]),
  );
  const byName = new Map(persons.map((person) => [person.name, person]));
  const ring: Fit[] = [];
  return {
    persons,
    day(day) {
      const random = drawsFor(seed, 'day', day);
      const talks: Talk[] = [];
      for (let said = 0; said < sayingsADay; ) {
        const person = byName.get(weighted(random, active)) as Person;
        const length = Math.min(pick(random, lengths), sayingsADay - said);
        const drawn = Array.from({ length }, (_, n) => draw(day * sayingsADay + said + n, random));
        const sayings = inPlace(drawn).map((message) => ({ message, pauseMs: pauseMs(random) }));
        const at = Math.round(day * dayMs + wakeMs + (sleepMs - wakeMs) * ((random() + random()) / 2));
        talks.push({ person, thread: `${person.name}-${day}-${talks.length}`, at, sayings });
        said += length;
      }
      return talks.toSorted((a, b) => a.at - b.at);
    },
    react(person, got) {
      const random = drawsFor(seed, 'react', person.name, got.thread, got.place);
      const mode = seenMode(got.mode, got.reply);
      const fit = fitOf(got.wanted, mode);
      const persona: Persona = personas[person.persona];
      if (control === 'cut') return { kind: 'goOn', text: null, wanted: [], afterMs: 0, fit, felt: fit };
      const felt =
        control === 'shuffled' ? another(ring, fit, random) : feltAs(fit, mode, persona.slip, random);
      if (felt === null) return { kind: 'goOn', text: null, wanted: [], afterMs: 0, fit, felt: fit };
      const heard = { ...got, mode };
      const kind = chosenKind({ persona, person }, heard, felt, random, control === 'shuffled');
      return { ...worded({ persona, person }, got.message, kind, felt, random), fit, felt };
    },
  };
}

function personsOf(crowd: PeopleOptions['crowd'], seed: number): Person[] {
  return (Object.entries(crowd) as [PersonaName, number][]).flatMap(([persona, count]) =>
    Array.from({ length: count }, (_, n) => {
      const name = `${persona}-${n + 1}`;
      const random = drawsFor(seed, 'person', name);
      const tilt: Partial<Record<ReactionKind, number>> = {};
      for (const kind of reactionKinds) tilt[kind] = 0.7 + 0.6 * random();
      return { name, persona, tilt, seed: Math.floor(random() * 2 ** 32) };
    }),
  );
}

/** Gives the message for a place in the life: what is wanted by share, and of those that want it each in turn, in a new order each round. */
function deckOf(
  messages: readonly Message[],
  shares: Readonly<Partial<Record<Mode, number>>>,
  seed: number,
): (place: number, random: () => number) => Message {
  const decks = Map.groupBy(messages, ({ wanted }) => wanted[0] as Mode);
  const weights: Partial<Record<Mode, number>> = {};
  for (const mode of decks.keys()) weights[mode] = shares[mode] ?? 0;
  const orders = new Map<string, number[]>();
  return (place, random) => {
    const mode = weighted(random, weights);
    const deck = decks.get(mode) as Message[];
    const round = Math.floor(place / deck.length);
    const key = `${mode} ${round}`;
    const order = orders.get(key) ?? shuffledPlaces(drawsFor(seed, 'deck', mode, round), deck.length);
    orders.set(key, order);
    return deck[order[place % deck.length] as number] as Message;
  };
}

/** Greetings first, goodbyes last. */
function inPlace(drawn: readonly Message[]): Message[] {
  const rank = { first: 0, any: 1, last: 2 };
  return drawn.toSorted((a, b) => rank[a.place] - rank[b.place]);
}

/** From twenty seconds to four minutes, short ones more often. */
function pauseMs(random: () => number): number {
  return Math.round(20_000 + 220_000 * random() ** 2);
}

/** How somebody else's reply fitted, and remembers this one; null while too few are known. */
function another(ring: Fit[], fit: Fit, random: () => number): Fit | null {
  const other = ring.length < ringAtLeast ? null : pick(random, ring);
  ring.push(fit);
  if (ring.length > ringLength) ring.shift();
  return other;
}
