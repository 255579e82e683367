import type { Mode } from '@salience/contracts';

/** What somebody begins with, and what they want by it. */
export interface Message {
  readonly id: string;
  readonly text: string;
  /** Modes that give what is wanted, the best one first; one at least. */
  readonly wanted: readonly Mode[];
  /** The same in other words, where somebody wrote them down. */
  readonly again: readonly string[];
  /** What an unclear message meant, as one says when asked back; where somebody wrote it down. */
  readonly meant: readonly string[];
  /** Where in a talk it stands: a greeting first, a goodbye last. */
  readonly place: 'first' | 'last' | 'any';
}
