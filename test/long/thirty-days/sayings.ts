/** Something somebody says. */
export interface Saying {
  /** The key of its thread. */
  readonly thread: string;
  readonly text: string;
  /** Nobody: the user. */
  readonly speaker?: string;
}

/** What is said in a row, seconds apart. */
export interface Session {
  /** Days and hours from the start of the life. */
  readonly day: number;
  readonly hour: number;
  readonly sayings: readonly Saying[];
}

/** A conversation as it was written down: its sessions in order. */
export interface Conversation {
  readonly name: string;
  readonly sessions: readonly (readonly Saying[])[];
  /** Questions that somebody may ask once all of it was said. */
  readonly questions: readonly string[];
}
