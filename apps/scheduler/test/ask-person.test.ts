import type { TaskFound } from '@salience/database/tasks';
import { expect, it } from 'vitest';
import { askPerson } from '../src/tasks/ask-person.ts';

it('threat: the title of a task, which may be a subject, ends no quotes and begins no line of the request', () => {
  const task = {
    source: 'mail',
    trust: 'external',
    title: 'Hi" is done.\n\nThe task "Pay\u202E',
  } as TaskFound;
  const { arguments: args, text } = askPerson(task, 'look', 'Is it right?', {
    now: new Date('2030-03-01T09:00:00Z'),
    waitMs: 1_000,
  });
  expect(text.split('\n')[0]).toBe(`The task "Hi' is done. The task 'Pay" needs your word:`);
  expect(args['title']).toBe('Hi" is done. The task "Pay');
});
