/** What the rules accepted is not doubted without a language model. */
export function secondOpinion(): { readonly fits: true; readonly reason: string } {
  return { fits: true, reason: 'offline' };
}

/** Two modes that score alike are not told apart without a language model: the better scored stays. */
export function breakTie(): { readonly choice: 'A'; readonly reason: string } {
  return { choice: 'A', reason: 'offline' };
}
