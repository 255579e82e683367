import type { RoomState, RoomView } from '@salience/contracts';
import { oneLine } from '../memory/one-line.ts';
import { table } from '../terminal.ts';

/** Characters of a name and of a message that are shown. */
const nameMax = 40;
const wordsMax = 200;

/** Rooms as a table. */
export function roomTable(rooms: readonly RoomView[]): string {
  return table(
    ['room', 'name', 'kind', 'present', 'hands', 'floor'],
    rooms.map(({ hands_max: most, id, kind, members, name, present, raised, speaker }) => [
      id,
      oneLine(name, nameMax),
      kind,
      `${present} of ${members}`,
      `${raised} of ${most}`,
      speaker === null ? 'nobody' : oneLine(speaker, nameMax),
    ]),
  );
}

/** One room: who is in it, whose hand is up, who waits, and the latest messages. */
export function roomLines({ hands, members, messages, name, queue, speaker }: RoomState): string {
  const shownAs = (member: string) =>
    oneLine(members.find((one) => one.member === member)?.display ?? member, nameMax);
  const handOf = (member: string) => hands.find(({ agentId }) => agentId === member)?.state ?? '';
  return [
    oneLine(name, nameMax),
    speaker === null ? 'Nobody has the floor.' : `${shownAs(speaker.member)} has the floor.`,
    ...(queue.length === 0
      ? []
      : [
          `Waiting: ${queue.map(({ display, tier }) => `${oneLine(display, nameMax)} (${tier})`).join(', ')}.`,
        ]),
    '',
    table(
      ['member', 'kind', 'present', 'hand'],
      members.map(({ kind, member, present }) => [
        shownAs(member),
        kind,
        present ? 'yes' : 'no',
        handOf(member),
      ]),
    ),
    ...messages
      .slice(-20)
      .map(({ content, display }) => `${oneLine(display, nameMax)}: ${oneLine(content, wordsMax)}`),
  ].join('\n');
}
