import type { Conversation, LeftOut } from './conversation.ts';
import type { Fields } from './values.ts';

/** What is read, or found broken, as one: a conversation, or one statement of a memory. */
export interface Unit {
  /** What it is called where something is wrong with it. */
  readonly what: string;
  /** A statement stands alone; statements of an element are taken in by their times. */
  readonly isStatement?: boolean;
  /** Throws `import.unreadable`. What is left out is counted. */
  readonly read: (leftOut: LeftOut) => Conversation;
}

/** How the exports of a system are read. */
export interface Format {
  /** True for an element of such an export. */
  readonly recognises: (element: Fields) => boolean;
  /** What an element holds. Throws `import.unreadable` where that cannot be told. */
  readonly units: (element: Fields) => readonly Unit[];
}
