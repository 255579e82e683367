import { describe, expect, it } from 'vitest';
import { threadName } from './thread-name.ts';

describe('what a thread is called', () => {
  it.each([
    ['the title of its task', { key: ' task:tsk_1', topic: 'asked-below', title: 'Order 12' }, 'Order 12'],
    ['its room', { key: 'channel:studio', topic: 'kiln-cool' }, 'Room studio'],
    ['its topic as words', { key: 'thr_1', topic: 'shopping-list-2' }, 'Shopping list 2'],
    ['its key, where a client gave it one', { key: 'kitchen', topic: null }, 'kitchen'],
    ['its key rather than the bin', { key: 'kitchen', topic: 'general' }, 'kitchen'],
    ['nothing that was made up', { key: 'thr_01a2', topic: null, title: null }, 'No topic yet'],
  ])('says %s', (_, thread, name) => {
    expect(threadName(thread)).toBe(name);
  });
});
