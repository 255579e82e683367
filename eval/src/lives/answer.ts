import type { ModelReply } from '@salience/testing';

/** What is answered to a request, before habits. */
export interface Answer {
  readonly object?: unknown;
  readonly reply?: ModelReply;
  readonly about: string | undefined;
  readonly scripted: boolean;
}
