import { type Mode, modes } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Fit, fitOf, misfits } from './fit.ts';

const anyMode = fc.constantFrom(...modes);

describe('how a mode fits', () => {
  it.each<[wanted: Mode[], mode: Mode, fit: Fit]>([
    [['ACT'], 'RESPOND', 'notDone'],
    [['CLARIFY'], 'RESPOND', 'notAsked'],
    [['CLARIFY'], 'ACT', 'notAsked'],
    [['RESPOND'], 'CLARIFY', 'asked'],
    [['ACT'], 'CLARIFY', 'asked'],
    [['RESPOND'], 'ACKNOWLEDGE', 'tooLittle'],
    [['CLARIFY'], 'IGNORE', 'tooLittle'],
    [['ACKNOWLEDGE'], 'IGNORE', 'tooLittle'],
    [['ACKNOWLEDGE'], 'RESPOND', 'tooMuch'],
    [['IGNORE'], 'ACKNOWLEDGE', 'tooMuch'],
    [['RESPOND'], 'ACT', 'doneUnasked'],
    [['RESPOND', 'ACT'], 'ACT', 'fits'],
    [['RESPOND', 'ACT'], 'CLARIFY', 'asked'],
  ])('%j met with %s: %s', (wanted, mode, fit) => {
    expect(fitOf(wanted, mode)).toBe(fit);
  });

  test('fits exactly when the mode is among those wanted, or nobody knows what was wanted', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyMode), anyMode, (wanted, mode) => {
        expect(fitOf(wanted, mode) === 'fits').toBe(wanted.length === 0 || wanted.includes(mode));
      }),
    );
  });

  test('every misfit can happen', () => {
    const seen = new Set(modes.flatMap((wanted) => modes.map((mode) => fitOf([wanted], mode))));
    expect([...seen].toSorted()).toEqual(['fits', ...misfits].toSorted());
  });
});
