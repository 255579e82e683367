/** What the rules accepted is not doubted without a language model. */
export function secondOpinion(): { readonly fits: true; readonly reason: string } {
  return { fits: true, reason: 'offline' };
}
