/**
 * The words of one language by which people react to what was said or done. Data only: phrases in plain spelling; case, accents, apostrophes and
 * hyphens are levelled in table and text alike. `_` stands for up to two words of any kind.
 */
export interface ReactionTable {
  /** ISO 639-1 code. */
  readonly code: string;
  /** Thanks. */
  readonly thanks: readonly string[];
  /** Hold a thanks that is none for what was done: it declines, comes before the deed, or is only polite. */
  readonly thanksForNothing: readonly string[];
  /** Content with what came, as the point of a clause. */
  readonly content: readonly string[];
  /** Words that may stand beside thanks and contentment and say nothing of their own. */
  readonly beside: readonly string[];
  /** Says that it works now, or that it helped. */
  readonly works: readonly string[];
  /** Says that it does not, or takes back half of what was said: after one of these nobody is simply content. */
  readonly fails: readonly string[];
  /** Yes, at the start of a message. */
  readonly yes: readonly string[];
  /** No, at the start of a message. */
  readonly no: readonly string[];
  /** Takes what was put before the person: "sounds good", "let's go with that". */
  readonly takes: readonly string[];
  /** Takes up an advice: "I'll try that". */
  readonly tries: readonly string[];
  /** In a reply: puts a thing or a deed before the person. */
  readonly offers: readonly string[];
  /** In a reply: there was nothing to offer. */
  readonly foundNone: readonly string[];
  /** In the question of a reply: it asks for something that it needs, and puts nothing before the person. */
  readonly asksWhich: readonly string[];
  /** Says what was meant, after it was taken otherwise. */
  readonly meant: readonly string[];
  /** Says the same of oneself: a slip, a thing forgotten, a change of mind. The decision was not at fault. */
  readonly ownSlip: readonly string[];
  /** Says that it was understood wrongly. */
  readonly misunderstood: readonly string[];
  /** Says that asking first would have been right. */
  readonly shouldAsk: readonly string[];
  /** Says that what is asked was said already, or that nothing should be asked. */
  readonly toldAlready: readonly string[];
  /** Says that nobody answers, or asks whether anybody is there. */
  readonly unanswered: readonly string[];
  /** Says that a deed is wanted, not words. */
  readonly justDo: readonly string[];
  /** Says that an answer is wanted, not a deed. */
  readonly onlyAsked: readonly string[];
  /** Says that nothing was to be done about it: it was only told. */
  readonly onlySaid: readonly string[];
  /** Says that somebody else was spoken to, or that silence is wanted. */
  readonly notYou: readonly string[];
  /** Says that what was done was never ordered. */
  readonly unasked: readonly string[];
  /** Says that the person found it or did it alone. */
  readonly foundAlone: readonly string[];
}

/** Splits a written list at bars. */
export function phrases(list: string): readonly string[] {
  return list.split('|').map((entry) => entry.trim());
}
