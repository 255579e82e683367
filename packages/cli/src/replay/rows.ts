import { createHash } from 'node:crypto';
import { messageCharsMax } from '@salience/contracts';
import { z } from 'zod';
import { usageError } from '@salience/supervisor/home';
import { sessionDate } from './session-date.ts';

/** One message of a transcript, ready to be sent. */
export interface ReplayMessage {
  readonly thread: string;
  readonly speaker: string | undefined;
  readonly text: string;
  /** ISO 8601 with zone; undefined when the transcript does not say. */
  readonly at: string | undefined;
  /** The same at every run over the same transcript. */
  readonly key: string;
  /** What its row calls it, where rows have names. */
  readonly name?: string;
}

/** A transcript: its messages by thread, each thread in order, and how many rows carried no message. */
export interface Transcript {
  readonly threads: ReadonlyMap<string, readonly ReplayMessage[]>;
  readonly messages: number;
  /** Rows without a speaker's words: notices of a channel, empty lines of one. */
  readonly skipped: number;
}

interface Said {
  readonly thread: string;
  readonly speaker: string | undefined;
  readonly text: string;
  readonly at: string | undefined;
  readonly name?: string;
}

const plainRow = z.object({
  thread: z.string().min(1),
  speaker: z.string().nullish(),
  text: z.string(),
  at: z.string().nullish(),
});

const memoryRow = z.object({
  conv: z.string().min(1),
  session: z.string(),
  /** When the session began or the turn was said; where it is left out, the session may be called by its time. */
  date: z.string().optional(),
  turn: z.string(),
  speaker: z.string(),
  text: z.string(),
  caption: z.string().nullish(),
});

const channelRow = z.object({
  id: z.string().min(1),
  messages: z.array(
    z.object({
      time: z.string().nullish(),
      speaker: z.string().nullish(),
      text: z.string(),
      system: z.boolean().optional(),
    }),
  ),
});

/** Seconds between two turns of a session whose rows carry the same date, that of the session. */
const TURN_SECONDS = 20;

/** The last turn of a conversation: its session, its row's date, and when it was said. */
interface LastTurn {
  readonly session: string;
  readonly date: string;
  readonly at: number;
}

/**
 * Reads a transcript: JSON lines of `{thread, speaker, text, at}`, of `{conv, session, date, turn, speaker,
 * text}`, or of `{id, messages: [{time, speaker, text}]}`; they may be mixed. Throws `cli.usage` naming the
 * first line that is none of these. Threads get `prefix` before their name; with `only`, just that thread is read.
 */
export function readTranscript(lines: Iterable<string>, prefix = '', only?: string): Transcript {
  const threads = new Map<string, ReplayMessage[]>();
  const lastTurns = new Map<string, LastTurn>();
  let messages = 0;
  let skipped = 0;
  let number = 0;
  for (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    for (const said of readLine(line, number, lastTurns)) {
      if (only !== undefined && said.thread !== only) continue;
      if (said.speaker === '' || said.text.trim() === '') {
        skipped++;
        continue;
      }
      const thread = `${prefix}${said.thread}`;
      const earlier = threads.get(thread) ?? [];
      threads.set(thread, earlier);
      earlier.push(outgoing({ ...said, thread }, earlier.length));
      messages++;
    }
  }
  return { threads, messages, skipped };
}

function readLine(line: string, number: number, lastTurns: Map<string, LastTurn>): Said[] {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw usageError(`Line ${number} is not JSON. Expected one JSON object a line.`);
  }
  const channel = channelRow.safeParse(row);
  if (channel.success) return channelMessages(channel.data, number);
  const memory = memoryRow.safeParse(row);
  if (memory.success) return [memoryMessage(memory.data, number, lastTurns)];
  const plain = plainRow.safeParse(row);
  if (plain.success) return [plainMessage(plain.data, number)];
  throw usageError(
    `Line ${number} is not a transcript row. Expected {thread, speaker, text, at}, {conv, session, date, turn, speaker, text} ` +
      'or {id, messages: [{time, speaker, text}]}.',
  );
}

function plainMessage(row: z.infer<typeof plainRow>, number: number): Said {
  const at = row.at ?? undefined;
  if (at !== undefined && !z.iso.datetime({ offset: true }).safeParse(at).success)
    throw usageError(
      `Line ${number}: expected "at" as ISO 8601 with zone, like 2024-05-08T13:56:00Z; got "${at}".`,
    );
  return { thread: row.thread, speaker: row.speaker ?? undefined, text: row.text, at };
}

function memoryMessage(
  row: z.infer<typeof memoryRow>,
  number: number,
  lastTurns: Map<string, LastTurn>,
): Said {
  const date = row.date ?? (sessionDate(row.session) === undefined ? '' : row.session);
  const said = sessionDate(date);
  if (said === undefined && date.trim() !== '')
    throw usageError(
      `Line ${number}: expected "date" as ISO 8601 like 2023-05-08T13:56:00Z or 2023-05-08, or like "1:56 pm on 8 May, 2023", a day that there is; got "${date.slice(0, 80)}". Nothing was sent.`,
    );
  const at = said === undefined ? undefined : turnTime(row, date, said, lastTurns);
  // A picture that was sent along is known by its caption only.
  const text = row.caption ? `${row.text} [photo: ${row.caption}]` : row.text;
  return { thread: row.conv, speaker: row.speaker, text, at, name: row.turn };
}

/** When a turn was said: at its row's date, or some seconds after the turn before it where both have the same one; never before that of its session. */
function turnTime(
  { conv, session }: z.infer<typeof memoryRow>,
  date: string,
  said: Date,
  lastTurns: Map<string, LastTurn>,
): string {
  const last = lastTurns.get(conv);
  const earliest =
    last?.date === date ? last.at + TURN_SECONDS * 1_000 : last?.session === session ? last.at + 1 : 0;
  const at = Math.max(said.getTime(), earliest);
  lastTurns.set(conv, { session, date, at });
  return new Date(at).toISOString();
}

/** The clock times of a channel's log belong to the day in its name; after midnight the next day begins. */
function channelMessages(row: z.infer<typeof channelRow>, number: number): Said[] {
  const day = /\d{4}-\d\d-\d\d/.exec(row.id)?.[0];
  if (day !== undefined && Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
    throw usageError(`Line ${number}: expected a day that there is in "id", got "${day}". Nothing was sent.`);
  let days = 0;
  let earlier = '';
  return row.messages.map((message) => {
    const time = message.time ?? undefined;
    if (time !== undefined && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
      throw usageError(
        `Line ${number}: expected "time" like "13:56", got "${time.slice(0, 40)}". Nothing was sent.`,
      );
    if (time !== undefined && time < earlier) days++;
    earlier = time ?? earlier;
    const at = day === undefined || time === undefined ? undefined : instantOf(day, time, days);
    const speaker = message.system === true ? '' : (message.speaker ?? '');
    return { thread: row.id, speaker, text: message.text, at };
  });
}

function instantOf(day: string, time: string, daysLater: number): string {
  return new Date(Date.parse(`${day}T${time}:00Z`) + daysLater * 86_400_000).toISOString();
}

function outgoing(said: Said, position: number): ReplayMessage {
  const text = said.text.slice(0, messageCharsMax);
  const identity = JSON.stringify([said.thread, position, said.speaker ?? '', text]);
  const key = `replay-${createHash('sha256').update(identity).digest('hex').slice(0, 40)}`;
  return { ...said, thread: threadKey(said.thread), text, key };
}

/** The key of the thread that a conversation of this name becomes: without blanks. */
export function threadKey(name: string): string {
  return name.replaceAll(/\s+/g, '-').slice(0, 128);
}
