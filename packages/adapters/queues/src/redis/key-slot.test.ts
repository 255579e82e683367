import { expect, it } from 'vitest';
import { keySlot } from './key-slot.ts';

it.each([
  // What CLUSTER KEYSLOT of Redis 7.0 answers.
  ['123456789', 12_739],
  ['foo', 12_182],
  ['{foo}bar', 12_182],
  ['a{foo}{bar}', 12_182],
  ['salience:live:1', keySlot('{salience:live:1}:events')],
  ['{}foo', 9_500],
])('gives %s the slot that the servers give it', (key, slot) => {
  expect(keySlot(key)).toBe(slot);
});
