import { describe, expect, it } from 'vitest';
import { driftRules } from './drift-rules.ts';
import { driftPauseMs, driftStop } from './drift-timing.ts';

describe('the pause between two thoughts', () => {
  it('is five minutes, a third more or less, and in one of ten cases twice that or more', () => {
    const { intervalMs } = driftRules;
    const pause = (...given: readonly number[]) => {
      const left = [...given];
      return driftPauseMs(() => left.shift() ?? 0) / intervalMs;
    };
    expect(pause(0.5, 0)).toBeCloseTo(0.7);
    expect(pause(0.5, 0.999999)).toBeCloseTo(1.3);
    expect(pause(0.1, 0)).toBeCloseTo(0.7);
    expect(pause(0.099, 0)).toBeCloseTo(1.8);
    expect(pause(0.099, 0.999999)).toBeCloseTo(2.5);
  });
});

describe('what speaks against a thought', () => {
  const fit = { episodeAt: '2030-01-01T00:00:00Z', fatigue: 0, tokens: 0 };
  it.each([
    ['nothing', fit, undefined],
    ['no episode within a week', { ...fit, episodeAt: null }, 'no-episode'],
    ['fatigue at its limit', { ...fit, fatigue: 2.5 }, 'fatigue'],
    ['fatigue just below it', { ...fit, fatigue: 2.49 }, undefined],
    ['a budget that is used up', { ...fit, tokens: 100 }, 'budget'],
    ['the last token of it', { ...fit, tokens: 99 }, undefined],
  ] as const)('%s', (_what, state, expected) => {
    expect(driftStop(state, 100)).toBe(expected);
  });

  it('is the budget at once where none was given', () => {
    expect(driftStop(fit, 0)).toBe('budget');
  });
});
