import { join } from 'node:path';
import type { LabelKind, Mode } from '@salience/contracts';
import type { FollowUp, Reaction } from '@salience/reactions';
import { readJsonLines } from '../memory/rows.ts';

/** A follow-up as it was labelled by hand; what the fields mean stands in eval/labels/README.md. */
export interface LabelledRow {
  readonly set: string;
  readonly id: string;
  readonly at: readonly [number | string, number | string];
  readonly did: Mode | null;
  readonly reaction: Reaction | 'answers' | 'goes_on' | 'none';
  readonly kind: LabelKind | null;
  readonly wanted: Mode | null;
  readonly sure: number;
  readonly sampled: 'random' | 'signs';
}

/** What was said, by row. */
export type Texts = (row: LabelledRow) => {
  readonly first: string;
  readonly reply: string | null;
  readonly next: string;
  readonly seconds: number | null;
};

interface Channel {
  readonly id: string;
  readonly messages: readonly {
    readonly i: number;
    readonly time: string;
    readonly speaker: string;
    readonly text: string;
    readonly system: boolean;
    readonly thread: unknown;
  }[];
}

/**
 * Joins labelled rows with the texts of the development data in a folder. Throws where a row's text is not there.
 */
export function readTexts(folder: string): Texts {
  const read = <T>(file: string) => readJsonLines<T>(join(folder, `${file}.jsonl`));
  const dialogues = by(read<{ id: string; utterances: { text: string }[] }>('topic_switch'), ({ id }) => id);
  const channels = by(read<Channel>('irc_threads'), ({ id }) => id);
  const customers = Map.groupBy(
    read<{ set: string; group: string; id: string; text: string }>('mode').filter(
      ({ set }) => set === 'multidogo',
    ),
    ({ group }) => group,
  );
  const chats = Map.groupBy(
    read<{ conv: string; turn: string; text: string }>('memory_turns'),
    ({ conv }) => conv,
  );
  return (row) => {
    const [first, second] = row.at;
    if (row.set === 'irc-ubuntu')
      return inChannel(known(channels.get(row.id), row), Number(first), Number(second), row);
    if (row.set === 'multidogo') {
      const said = (turn: number | string) =>
        known(customers.get(row.id), row).filter(({ id }) => id.split('-').at(-2) === String(turn));
      return {
        first: known(said(first).at(-1), row).text,
        reply: null,
        next: known(said(second)[0], row).text,
        seconds: null,
      };
    }
    const turns =
      row.set === 'locomo'
        ? known(chats.get(row.id), row)
        : known(dialogues.get(row.id), row).utterances.map(({ text }, turn) => ({ turn, text }));
    const place = turns.findIndex(({ turn }) => turn === first);
    const text = (at: number) => known(turns[at], row).text;
    return { first: text(place), reply: text(place + 1), next: text(place + 2), seconds: null };
  };
}

function inChannel(
  { messages }: Channel,
  first: number,
  second: number,
  row: LabelledRow,
): ReturnType<Texts> {
  const message = (i: number) =>
    known(
      messages.find((one) => one.i === i),
      row,
    );
  const [one, other] = [message(first), message(second)];
  const answers = messages.filter(
    ({ i, speaker, system, thread }) =>
      i > first && i < second && !system && speaker !== one.speaker && thread === one.thread,
  );
  const reply = answers.map(({ text }) => text).join('\n');
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  // Logs tell minutes, and begin anew at midnight.
  const between = (minutes(other.time) - minutes(one.time) + 1_440) % 1_440;
  return {
    first: one.text,
    reply: reply === '' ? null : reply,
    next: other.text,
    seconds: Math.max(30, between * 60),
  };
}

function by<T>(rows: readonly T[], key: (row: T) => string): Map<string, T> {
  return new Map(rows.map((row) => [key(row), row]));
}

function known<T>(value: T | undefined, { set, id, at }: LabelledRow): T {
  if (value === undefined) throw new Error(`no text for ${set} ${id} ${at.join(' ')}`);
  return value;
}

/** A labelled row as the reader is given it. */
export function followUpOf(row: LabelledRow, texts: Texts): FollowUp {
  const { first, next, reply, seconds } = texts(row);
  const answer = row.did === 'IGNORE' ? null : reply;
  return {
    before: {
      message: first,
      reply: answer,
      mode: row.did,
      asked: row.did === 'CLARIFY' || /\?\s*$/u.test(answer ?? ''),
    },
    next: { message: next },
    secondsBetween: seconds,
  };
}
