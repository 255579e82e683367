/** A number to three places behind the dot, without zeros that say nothing; a dash for nothing. */
export function figure(value: unknown): string {
  return typeof value === 'number' ? `${Math.round(value * 1_000) / 1_000}` : '–';
}

/** The same with its sign. */
export function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${figure(value)}`.replace('-', '−');
}

/** A share as per cent. */
export function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

/** A code as words. */
export function spaced(code: string): string {
  return code.replaceAll('_', ' ');
}
