import type { Tone } from '../../parts/badge.tsx';
import type { Message } from './use-messages.ts';

const began: Readonly<Record<string, string>> = {
  reminder: 'a reminder',
  schedule: 'a schedule',
  approval: 'an answered request',
  thought: 'a thought of its own',
  task: 'a task',
  triage: 'a task, to be sorted',
  review: 'a task that asks',
  report: 'a task that ended',
  pulse: 'something it sensed',
  floor: 'the floor of a room',
};

/** What began a turn that nobody said; undefined for a message of somebody. */
export function beganBy(source: string | undefined): string | undefined {
  return source === undefined ? undefined : began[source];
}

/** How a state stands out. */
export const stateTones: Readonly<Record<Message['state'], Tone>> = {
  pending: 'soft',
  running: 'accent',
  answered: 'good',
  ignored: 'soft',
  merged: 'soft',
  failed: 'bad',
  cancelled: 'warn',
  quarantined: 'bad',
};

/** The modes in the order in which they are shown. */
export const modes = ['RESPOND', 'CLARIFY', 'ACT', 'ACKNOWLEDGE', 'IGNORE'] as const;
export type Mode = (typeof modes)[number];

/** What a mode does, as a person would ask for it. */
export const modeWords: Readonly<Record<Mode, string>> = {
  RESPOND: 'answered',
  CLARIFY: 'asked',
  ACT: 'done something',
  ACKNOWLEDGE: 'only nodded',
  IGNORE: 'kept silent',
};

/** A mode in small letters, as it is named everywhere. */
export function modeName(mode: string): string {
  return mode.toLowerCase();
}

/** A signal, rule or stage as words: `act_request` is "act request". */
export function plain(name: string): string {
  return name.replaceAll(/[._]/g, ' ');
}

/** A number with its sign: "+0.90", "−0.20". */
export function signed(value: number): string {
  const size = Math.abs(value).toFixed(2);
  return value < 0 ? `−${size}` : `+${size}`;
}

/** A share as per cent. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Bytes in their largest unit. */
export function sizeOf(bytes: number): string {
  return bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(1)} KiB`;
}

/** Whether there is a value: older servers leave some out. */
export function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
