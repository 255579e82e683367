import { expect, test } from 'vitest';
import { inOrderOfIds, readMessage } from './message.ts';

const flat = { channel_id: 10, content: 'hello', username: 'Lance', created_at: '2026-03-23T10:00:00Z' };

test('a message without an id gets one that is the same whenever it comes, and another for another message', () => {
  const first = readMessage(flat);
  expect(first?.id).toMatch(/^h:[0-9a-f]{32}$/);
  expect(readMessage({ ...flat })?.id).toBe(first?.id);
  expect(readMessage({ ...flat, created_at: '2026-03-23T10:00:01Z' })?.id).not.toBe(first?.id);
  expect(readMessage({ ...flat, content: 'hello!' })?.id).not.toBe(first?.id);
  expect(readMessage({ ...flat, channel_id: '11' })?.id).not.toBe(first?.id);
});

test('a history may nest its authors and leave its channel out; it is of one channel', () => {
  const nested = { id: 5, content: 'hi', author: { username: 'Sarah', id: 3, account_type: 'agent' } };
  expect(readMessage(nested)).toBeUndefined();
  expect(readMessage(nested, '10')).toMatchObject({ id: '5', channel: '10', author: 'Sarah', authorId: '3' });
  expect(readMessage({ ...nested, channel_id: 11 }, '10')).toBeUndefined();
});

test('an account is a person only where the Bridge says so', () => {
  expect(readMessage({ ...flat, account_type: 'human' })?.authorIsAgent).toBe(false);
  expect(readMessage({ ...flat, account_type: 'agent' })?.authorIsAgent).toBe(true);
  expect(readMessage(flat)?.authorIsAgent).toBe(true);
});

test('whom it is for is a name or several; what is neither is nobody', () => {
  expect(readMessage({ ...flat, target: 'Viktor' })?.targets).toEqual(['Viktor']);
  expect(readMessage({ ...flat, target: ['Viktor', 'Sarah'] })?.targets).toEqual(['Viktor', 'Sarah']);
  expect(readMessage({ ...flat, target: { name: 'Viktor' } })?.targets).toEqual([]);
});

test('numbers are in the order of their size, other ids in the order that they came in', () => {
  const of = (...ids: string[]) => ids.map((id) => ({ ...readMessage({ ...flat, id })!, id }));
  const ids = (...given: string[]) => inOrderOfIds(of(...given)).map(({ id }) => id);
  expect(ids('10', '9', '9007199254740993')).toEqual(['9', '10', '9007199254740993']);
  expect(ids('b', '2', 'a')).toEqual(['b', '2', 'a']);
});
