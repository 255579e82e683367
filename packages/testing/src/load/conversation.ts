import { pick } from '../random.ts';
import { outcomes, people, places, things, uniqueText } from './unique-text.ts';

/** What a client of a load says. */
export type LoadKind =
  /** Every text is unlike all others, on a subject of its own. */
  | 'random'
  /** Conversations: subjects last, people thank, rooms of several people talk among themselves. */
  | 'talk'
  /** A room of several people who never mean the agent. */
  | 'overheard';

/** A message of a load. */
export interface LoadMessage {
  readonly text: string;
  readonly speaker?: string;
  /** Before the next one, in milliseconds. */
  readonly pauseMs: number;
}

/** Makes the next message; `number` makes it differ from every other. */
export type NextMessage = (number: number) => LoadMessage;

/*
 * Statistics of the development conversations, none of their texts: TIAGE and DialSeg711 (11,750 utterances of two), MultiDoGO (13,591 messages to a
 * service), LoCoMo (1,468 of two), Ubuntu IRC (3,250 in rooms). Where two stand for talk with the agent (TIAGE with DialSeg711, MultiDoGO), both count
 * the same.
 */
/** Messages on one subject: TIAGE 3.9 and DialSeg711 5.5 in the mean; a place each for equal shares of the runs. */
const runs = [1, 2, 2, 3, 4, 5, 6, 8, 11] as const;
/** Characters of a message, a place each for equal shares: talk with the agent, and in a room. */
const lengths = {
  two: [3, 14, 28, 34, 41, 54, 71, 92],
  room: [8, 14, 20, 30, 40, 56, 72, 118, 268],
} as const;
/** Shares of questions and of messages that only greet, thank or say goodbye (.411 and .02 with .019 and .571; .270 and .041). */
const mixes = { two: { asks: 0.215, courtesies: 0.295 }, room: { asks: 0.27, courtesies: 0.041 } } as const;
/** Speakers among 25 lines of a room, 6 to 15. */
const roomSizes = [6, 8, 9, 9, 11, 12] as const;
/** Share of lines in a room after which the same speaker goes on, and share that open with somebody's name. */
const goesOn = 0.152;
const calls = 0.423;
/** Of the lines in a room .781 follow within the minute, .197 within the next, the others later: a burst, a breath, a pause. */
const rhythm = [
  { share: 0.781, pauseMs: 0 },
  { share: 0.197, pauseMs: 500 },
  { share: 0.022, pauseMs: 2_500 },
] as const;
/** How many conversations are rooms is no statistic of the sets; nor is how often somebody in a room means the agent. */
const roomsShare = 0.25;
const agentShare = 0.05;

const courtesies = [
  'Thanks!',
  'ok',
  'Thank you.',
  'Good night!',
  'okay thanks',
  'Hello!',
  'Great, thanks.',
  'bye',
] as const;

/** Makes the talker of one client. Everything is drawn from `random`, so a seed decides it. */
export function talkerOf(kind: LoadKind, random: () => number): NextMessage {
  if (kind === 'random') return (number) => ({ text: uniqueText(random, number), pauseMs: 0 });
  const isRoom = kind === 'overheard' || random() < roomsShare;
  return isRoom ? roomTalk(random, kind === 'overheard' ? 0 : agentShare) : talkOfTwo(random);
}

function talkOfTwo(random: () => number): NextMessage {
  const next = sentences(random, 'two');
  return (number) => ({ text: next(number), pauseMs: pauseOf(random) });
}

/** Everybody calls somebody else by name, unless they go on or the room knows whom they mean. */
function roomTalk(random: () => number, toAgent: number): NextMessage {
  const present = people.slice(0, pick(random, roomSizes));
  const next = sentences(random, 'room');
  let speaker = pick(random, present);
  return (number) => {
    if (random() >= goesOn) speaker = pick(random, present);
    const other = pick(
      random,
      present.filter((name) => name !== speaker),
    );
    const called = random() < toAgent ? 'salience, ' : random() < calls ? `${other}: ` : '';
    return { speaker, text: `${called}${next(number)}`, pauseMs: pauseOf(random) };
  };
}

function pauseOf(random: () => number): number {
  let drawn = random();
  for (const { pauseMs, share } of rhythm) {
    if (drawn < share) return pauseMs;
    drawn -= share;
  }
  return 0;
}

interface Subject {
  readonly who: string;
  readonly where: string;
  readonly what: string;
}

/** Sentences of a conversation: a subject lasts as many messages as its run has. */
function sentences(random: () => number, kind: 'room' | 'two'): (number: number) => string {
  const { asks, courtesies: nods } = mixes[kind];
  let left = 0;
  let subject: Subject = subjectOf(random);
  return (number) => {
    if (left === 0) {
      left = pick(random, runs);
      subject = subjectOf(random);
    }
    left -= 1;
    const drawn = random();
    if (drawn < nods) return pick(random, courtesies);
    const first = drawn < nods + asks ? question(random, subject, number) : telling(random, subject, number);
    return lengthened(random, first, subject, pick(random, lengths[kind]));
  };
}

function subjectOf(random: () => number): Subject {
  return { who: pick(random, people), where: pick(random, places), what: pick(random, things) };
}

function question(random: () => number, { what, where, who }: Subject, number: number): string {
  return pick(random, [
    `Is it ${number}?`,
    `Who has number ${number} of ${what}?`,
    `When does ${who} come to ${where} with ${number}?`,
    `What do we pay for ${what}, ${number} or less?`,
  ]);
}

function telling(random: () => number, { what, where, who }: Subject, number: number): string {
  return pick(random, [
    `It is ${number}.`,
    `${who} says ${number}.`,
    `I saw ${what} in ${where}, number ${number}.`,
    `${who} paid ${number} crowns for ${what}.`,
  ]);
}

/** Goes on about the subject until a message is about as long as messages are. */
function lengthened(
  random: () => number,
  first: string,
  { what, where, who }: Subject,
  chars: number,
): string {
  let text = first;
  while (text.length + 20 < chars) {
    const more = [`${who} thinks that ${pick(random, outcomes)}.`, `In ${where} ${pick(random, outcomes)}.`];
    text += ` ${pick(random, [...more, `That is what ${what} needs.`])}`;
  }
  return text;
}
