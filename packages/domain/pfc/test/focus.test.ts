import { expect, test } from 'vitest';
import { focusOf } from '../src/index.ts';

test.each([
  ['10', '10', false, false, 'full'],
  ['11', '10', false, false, 'background'],
  ['11', '10', true, false, 'full'],
  ['11', null, true, false, 'full'],
  ['11', null, false, true, 'full'],
  ['11', null, false, false, 'background'],
  [null, null, false, false, 'background'],
] as const)(
  'focus: channel %s in focus %s, mentioned %s, targeted %s is %s',
  (channel, focus, mentioned, targeted, want) => {
    expect(focusOf({ channel, focus, mentioned, targeted })).toBe(want);
  },
);
