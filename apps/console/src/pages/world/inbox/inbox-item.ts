import type { AnswerOf } from '../../../api/client.ts';

/** One thing that waits for a person. */
export type InboxItem = AnswerOf<'GET /inbox'>['items'][number];
