/** Two modes that score alike are not told apart without a language model: the better scored stays. */
export function breakTie(): { readonly choice: 'A'; readonly reason: string } {
  return { choice: 'A', reason: 'offline' };
}
