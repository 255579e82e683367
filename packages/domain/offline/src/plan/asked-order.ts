import type { DueReading } from '@salience/due-times';
import type { LanguageCode } from '@salience/language';

/** A reminder of which it is not clear when it is to come. */
export interface AskedOrder {
  readonly kind: 'ask';
  readonly language: LanguageCode;
  /** What was read of the time. */
  readonly reading: Exclude<DueReading, { kind: 'at' | 'every' }>;
  /** The words that an answer completes. */
  readonly words: string;
}
