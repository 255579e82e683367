import type { LabelKind, Mode } from '@salience/contracts';

/** What a person does with what was said or done. */
export type Reaction =
  | 'thanks'
  | 'acceptance'
  | 'repeat'
  | 'rephrase'
  | 'meant'
  | 'correction'
  | 'complaint'
  | 'self_serve'
  | 'silence';

/** What is said of a decision by whatever way. */
export interface Label {
  readonly kind: LabelKind;
  /** The mode that would have been right; null where it cannot be told. With `correct` the mode that was taken. */
  readonly wanted: Mode | null;
  /** How sure the reading is, 0 to 1. */
  readonly confidence: number;
  /** What it was read by, as a short code. Never a word of the message. */
  readonly reason: string;
}

/** What a reaction tells of the decision before it. */
export interface ReadLabel extends Label {
  readonly reaction: Reaction;
}
