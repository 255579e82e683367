/** A message of a foreign conversation that is taken in. */
export interface Message {
  /** What tells it from every other message of its conversation, in this export and in each later one. */
  readonly key: string;
  readonly by: 'person' | 'assistant';
  /** Well-formed, and more than white space. */
  readonly text: string;
  /** Milliseconds since 1970; null where the export does not say. */
  readonly at: number | null;
  /** The name of a person as the export has it; null for its owner. */
  readonly speaker: string | null;
  /** It was written with text from outside in view, or is such a text: a tool's output, something pasted. */
  readonly isFromOutside: boolean;
}

/** What was said in one thread of another system, or what it kept as statements, in order. */
export interface Conversation {
  /** What tells it from every other of its format, in each export. */
  readonly key: string;
  /** What it is called there; for people who read about it. */
  readonly title: string | null;
  /** The time of messages that have none, until one has; milliseconds since 1970. */
  readonly begun: number | null;
  readonly messages: readonly Message[];
}

/** Why something of an export is not taken in. */
export type LeftOutReason =
  | 'branch'
  | 'empty'
  | 'hidden'
  | 'media'
  | 'persona'
  | 'reasoning'
  | 'system'
  | 'tool'
  | 'unasked'
  | 'unknown';

/** Each reason as people read it. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  branch: 'on branches that were not kept',
  empty: 'empty',
  hidden: 'hidden in the original',
  media: 'images, sound and files',
  persona: 'personas of the other agent',
  reasoning: 'reasoning',
  system: 'system prompts',
  tool: 'calls and output of tools',
  unasked: 'replies to nothing that was said',
  unknown: 'of a kind that is not known',
};

/** Counts what is left out, by reason. */
export type LeftOut = Map<LeftOutReason, number>;

/** Adds to a count. */
export function leave(leftOut: LeftOut, reason: LeftOutReason, count = 1): void {
  if (count > 0) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
}

/** Something that nothing is taken in of, and why: "it …". */
export interface Broken {
  readonly what: string;
  readonly why: string;
}
