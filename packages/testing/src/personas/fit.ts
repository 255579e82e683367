import type { Mode } from '@salience/contracts';

/**
 * How a mode can miss what was wanted: something was to be done and was only spoken about; it was guessed where asking back was
 * wanted; it was asked back though all was clear; a nod or nothing came where words or deeds were wanted; more than a nod came
 * where nothing was wanted; something was done where an answer was wanted.
 */
export const misfits = ['notDone', 'notAsked', 'asked', 'tooLittle', 'tooMuch', 'doneUnasked'] as const;
export type Misfit = (typeof misfits)[number];
export type Fit = 'fits' | Misfit;

/** How a mode fits what was wanted (the best mode first). Where nobody knows what was wanted, everything fits. */
export function fitOf(wanted: readonly Mode[], mode: Mode): Fit {
  const [best] = wanted;
  if (best === undefined || wanted.includes(mode)) return 'fits';
  if (best === 'IGNORE' || (best === 'ACKNOWLEDGE' && mode !== 'IGNORE')) return 'tooMuch';
  if (mode === 'IGNORE' || mode === 'ACKNOWLEDGE') return 'tooLittle';
  if (mode === 'CLARIFY') return 'asked';
  if (best === 'CLARIFY') return 'notAsked';
  return mode === 'ACT' ? 'doneUnasked' : 'notDone';
}
