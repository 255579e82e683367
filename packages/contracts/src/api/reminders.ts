import { z } from 'zod';
import { idSchema, threadIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { threadRefSchema } from './messages.ts';

/** The body of POST /reminders: one message, once, at or soon after `due_at`. */
export const reminderRequestSchema = z.strictObject({
  text: z.string().min(1).max(1_000),
  due_at: instantSchema,
  thread_id: threadRefSchema.optional(),
});
export type ReminderRequest = z.infer<typeof reminderRequestSchema>;

/** A reminder as the API shows it. */
export const reminderViewSchema = z.object({
  reminder_id: idSchema('reminder'),
  thread_id: threadIdSchema,
  text: z.string(),
  due_at: z.iso.datetime({ offset: true }),
  state: z.enum(['pending', 'fired', 'cancelled']),
  turn_id: z.string().nullable(),
});
export type ReminderView = z.infer<typeof reminderViewSchema>;
