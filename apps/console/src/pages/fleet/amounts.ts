import type { Shapes } from '../../api/routes.gen.ts';

/** What is counted. */
export type Measure = 'calls' | 'cost' | 'tokens';
type Sums = Shapes['UsageSums'];

/** US dollars with as many digits as they need. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0';
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}

/** A large number with its thousands: "950", "12.4 k", "3.1 M". */
export function large(count: number): string {
  if (count < 10_000) return count.toLocaleString('en');
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}

/** A measure of sums. */
export function amountOf(
  measure: Measure,
  { calls, cost_usd: cost, input_tokens: input, output_tokens: output }: Sums,
): number {
  return measure === 'cost' ? cost : measure === 'calls' ? calls : input + output;
}

/** A measure in words. */
export function inWords(measure: Measure, amount: number): string {
  return measure === 'cost' ? dollars(amount) : large(Math.round(amount));
}
