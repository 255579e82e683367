import { describe, expect, it } from 'vitest';
import { cancel, done, isOutcome, snooze } from './outcome.ts';

describe('isOutcome', () => {
  it.each([done(), cancel('forgotten'), snooze(0), snooze(1_500)])('knows %o', (outcome) => {
    expect(isOutcome(outcome)).toBe(true);
  });

  it.each([
    undefined,
    null,
    'done',
    {},
    { kind: 'finished' },
    { kind: 'cancel' },
    { kind: 'snooze' },
    snooze(-1),
    snooze(Number.NaN),
    snooze(Number.POSITIVE_INFINITY),
  ])('refuses %o', (value) => {
    expect(isOutcome(value)).toBe(false);
  });
});
