import type { Mode } from '@salience/contracts';
import type { Lexicon } from '../reading/lexicons.ts';
import { countWords, type Phrases } from '../reading/phrases.ts';
import type { Message, MessageClause } from '../reading/read-message.ts';
import type { Sameness } from '../reading/sameness.ts';
import { kindOf } from '../kind-of.ts';
import type { Reaction, ReadLabel } from '../reaction.ts';

/** A decision, what came of it, and what the person said then, read in one language. */
export interface Exchange {
  readonly before: Message;
  readonly reply: Message | null;
  /** Null where it is not known what was done. */
  readonly mode: Mode | null;
  readonly asked: boolean;
  readonly next: Message;
  /** Null where it is not known. */
  readonly secondsBetween: number | null;
  /** Cosine of the two messages' vectors, null where there are none. */
  readonly similarity: number | null;
  readonly sameness: Sameness;
  readonly lexicon: Lexicon;
}

/** Reads one kind of reaction; null where it sees none. */
export type Rule = (exchange: Exchange) => ReadLabel | null;

/** The mode that a message wants: ACT where it asks for a deed, RESPOND where it asks for text, null where it wants neither or one cannot tell. */
export function wantedBy({ cues }: Message): 'ACT' | 'RESPOND' | null {
  if (cues.actRequest) return cues.answerRequest ? null : 'ACT';
  return cues.interrogative || cues.questionMark || cues.answerRequest ? 'RESPOND' : null;
}

/** True for a message that wants an answer or a deed. */
export function wantsMore(message: Message): boolean {
  return wantedBy(message) !== null || message.cues.answerRequest || message.cues.need;
}

/** True where nothing stood but silence or a nod. */
export function wasLeftAlone(mode: Mode | null): boolean {
  return mode === 'IGNORE' || mode === 'ACKNOWLEDGE';
}

/** What is left of a clause without what people say beside their thanks. */
export function pointOf(
  { said }: Pick<MessageClause, 'said'>,
  { beside, content, thanks, yes }: Lexicon,
): string {
  return [thanks, content, beside, yes].reduce((left, words) => words.without(left), said);
}

/** True for a clause that says nothing but "thanks", "great", "that is all". */
export function isCourtesy(clause: MessageClause, lexicon: Lexicon): boolean {
  return pointOf(clause, lexicon).trim() === '';
}

/** True where a clause says one of the phrases and hardly anything else. */
export function isPoint(said: string, words: Phrases, { beside, thanks }: Lexicon): boolean {
  return words.within(said) && countWords(thanks.without(beside.without(words.without(said)))) <= 1;
}

/** The label of a wanted mode; null where it is the one that was taken, or none is known to have been. */
export function label(
  { mode }: Exchange,
  reaction: Reaction,
  wanted: Mode,
  confidence: number,
  reason: string,
): ReadLabel | null {
  if (mode === null || mode === wanted) return null;
  return { reaction, kind: kindOf(mode, wanted), wanted, confidence, reason };
}

/** The label of a decision that did too little, for what its message wanted. */
export function tooLittle(
  { before, mode }: Exchange,
  reaction: Reaction,
  confidence: number,
  reason: string,
  otherwise: Mode | null = null,
): ReadLabel {
  const wanted = wantedBy(before) ?? otherwise;
  return { reaction, kind: 'under_engagement', wanted: wanted === mode ? null : wanted, confidence, reason };
}
