import { levelName, readCalled } from './names.ts';

/** Something that was said in a room. */
export interface RoomLine {
  /** Null where it is not known who spoke. */
  readonly speaker: string | null;
  readonly text: string;
  /** True for what the agent said. */
  readonly own: boolean;
  /** For what the agent said: whom it answered, where that is known. */
  readonly to?: string | null;
}

/** A message in a room and what was said before it, oldest first. */
export interface RoomView {
  /** The agent's name and what else it listens to. */
  readonly agentNames: readonly string[];
  readonly speaker: string | null;
  readonly text: string;
  readonly lines: readonly RoomLine[];
}

/** What a room shows of whom a message is meant for. Each 0 to 1; nearness is 1 directly before and falls with each line. */
export interface RoomCues {
  /** Opens or closes with the agent's name. */
  readonly calledMe: number;
  /** The agent's name stands somewhere else in it. */
  readonly mentionsMe: number;
  /** Calls on somebody else. */
  readonly calledOther: number;
  /** How near the agent last spoke to this speaker. */
  readonly agentToSpeaker: number;
  /** How near the agent last spoke to anybody else. */
  readonly agentToOther: number;
  /** How near the speaker last spoke to somebody else. */
  readonly speakerToOther: number;
  /** How near somebody else last spoke to this speaker. */
  readonly otherToSpeaker: number;
  /** The agent spoke directly before. */
  readonly agentJustSpoke: number;
  /** Share of the latest lines that are the agent's. */
  readonly agentShare: number;
  /** The same speaker spoke directly before. */
  readonly goesOn: number;
}

/** So many lines back a room is looked at; what lies before counts for nothing. */
const roomReach = 12;

interface ReadLine {
  readonly speaker: string;
  readonly own: boolean;
  /** Levelled name of whom it is meant for, '' for nobody in particular. */
  readonly to: string;
}

/** The agent, and somebody whose name nobody has used before; no levelled name looks like these. */
const me = '\u0000me';
const somebody = '\u0000somebody';

function calledIn(text: string, names: readonly string[], agentNames: readonly string[]): string | null {
  const { vocative, mentioned, stranger } = readCalled(text, names);
  const called = vocative ?? (stranger ? somebody : (mentioned[0] ?? null));
  return called !== null && agentNames.includes(called) ? me : called;
}

/** Reads each line's speaker and whom it is meant for; a line without a call goes on with whom its speaker just talked to. */
function readLines(view: RoomView, names: readonly string[]): ReadLine[] {
  const agentNames = view.agentNames.map(levelName);
  const read: ReadLine[] = [];
  for (const line of view.lines.slice(-roomReach)) {
    const speaker = line.own ? me : levelName(line.speaker ?? '');
    const named = calledIn(line.text, names, agentNames);
    const told = line.own && line.to !== undefined && line.to !== null ? levelName(line.to) : null;
    const previous = read.at(-1);
    const carried = previous?.speaker === speaker ? previous.to : '';
    const answered = line.own ? (previous?.speaker ?? '') : '';
    read.push({
      speaker,
      own: line.own,
      to: told ?? named ?? (carried || answered),
    });
  }
  return read;
}

/** Reads a room. Pure; looks at the last twelve lines. */
export function readRoom(view: RoomView): RoomCues {
  const speaker = levelName(view.speaker ?? '');
  const agentNames = view.agentNames.map(levelName).filter((name) => name !== '');
  const people = view.lines.flatMap((line) => [line.own ? '' : (line.speaker ?? ''), line.to ?? '']);
  const others = new Set([...people, view.speaker ?? ''].map(levelName));
  const names = [...agentNames, ...[...others].filter((name) => name !== '' && !agentNames.includes(name))];
  const lines = readLines(view, names);
  const nearness = (test: (line: ReadLine) => boolean): number => {
    const index = lines.findLastIndex(test);
    return index < 0 ? 0 : 1 - (lines.length - 1 - index) / roomReach;
  };
  const called = readCalled(
    view.text,
    names.filter((name) => name !== speaker || agentNames.includes(name)),
  );
  const mine = (name: string | null) => name !== null && agentNames.includes(name);
  const bit = (yes: boolean) => (yes ? 1 : 0);
  return {
    calledMe: bit(mine(called.vocative)),
    mentionsMe: bit(called.mentioned.some(mine)),
    calledOther: bit((called.vocative !== null && !mine(called.vocative)) || called.stranger),
    agentToSpeaker: nearness((line) => line.own && line.to === speaker),
    agentToOther: nearness((line) => line.own && line.to !== speaker && line.to !== ''),
    speakerToOther: nearness((line) => line.speaker === speaker && line.to !== me && line.to !== ''),
    otherToSpeaker: nearness((line) => !line.own && line.to === speaker),
    agentJustSpoke: bit(lines.at(-1)?.own === true),
    agentShare: lines.length === 0 ? 0 : lines.filter((line) => line.own).length / lines.length,
    goesOn: bit(lines.length > 0 && lines.at(-1)?.speaker === speaker),
  };
}
