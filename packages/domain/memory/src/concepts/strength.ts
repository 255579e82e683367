/** How fast further mentions lose their effect. Postgres computes the same (salience.mentioned_strength). */
const fading = 0.4;

/**
 * The strength, 0..1, after one more mention; `mentions` counts it. Each mention adds less than the one before, and the order of
 * mentions makes no difference: what is left to 1 falls with their number to the power of 0.4.
 */
export function reinforced(strength: number, mentions: number): number {
  if (mentions <= 1) return strength;
  return 1 - (1 - strength) * ((mentions - 1) / mentions) ** fading;
}
