/** How fast further mentions lose their effect. */
const fading = 0.4;

/**
 * The strength, 0..1, of what was mentioned so often, where the first mention gives `first`. Each mention adds less than the one before,
 * and their order makes no difference: what is left to 1 falls with their number to the power of 0.4.
 */
export function mentionedStrength(first: number, mentions: number): number {
  return 1 - (1 - first) * Math.max(mentions, 1) ** -fading;
}
