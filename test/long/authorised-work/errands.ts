import type { Plan } from '@salience/contracts';
import { pick } from '@salience/testing/load';

/**
 * What the person says to a request: yes; no; nothing, so that it expires; a yes and a no at the same moment; a yes in the chat. Whoever
 * says both finds that one of them counted.
 */
export type Word = 'yes' | 'no' | 'nothing' | 'both' | 'chat';

/** The way that an errand takes. `club`, `hook-held`: a message that is held until the person has looked at it. */
export type Way =
  | 'mail'
  | 'mail-unproven'
  | 'club'
  | 'hook'
  | 'hook-held'
  | 'task'
  | 'task-steps'
  | 'task-asks';

/** Something that somebody wants to be done, once. Its number stands in all that is said of it, and in its effect. */
export interface Errand {
  readonly n: number;
  readonly way: Way;
  /** What the person says, by what they are asked. */
  readonly says: { readonly message: Word; readonly step: Word; readonly call: Word };
  /** The triage of its mail is not sure, so the person is asked. */
  readonly unsure: boolean;
  /** The person cancels it, at some moment of its life. */
  readonly cancelled: boolean;
  /** How often the planner fails before it answers: a turn fails, and is tried again. */
  readonly failures: number;
}

/** An errand of this way; what is not said is a yes. */
export function errand(
  n: number,
  way: Way,
  {
    says = {},
    ...more
  }: Partial<Omit<Errand, 'n' | 'says' | 'way'>> & { readonly says?: Partial<Errand['says']> } = {},
): Errand {
  return {
    n,
    way,
    unsure: false,
    cancelled: false,
    failures: 0,
    ...more,
    says: { message: 'yes', step: 'yes', call: 'yes', ...says },
  };
}

/** Every way and every word at least once: what a short run does. */
export function someErrands(first: number): Errand[] {
  const ways: readonly Parameters<typeof errand>[] = [
    [0, 'mail'],
    [0, 'mail', { unsure: true }],
    [0, 'mail', { says: { call: 'no' } }],
    [0, 'mail', { unsure: true, says: { step: 'nothing' } }],
    [0, 'mail-unproven'],
    [0, 'club'],
    [0, 'club', { says: { message: 'no' } }],
    [0, 'club', { says: { message: 'nothing' } }],
    [0, 'hook'],
    [0, 'hook', { says: { call: 'both' } }],
    [0, 'hook', { says: { call: 'nothing' } }],
    [0, 'hook-held'],
    [0, 'hook-held', { says: { message: 'both' } }],
    [0, 'task'],
    [0, 'task-steps'],
    [0, 'task-steps', { failures: 1 }],
    [0, 'task-asks'],
    [0, 'task-asks', { says: { step: 'no' } }],
  ];
  return ways.map(([, way, more], at) => errand(first + at, way, more));
}

const ways: readonly Way[] = [
  'mail',
  'mail',
  'mail',
  'mail-unproven',
  'club',
  'club',
  'hook',
  'hook',
  'hook-held',
  'task',
  'task-steps',
  'task-asks',
];
const words: readonly Word[] = ['yes', 'yes', 'yes', 'yes', 'yes', 'no', 'nothing', 'both'];

/** `count` errands that the draws decide. */
export function drawErrands(first: number, count: number, random: () => number): Errand[] {
  return Array.from({ length: count }, (_, at) =>
    errand(first + at, pick(random, ways), {
      unsure: random() < 0.2,
      cancelled: random() < 0.08,
      failures: random() < 0.08 ? 1 : 0,
      says: { message: pick(random, words), step: pick(random, words), call: pick(random, words) },
    }),
  );
}

/** The number of an errand in a text of ours; undefined where there is none. */
export function numberIn(text: string): number | undefined {
  const found = /\bthing (\d+)/.exec(text);
  return found === null ? undefined : Number(found[1]);
}

/** What asks for an effect: of an errand of several steps, `part` is the step. */
export function wish(n: number, part?: number): string {
  return `Please write thing ${part === undefined ? n : `${n}-${part}`} into the notebook for me.`;
}

/** The plan of a task that has one. */
export function planOf({ n, way }: Errand): Pick<Plan, 'steps'> | undefined {
  const agent = (part: number) => ({ kind: 'agent' as const, name: `part-${part}`, text: wish(n, part) });
  if (way === 'task-steps') return { steps: [agent(1), agent(2), agent(3)] };
  if (way !== 'task-asks') return undefined;
  const ask = { kind: 'person' as const, name: 'ask', text: `Shall the rest of thing ${n} be written?` };
  return { steps: [agent(1), ask, agent(2)] };
}
