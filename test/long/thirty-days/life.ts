import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { pick } from '@salience/testing/load';
import { plantedConversations } from './planted-talk.ts';
import type { Conversation, Saying, Session } from './sayings.ts';
import { secretSayings } from './secret.ts';

/** What a life is made of. */
export interface LifeOptions {
  readonly days: number;
  /** Files of rows, one JSON object a line; without turns a life of our own is planted. */
  readonly turns: string | undefined;
  readonly queries: string | undefined;
  readonly random: () => number;
}

const turnRow = z.object({
  conv: z.string().min(1),
  session: z.string(),
  speaker: z.string(),
  text: z.string(),
});
const questionRow = z.object({ conv: z.string().min(1), question: z.string().min(1) });

/** Longer texts are cut: a message holds no more. */
const charsMax = 8_000;
/** When people talk. */
const hours = [8, 11, 13, 16, 18];
/** When the day is gone through, with questions about what was said. */
const eveningHour = 21;
const questionsPerEvening = 4;

/** The sessions of a life in the order of time. The same options, the same life. */
export function livedDays(options: LifeOptions): Session[] {
  const conversations =
    options.turns === undefined
      ? plantedConversations(options.random)
      : readConversations(options.turns, options.queries);
  const talk = conversations.flatMap((one) => spread(one, options.days));
  const days = Array.from({ length: options.days }, (_, day) => [
    ...atTimes(talk.filter((session) => session.day === day)),
    evening(day, conversations, options),
  ]);
  return days.flat();
}

/** Each session of a conversation on a day of its own, as evenly as it goes. */
function spread({ sessions }: Conversation, days: number): { day: number; sayings: readonly Saying[] }[] {
  return sessions.map((sayings, place) => ({
    day: Math.floor((place * days) / sessions.length),
    sayings,
  }));
}

function atTimes(sessions: readonly { day: number; sayings: readonly Saying[] }[]): Session[] {
  return sessions.map((session, place) => ({
    ...session,
    // More sessions than hours follow each other within the last one.
    hour: hours[Math.min(place, hours.length - 1)] as number,
  }));
}

/** Every evening: the secret of the life, errands, and questions about what was said by then. */
function evening(
  day: number,
  conversations: readonly Conversation[],
  { days, random }: LifeOptions,
): Session {
  const thread = `evening-${day}`;
  const share = (day + 1) / days;
  const asked = Array.from({ length: questionsPerEvening }, () => {
    const { questions } = pick(random, conversations);
    return questions[Math.floor(random() * share * questions.length)];
  });
  const errands = [
    `Remind me in ${3 + (day % 5)} hours to ${pick(random, chores)}.`,
    `Add ${pick(random, goods)} and ${pick(random, goods)} to my shopping list.`,
    `I ${pick(random, pastimes)} today and it took ${10 + day} minutes. Remember that.`,
  ];
  const own = [...errands, ...asked.filter((text) => text !== undefined)].map((text) => ({ thread, text }));
  return { day, hour: eveningHour, sayings: [...secretSayings(day, days), ...own] };
}

const chores = [
  'water the tomatoes',
  'feed the cat',
  'call the plumber',
  'pay the rent',
  'take the bins out',
];
const goods = [
  'oats',
  'rye bread',
  'lentils',
  'soap',
  'pears',
  'coffee',
  'rice',
  'candles',
  'paper',
  'thyme',
];
const pastimes = [
  'swam in the lake',
  'mended the fence',
  'baked bread',
  'ran along the river',
  'read in the park',
];

function readConversations(turns: string, queries: string | undefined): Conversation[] {
  const rows = linesOf(turns, turnRow);
  const asked = queries === undefined ? undefined : linesOf(queries, questionRow);
  return [...Map.groupBy(rows, (row) => row.conv)].map(([name, own]) => ({
    name,
    sessions: [...Map.groupBy(own, (row) => row.session).values()].map((session) =>
      session
        .filter(({ text }) => text.trim() !== '')
        .map(({ speaker, text }) => ({ thread: name, speaker, text: text.slice(0, charsMax) })),
    ),
    questions:
      asked?.filter(({ conv }) => conv === name).map(({ question }) => question) ??
      own.flatMap(({ speaker, text }) => questionAbout(speaker, text)),
  }));
}

/** A question about a message: who said it, and its two longest words. */
function questionAbout(speaker: string, text: string): string[] {
  const words = [...new Set(text.match(/\p{L}{6,}/gu))].toSorted((a, b) => b.length - a.length);
  const [longest, next] = words;
  return longest === undefined || next === undefined
    ? []
    : [`What did ${speaker} say about ${longest} and ${next}?`];
}

function linesOf<T>(file: string, row: z.ZodType<T>): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const read = row.safeParse(JSON.parse(line));
      if (read.success) return [read.data];
      throw new Error(`${file}, line ${index + 1}: ${z.prettifyError(read.error)}`);
    });
}
