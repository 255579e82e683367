import type { ModelReply } from '@salience/testing';

/** What is answered to a request, before habits. */
export interface Answer {
  readonly object?: unknown;
  readonly reply?: ModelReply;
  readonly about: string | undefined;
  /** Of an object about several turns, which turn each of its exchanges is of, in order. */
  readonly turns?: readonly string[];
  readonly scripted: boolean;
}
