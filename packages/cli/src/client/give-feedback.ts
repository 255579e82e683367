import { type feedbackRequestSchema, type FeedbackView, feedbackViewSchema } from '@salience/contracts';
import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';

/** Says what a person thinks of a turn or a thought: from −1, bad, to 1, good. */
export function giveFeedback(
  client: ApiClient,
  target: string,
  value: number,
  note: string,
): Promise<FeedbackView> {
  const body: z.input<typeof feedbackRequestSchema> = { target, value, ...(note === '' ? {} : { note }) };
  return client.ask('/feedback', feedbackViewSchema, { method: 'POST', body });
}
