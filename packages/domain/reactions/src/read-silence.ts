import type { Mode } from '@salience/contracts';
import type { ReadLabel } from './reaction.ts';
import { readMessage } from './reading/read-message.ts';
import { wantedBy, wantsMore } from './rules/exchange.ts';

/** A decided turn after which the person said nothing until its thread expired. */
export interface Silence {
  readonly message: string;
  readonly mode: Mode;
  /** The reply asks the person something. */
  readonly replyAsked: boolean;
}

/** People who are content are silent, and so are those who gave up: a silence is worth less than any word. */
const silenceConfidence = 0.2;

/**
 * What silence until the thread's expiry tells of its last decision. Weak, whatever it is: an answer, a deed or a nod that nobody minded was likely right; a question
 * that nobody answers was likely none that was wanted, and a nod or silence to what asked for something was too little. Silence to what wanted nothing is
 * likely right. After an answer that asks, nothing is told: the answer may be wanted and the question not. Deterministic, never throws.
 */
export function readSilence({ message, mode, replyAsked }: Silence): ReadLabel | null {
  const read = readMessage(message);
  const reading = { reaction: 'silence', confidence: silenceConfidence } as const;
  if (mode === 'CLARIFY')
    return { ...reading, kind: 'under_engagement', wanted: null, reason: 'question_left' };
  if ((mode === 'IGNORE' || mode === 'ACKNOWLEDGE') && wantsMore(read))
    return { ...reading, kind: 'under_engagement', wanted: wantedBy(read), reason: 'request_left' };
  if (replyAsked) return null;
  return { ...reading, kind: 'correct', wanted: mode, reason: 'nothing_more' };
}
