import { SalienceError } from '@salience/errors';

/** What the rules accepted is not doubted without a language model. */
export function secondOpinion(): { readonly fits: true; readonly reason: string } {
  return { fits: true, reason: 'offline' };
}

/** Two modes that score alike are not told apart without a language model: the better scored stays. */
export function breakTie(): { readonly choice: 'A'; readonly reason: string } {
  return { choice: 'A', reason: 'offline' };
}

/** Nobody reviews a decision without a language model. Throws `llm.no-offline`: whoever asks for reviews looks first whether there is a model. */
export function noReview(): never {
  throw new SalienceError('llm.no-offline', 'Expected a language model: decisions are not reviewed offline.');
}
