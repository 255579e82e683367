import { type feedbackRequestSchema, type FeedbackView, feedbackViewSchema } from '@salience/contracts';
import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';

/** Says what a person thinks of a turn, a thought or an activation: from −1, bad, to 1, good. `choice`: the module that was meant, of an activation. */
export function giveFeedback(
  client: ApiClient,
  target: string,
  value: number,
  note: string,
  choice?: string,
): Promise<FeedbackView> {
  const body: z.input<typeof feedbackRequestSchema> = {
    target,
    value,
    ...(note === '' ? {} : { note }),
    ...(choice === undefined ? {} : { choice }),
  };
  return client.ask('/feedback', feedbackViewSchema, { method: 'POST', body });
}
